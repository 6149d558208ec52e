"""Random evenings: invariants of the fold, the versions and the clock."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from app.rooms import commands as c
from app.rooms.model.ids import AskNumber, Digest, Millis
from app.rooms.model.values import replace
from engine.core.plain import Plain
from engine.core.seats import Seat, Viewer
from engine.registry import GAMES
from tests.rooms.builders import JOIN_KEY, NAMES, SEED, begin, game_of, holder
from tests.rooms.evening import VIEWERS, Evening, check_refold, dump_view
from tests.whole import whole

seats = st.integers(-1, 5).map(Seat)
levels = st.sampled_from(["normal", "normal", None, "no such level"])
names = st.sampled_from([*NAMES, "Frank", "ada", ""])
clocks = st.fixed_dictionaries(
    {"mode": st.sampled_from(["off", "gentle", "hard"]), "bank": st.sampled_from([0, 5]), "per_ask": st.integers(0, 9)}
)
options = st.fixed_dictionaries(
    {},
    optional={
        "grace": st.sampled_from([0, 0.5, 2]),
        "bot_pace": st.sampled_from([0, 1]),
        "clock": clocks,
        "watchers": st.sampled_from(["none", "public", "delayed"]),
        "watchers_talk": st.booleans(),
        "tell": st.sampled_from(["who", "count", "nothing"]),
        **{option.key: st.sampled_from(option.values) for game in GAMES.values() for option in game.options},
    },
)
link, phone = holder("a link"), st.integers(0, 9).map(lambda number: holder(f"phone {number}"))

unusual = st.one_of(
    st.builds(c.TakeSeat, names, names.map(holder), st.sampled_from([JOIN_KEY, JOIN_KEY, None, "wrong"])),
    st.builds(c.Leave, seats),
    st.builds(lambda seat: replace(begin(), seat=seat), seats),
    st.builds(lambda seat: c.Again(seat, SEED, begin().edition), seats),
    st.builds(c.ChooseOptions, seats, options),
    st.builds(c.SeatBot, seats, seats, levels),
    st.builds(c.FillWithBots, seats, levels.filter(bool), st.none() | st.integers(0, 6)),
    st.builds(c.SetStandIn, seats, seats, levels),
    st.builds(c.MakeReturnLink, seats, st.just(link), st.just(Millis(1 << 60))),
    st.builds(c.AddDevice, st.just(link), phone),
    st.builds(c.GiveInstructions, seats, st.lists(st.sampled_from(["careful", "no_thief", "no_bids", "x"])).map(tuple)),
    st.builds(c.SeeDevice, seats, phone),
    st.builds(c.RevokeDevices, seats, st.sampled_from([None, 1, 2, 3]), names.map(holder)),
    st.builds(c.Say, seats, st.sampled_from(["hello", ""])),
    st.builds(c.SayPhrase, seats, st.sampled_from(["bluffed", "?"])),
    st.builds(c.React, seats, st.sampled_from(["hat", "?"]), st.none() | st.integers(0, 9).map(AskNumber)),
    st.builds(c.WatcherSay, names, st.sampled_from(["hello", ""])),
    st.builds(c.Mute, seats, names, st.booleans()),
    st.builds(c.HearWatchers, seats, st.booleans()),
    st.builds(c.StartCall, seats, st.sampled_from(["", "https://meet.example.org/signet-abc"])),
    st.builds(c.SetVoiceLink, seats, st.sampled_from(["", "mumble://talk.example.org", "ftp://x"])),
    st.builds(c.Pause, seats),
    st.builds(c.Resume, seats),
    st.builds(c.CreditOutage, st.integers(-1, 100_000).map(Millis), st.integers(0, 1 << 41).map(Millis)),
    st.builds(c.Seal, seats, st.integers(0, 9).map(AskNumber), st.sampled_from(["castle", "buy C1468", "?"])),
    st.builds(c.Lift, seats, st.integers(0, 9).map(AskNumber)),
    st.builds(c.Again, seats, st.just(SEED), st.just(begin().edition), st.booleans()),
    st.builds(c.HandOver, seats),
    st.builds(
        lambda seat, ask, choices, when: c.MakePlan(seat, ask, tuple(choices), tuple(when)),
        seats,
        st.integers(0, 9).map(AskNumber),
        st.lists(st.sampled_from(["castle", "auction_house", "exhibit", "detective", "thief 8", "?"]), max_size=4),
        st.lists(
            st.tuples(st.sampled_from(["castle 0", "alone", "thief 1", "?"]), st.sampled_from(["exhibit", "castle"])),
            max_size=4,
        ),
    ),
    st.builds(c.ShareHost, seats, seats, st.booleans()),
    st.builds(c.SwapSeats, seats, seats, seats),
    st.builds(c.Remove, seats, seats, st.just(JOIN_KEY)),
    st.builds(c.Lock, seats, st.booleans()),
    st.builds(c.GoAway, seats, st.booleans()),
    st.builds(
        c.ChooseIdentity,
        seats,
        st.sampled_from(["red", "blue", "beige", "green", "lilac", None]),
        st.sampled_from(["shield", "circle", "diamond", "hexagon", "star", None]),
    ),
    st.builds(c.Rename, seats, st.sampled_from(["Zoe", "Yann", "Ada"])),
    st.builds(
        c.Vote,
        seats,
        st.sampled_from(["end", "restart", "save", "save"]),
        st.booleans(),
        st.just(SEED),
        st.just(begin().edition),
    ),
    st.builds(c.SaveTable, seats),
    st.builds(c.SetUpAnew, seats, st.none()),
    st.builds(c.Nudge, seats, seats),
    st.builds(c.GiveTime, seats, seats, st.integers(0, 9_000).map(Millis)),
)
"""Commands besides playing, whether allowed or not."""


class AnyEvening(RuleBasedStateMachine):
    """State machine of people who play, lift, leave, return and break rules."""

    @initialize(
        game=st.sampled_from(sorted(GAMES)),
        options=options,
        people=st.integers(1, 4),
        bots=st.integers(0, 2),
        is_begun=st.integers(0, 5),
    )
    def open_evening(self, game: str, options: dict[str, Plain], people: int, bots: int, is_begun: int) -> None:
        foreign = {option.key for other in GAMES.values() for option in other.options}
        foreign -= {option.key for option in GAMES[game].options}
        self.evening = Evening(game, **{key: value for key, value in options.items() if key not in foreign})
        self.seen: dict[Digest, int] = {}
        self.shown: dict[Viewer, tuple[object, bytes]] = {}
        for name in NAMES[1:people]:
            self.evening.does(c.TakeSeat(name, holder(name), JOIN_KEY))
        for number in range(people, people + bots):
            self.evening.does(c.SeatBot(Seat(0), Seat(number), "normal"))
        if is_begun:
            self.evening.does(begin(game=game))

    @rule(command=unusual)
    def try_command(self, command: c.Command) -> None:
        if isinstance(command, c.Begin | c.Again):
            command = replace(command, edition=GAMES[self.evening.game].edition())
        self.evening.does(command)

    @rule()
    def resume_table(self) -> None:
        for seat in self.evening.room.people()[:1]:
            self.evening.does(c.Resume(seat))

    @precondition(lambda self: self.evening.is_asking)
    @rule(picks=st.lists(st.integers(0, 40), min_size=5, max_size=5), missing=st.integers(0, 9))
    def seal_all_choices(self, picks: list[int], missing: int) -> None:
        ask = game_of(self.evening.room).ask
        for place, seat in enumerate(tuple(game_of(self.evening.room).asks)):
            if place != missing:
                self.evening.does(c.Seal(seat, ask, self.evening.choice(seat, picks[place])))

    @precondition(lambda self: self.evening.is_asking)
    @rule(which=st.integers(0, 4), pick=st.integers(0, 40))
    def seal_choice(self, which: int, pick: int) -> None:
        seat = self.evening.pick_seat(which)
        self.evening.does(c.Seal(seat, game_of(self.evening.room).ask, self.evening.choice(seat, pick)))

    @precondition(lambda self: self.evening.is_asking)
    @rule(which=st.integers(0, 4), pick=st.integers(0, 40), again=st.booleans())
    def lift_choice(self, which: int, pick: int, again: bool) -> None:
        seat = self.evening.pick_seat(which)
        self.evening.does(c.Lift(seat, game_of(self.evening.room).ask))
        if again:
            self.evening.does(c.Seal(seat, game_of(self.evening.room).ask, self.evening.choice(seat, pick)))

    @rule(ms=st.sampled_from([1, 400, 2_000, 2_000, 20_000]))
    def advance_time(self, ms: int) -> None:
        self.evening.now = Millis(self.evening.now + ms)
        self.evening.rings()

    @rule()
    def ring_clock(self) -> None:
        self.evening.does_all_due()

    @invariant()
    def check_every_identity_is_unique(self) -> None:
        seated = [who for who in self.evening.room.seats if who is not None]
        assert len({who.colour for who in seated}) == len({who.crest for who in seated}) == len(seated)

    @invariant()
    def check_versions_never_decrease(self) -> None:
        now: dict[Digest, int] = {}
        for occupant in self.evening.room.seats:
            for one in occupant.holders if occupant else ():
                now[one] = self.evening.room.get_visible_version(self.evening.room.seat_of(one))
                assert now[one] >= self.seen.get(one, 0)
        self.seen = now

    @invariant()
    def check_views_match_versions(self) -> None:
        room = self.evening.room
        for viewer in VIEWERS:
            occupant = room.occupant(viewer) if viewer is not None else None
            version, shown = (
                (room.get_visible_version(viewer), occupant.holders[:1] if occupant else ()),
                dump_view(room, viewer),
            )
            if viewer in self.shown and self.shown[viewer][0] == version:
                assert shown == self.shown[viewer][1]
            self.shown[viewer] = (version, shown)

    def teardown(self) -> None:
        if hasattr(self, "evening"):
            check_refold(self.evening)


AnyEvening.TestCase.settings = settings(
    max_examples=whole(20, 10),
    stateful_step_count=80,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
test_any_evening = AnyEvening.TestCase

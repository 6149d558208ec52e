"""Checklist of leaks in a bluffing game: every line names tests that exist."""

import ast
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

LINES: Mapping[int, tuple[str, Sequence[str]]] = {
    1: (
        "the payload of the state",
        (
            "secrecy/test_canaries.py::test_no_program_reads_a_secret_in_a_whole_game",
            "web/test_canaries.py::test_nothing_hidden_is_sent_to_anybody",
        ),
    ),
    2: (
        "the first message of a connection",
        (
            "secrecy/test_canaries.py::test_no_browser_reads_a_secret_in_a_whole_game",
            "web/test_canaries.py::test_no_key_token_or_digest_of_others_is_sent",
        ),
    ),
    3: (
        "what was taken back, and what is planned",
        (
            "rooms/test_views.py::test_lifting_changing_and_sealing_again_is_in_no_others_view_and_version",
            "rooms/test_plan_conditions.py::test_nobody_else_learns_that_there_is_a_condition_or_which_of_them_held",
            "web/test_canaries.py::test_what_a_seat_plans_changes_no_byte_that_anybody_else_is_sent",
            "secrecy/test_non_interference.py::test_others_cannot_tell_a_sealed_card",
        ),
    ),
    4: (
        "the log",
        (
            "web/routes/test_replay.py::test_a_card_that_lies_sealed_changes_no_byte_for_others",
            "web/routes/test_what_if.py::test_of_a_game_that_runs_nothing_is_tried_whatever_is_asked",
            "web/routes/test_what_if.py::test_a_game_that_is_over_tells_nothing_of_the_next_one",
            "web/routes/test_mirror.py::test_of_a_game_that_runs_there_is_none",
            "live/test_mirrors.py::test_what_is_asked_about_a_moment_holds_nothing_of_other_hands",
            "web/routes/test_export.py::test_of_a_running_game_no_choice_seed_or_digest_is_told",
        ),
    ),
    5: (
        "changes sent instead of states",
        (
            "secrecy/test_updates.py::test_changes_of_a_sealed_card_send_no_update",
            "secrecy/test_updates.py::test_exchange_of_hidden_things_sends_no_update",
            "secrecy/test_non_interference.py::test_others_cannot_tell_a_sealed_card",
            "web/html/test_regions.py::test_a_sealed_card_changes_no_byte_for_others",
        ),
    ),
    6: (
        "the size of what says that a card lies sealed",
        (
            "secrecy/test_updates.py::test_update_after_a_seal_does_not_depend_on_the_card",
            "secrecy/test_lines.py::test_sealed_cards_look_alike_to_others",
            "secrecy/test_lines.py::test_answer_to_a_seal_is_the_same_for_all",
            "web/static/test_static_files.py::test_what_may_hold_a_secret_is_never_compressed",
        ),
    ),
    7: (
        "order and time of seals and of the list of revealed cards",
        (
            "secrecy/test_updates.py::test_reveal_does_not_tell_the_order_of_seals",
            "secrecy/test_lines.py::test_order_and_time_of_seals_are_nowhere_visible",
            "rooms/test_sealing.py::test_once_opened_nothing_tells_in_which_order_the_cards_were_sealed",
        ),
    ),
    8: (
        "flicker",
        (
            "secrecy/test_lines.py::test_lifted_and_resealed_card_never_flickers",
            "secrecy/test_non_interference.py::test_host_that_wakes_others_for_secrets_is_detected",
        ),
    ),
    9: (
        "the place of a card that lies face down",
        (
            "secrecy/test_lines.py::test_sealed_cards_look_alike_to_others",
            "secrecy/test_non_interference.py::test_others_cannot_tell_a_hand",
        ),
    ),
    10: (
        "choices listed or barred for the wrong seat",
        (
            "secrecy/test_lines.py::test_legal_choices_are_listed_only_to_their_seat",
            "rooms/test_views.py::test_who_owes_nothing_has_no_ask_and_is_idle",
        ),
    ),
    11: (
        "the texts of refusals",
        (
            "secrecy/test_lines.py::test_refusal_does_not_depend_on_others_secrets",
            "web/http/test_errors.py::test_a_fault_of_the_server_tells_nothing_of_itself",
        ),
    ),
    12: (
        "watchers and second tabs",
        (
            "secrecy/test_lines.py::test_second_tab_sees_the_same_and_a_watcher_less",
            "web/test_outsiders.py::test_a_watcher_changes_nothing_and_reads_no_secret",
            "secrecy/test_delayed.py::test_delayed_watchers_learn_nothing_of_the_last_reveal",
        ),
    ),
    13: (
        "notices, mails and webhooks",
        (
            "notifications/test_secrecy.py::test_no_call_holds_anything_hidden",
            "notifications/test_digest.py::test_a_sealed_card_changes_no_letter_of_it",
            "notifications/test_secrecy.py::test_what_all_read_does_not_depend_on_a_card_lifted_or_one_that_nobody_is_told_of",
            "rooms/test_calls_due.py::test_the_call_to_the_table_does_not_tell_of_a_lifted_card",
            "rooms/test_calls_due.py::test_where_the_room_does_not_tell_who_has_sealed_the_call_to_the_table_does_not",
            "rooms/test_nudges.py::test_a_card_lifted_is_not_given_away_by_who_can_be_nudged",
        ),
    ),
    14: (
        "logs, figures, the operator's page, reports of crashes",
        (
            "web/server/test_logs.py::test_no_secret_name_path_or_word_is_logged",
            "web/routes/test_metrics.py::test_no_room_no_person_and_no_secret_is_told",
            "web/routes/test_admin.py::test_no_room_name_card_or_secret_is_told",
            "secrecy/test_canaries.py::test_log_holds_no_secret_after_any_failure",
            "secrecy/test_canaries.py::test_broken_journal_is_logged_without_its_content",
            "secrecy/test_canaries.py::test_locked_room_is_logged_without_its_content",
        ),
    ),
    15: (
        "replay and record of an unfinished game",
        (
            "web/routes/test_replay.py::test_in_mid_game_no_page_of_the_past_holds_what_its_reader_may_not_know",
            "web/routes/test_export.py::test_the_record_of_a_running_game_is_the_same_whatever_is_sealed",
            "web/routes/test_room_files.py::test_the_file_of_a_running_game_holds_no_secret_that_can_be_read",
        ),
    ),
    16: (
        "a bot's time and a bot's eyes",
        (
            "secrecy/test_lines.py::test_bot_choice_and_time_depend_only_on_its_view",
            "rooms/test_clocks.py::test_bots_move_after_about_their_pace_told_apart_by_what_everybody_knows",
            "secrecy/test_questions.py::test_bots_question_holds_no_others_secret",
            "dummy/test_pending_bot_moves.py::test_lateness_reveals_only_the_number_of_polls",
        ),
    ),
    17: (
        "what browsers keep and load ahead",
        (
            "secrecy/test_pages_kept.py::test_table_pages_are_never_stored",
            "secrecy/test_pages_kept.py::test_pages_never_prefetch",
            "web/http/test_headers.py::test_only_static_files_are_kept",
        ),
    ),
    18: (
        "votes",
        (
            "secrecy/test_lines.py::test_vote_shows_the_voter_and_no_card",
            "secrecy/test_lines.py::test_saving_a_table_shows_nothing_of_its_cards",
        ),
    ),
    19: (
        "prices, piles and counts before the reveal",
        ("secrecy/test_lines.py::test_table_does_not_change_before_the_reveal",),
    ),
    20: (
        "another deal after a restart",
        (
            "abuse/test_peers_traps_at_the_table.py::test_restart_restores_deal_and_sealed_cards",
            "live/test_bots.py::test_a_restart_changes_nothing_about_what_bots_choose",
        ),
    ),
}
"""Possible leaks by line, with the tests against each."""


@cache
def list_tests(path: str) -> frozenset[str]:
    """Return the names of a file's tests, by path below ``tests``."""
    tree = ast.parse((Path("tests") / path).read_text())
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def test_list_has_every_line() -> None:
    assert sorted(LINES) == list(range(1, 21))


@pytest.mark.parametrize("line", LINES)
def test_line_names_existing_tests(line: int) -> None:
    what, named = LINES[line]
    assert named, what
    for one in named:
        path, _, name = one.partition("::")
        assert name.startswith("test_") and name in list_tests(path), f"{what}: {one}"

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
            "secrecy/test_shared_device.py::test_no_answer_to_one_hand_holds_anothers_secrets",
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
            "rooms/test_views.py::test_lifting_and_resealing_changes_no_other_view_or_version",
            "rooms/test_plan_conditions.py::test_plan_conditions_and_their_results_are_hidden_from_others",
            "web/test_canaries.py::test_plan_of_seat_changes_no_byte_sent_to_others",
            "secrecy/test_non_interference.py::test_others_cannot_tell_a_sealed_card",
            "secrecy/test_gallery.py::test_no_byte_tells_of_guesses_before_the_reveal",
            "secrecy/test_gallery.py::test_watchers_pages_show_only_their_own_guess",
        ),
    ),
    4: (
        "the log",
        (
            "web/routes/test_replay.py::test_a_card_that_lies_sealed_changes_no_byte_for_others",
            "web/routes/test_what_if.py::test_what_if_refuses_every_query_about_running_game",
            "web/routes/test_what_if.py::test_what_if_of_finished_game_tells_nothing_of_next_game",
            "web/routes/test_mirror.py::test_of_a_game_that_runs_there_is_none",
            "live/test_mirrors.py::test_question_about_a_moment_contains_no_secret_of_other_players",
            "web/routes/test_export.py::test_export_of_running_game_omits_choices_seed_and_digest",
            "secrecy/test_shared_deals.py::test_seed_is_in_no_answer_until_both_games_are_over",
            "secrecy/test_club.py::test_words_and_their_secret_are_in_no_answer",
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
            "rooms/test_sealing.py::test_views_after_a_reveal_do_not_show_the_sealing_order",
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
            "notifications/test_secrecy.py::test_public_notifications_do_not_depend_on_lifted_or_hidden_cards",
            "rooms/test_due_notifications.py::test_notification_to_the_table_does_not_reveal_a_lifted_card",
            "rooms/test_due_notifications.py::test_table_notification_hides_who_has_sealed_if_the_room_does",
            "rooms/test_nudges.py::test_nudge_does_not_disclose_a_lifted_card",
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
            "web/routes/test_replay.py::test_replay_page_during_game_contains_no_secret_from_its_reader",
            "web/routes/test_clip.py::test_clip_of_running_game_is_same_for_all",
            "web/routes/test_export.py::test_record_of_running_game_does_not_depend_on_sealed_choices",
            "web/routes/test_room_files.py::test_file_of_running_game_contains_no_readable_secret",
        ),
    ),
    16: (
        "a bot's time and a bot's eyes",
        (
            "secrecy/test_lines.py::test_bot_choice_and_time_depend_only_on_its_view",
            "rooms/test_clocks.py::test_bot_delays_vary_around_the_pace_using_only_public_information",
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

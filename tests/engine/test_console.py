"""`python -m engine`, as `data/console.md` says: every operation, every error code, and no line that stops it.

Not for the rules behind it.
"""

import json
import subprocess
import sys
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chance import commitment
from engine.console import Console
from engine.history import Game

Reply = dict[str, Any]


@pytest.fixture
def console() -> Console:
    return Console()


def ask(console: Console, **request: object) -> Reply:
    reply: Reply = json.loads(console.answer(json.dumps(request)))
    return reply


def asked(console: Console, **request: object) -> Reply:
    reply = ask(console, **request)
    assert reply.pop("ok") is True, reply
    return reply


def error(console: Console, **request: object) -> str:
    reply = ask(console, **request)
    assert reply["ok"] is False
    assert reply["error"]["message"]
    code: str = reply["error"]["code"]
    return code


def start(console: Console, **more: object) -> int:
    number: int = asked(console, op="new", **({"title": "hansa", "seats": 3, "seed": "console"} | more))["game"]
    return number


def everything(console: Console, game: int) -> Reply:
    return {op: asked(console, op=op, game=game) for op in ("state", "record", "to_act", "result")}


def test_titles(console: Console) -> None:
    hansa = asked(console, op="titles")["titles"][0]
    assert (hansa["key"], hansa["name"], hansa["seats"], hansa["rules"]) == ("hansa", "Hansa", [2, 4], "1")
    assert hansa["options"]["type"] == "object"


def test_a_game_can_be_begun_and_loaded_under_an_older_version(console: Console) -> None:
    teutonica = asked(console, op="titles")["titles"][1]
    assert (teutonica["rules"], teutonica["versions"]) == ("2", ["1", "2"])
    for rules, accepted in (("1", False), ("2", True), (None, True)):
        game = start(console, title="teutonica", **({} if rules is None else {"rules": rules}))
        state = asked(console, op="state", game=game)["state"]
        again = asked(console, op="load", title="teutonica", state=state, rules=rules)["game"]
        for each in (game, again):
            assert asked(console, op="record", game=each)["record"]["rules"] == (rules or "2")
            assert ask(console, op="apply", game=each, seat=0, action="recruit 1T")["ok"] is accepted
    assert error(console, op="new", title="teutonica", seats=3, seed="", rules="0") == "unknown_title"


def test_a_game_from_the_first_placement_to_the_verified_record(console: Console) -> None:
    opened = asked(console, op="new", title="hansa", seats=2, seed="from start to end")
    game = opened["game"]
    assert opened["commitment"] == commitment("from start to end")
    assert asked(console, op="to_act", game=game) == {"decisions": [{"seat": 0, "kind": "place"}]}
    actions = asked(console, op="legal", game=game, seat=0)["actions"]
    assert actions[0] == {"text": "place tonsberg", "action": {"verb": "place", "port": "tonsberg"}}
    reply = asked(console, op="apply", game=game, seat=0, action="place riga")
    assert reply["to_act"] == [{"seat": 1, "kind": "place"}]
    assert reply["events"] == [{"event": "booths", "audience": None, "seat": 0, "port": "riga", "change": 2}]
    asked(console, op="apply", game=game, seat=1, action={"verb": "place", "port": "riga"})
    assert asked(console, op="result", game=game) == {"result": None}
    played = asked(console, op="playout", game=game, policy="simple", limit=5, seed="x")
    assert (played["decisions"], played["finished"], played["result"]) == (5, False, None)
    played = asked(console, op="playout", game=game, policy="random", limit=10_000, seed="y")
    assert played["finished"]
    ranking = asked(console, op="result", game=game)["result"]["ranking"]
    assert played["result"]["ranking"] == ranking
    assert set(ranking[0]) >= {"seat", "place", "total", "breakdown"}
    assert asked(console, op="to_act", game=game) == {"decisions": []}
    record = asked(console, op="record", game=game)["record"]
    assert record["actions"][:2] == ["P1 place riga", "P2 place riga"]
    assert asked(console, op="verify", record=record) == {"valid": True}
    again = asked(console, op="replay", record=record)["game"]
    assert asked(console, op="state", game=again) == asked(console, op="state", game=game)
    early = asked(console, op="replay", record=record, upto=2)["game"]
    assert asked(console, op="record", game=early)["record"]["actions"] == record["actions"][:2]
    assert asked(console, op="close", game=game) == {}
    assert error(console, op="close", game=game) == "unknown_game"


def test_a_list_of_actions_is_carried_out_all_or_none(console: Console) -> None:
    game = start(console)
    for seat, port in enumerate(["riga", "riga", "riga"] + ["reval"] * 3 + ["danzig"] * 3):
        asked(console, op="apply", game=game, seat=seat % 3, action=f"place {port}")
    before = everything(console, game)
    assert error(console, op="apply", game=game, seat=0, action=["sail lubeck", "sail riga"]) == "illegal"
    assert error(console, op="apply", game=game, seat=0, action=["sail lubeck", "fly"]) == "bad_notation"
    assert error(console, op="apply", game=game, seat=0, action=[]) == "bad_request"
    assert everything(console, game) == before
    asked(console, op="apply", game=game, seat=0, action=["sail lubeck", {"verb": "sail", "port": "aalborg"}])
    assert asked(console, op="legal", game=game, seat=0)["actions"][-1]["text"] == "undo"
    asked(console, op="apply", game=game, seat=0, action=["undo", {"verb": "undo"}])
    assert asked(console, op="state", game=game) == before["state"]


def test_views(console: Console) -> None:
    game = start(console)
    table = asked(console, op="view", game=game, seat=None)["view"]
    assert table["seat"] is None
    assert "supply" not in table
    assert asked(console, op="view", game=game, seat=2)["view"]["seat"] == 2
    assert error(console, op="view", game=game) == "bad_request"


def test_load_an_edited_state(console: Console) -> None:
    state = asked(console, op="state", game=start(console))["state"]
    game = asked(console, op="load", title="hansa", state=state | {"ship": "copenhagen"})["game"]
    assert asked(console, op="state", game=game)["state"] == state
    asked(console, op="apply", game=game, seat=0, action="place riga")
    record = asked(console, op="record", game=game)["record"]
    assert asked(console, op="replay", record=record)["game"] == game + 1
    assert asked(console, op="verify", record=record)["valid"] is False
    spoilt: list[Reply] = [
        {"ship": "visby"},
        {"talers": [3, 3, -1]},
        {"talers": [3, 3]},
        {"phase": "loss"},
        {"supply": state["supply"][1:]},
        {"supply": [*state["supply"][1:], "Q7"]},
        {"unknown": 1},
        {"round": "first"},
        {"active": 7},
        {"booths": []},
    ]
    for broken in spoilt:
        assert error(console, op="load", title="hansa", state=state | broken) == "bad_state"


def test_perft(console: Console) -> None:
    game = start(console)
    assert asked(console, op="perft", game=game, depth=0) == {"nodes": 1}
    assert asked(console, op="perft", game=game, depth=2) == {"nodes": 64}
    assert error(console, op="perft", game=game, depth=-1) == "bad_request"


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"op": "fly"}, "bad_request"),
        ({}, "bad_request"),
        ({"op": "titles", "more": 1}, "bad_request"),
        ({"op": "new", "title": "chess", "seats": 2, "seed": "x"}, "unknown_title"),
        ({"op": "new", "title": "hansa", "seats": 5, "seed": "x"}, "bad_option"),
        ({"op": "new", "title": "hansa", "seats": 2, "seed": "x", "options": {"a": 1}}, "bad_option"),
        ({"op": "new", "title": "hansa", "seats": "2", "seed": "x"}, "bad_request"),
        ({"op": "new", "title": "hansa", "seats": 2}, "bad_request"),
        ({"op": "new", "title": "hansa", "seats": 2, "seed": 7}, "bad_request"),
        ({"op": "to_act", "game": 99}, "unknown_game"),
        ({"op": "to_act", "game": "1"}, "bad_request"),
        ({"op": "legal", "game": 1, "seat": 3}, "bad_request"),
        ({"op": "legal", "game": 1, "seat": -1}, "bad_request"),
        ({"op": "apply", "game": 1, "seat": 1, "action": "place riga"}, "not_your_decision"),
        ({"op": "apply", "game": 1, "seat": 0, "action": "place copenhagen"}, "illegal"),
        ({"op": "apply", "game": 1, "seat": 0, "action": "place visby"}, "bad_notation"),
        ({"op": "apply", "game": 1, "seat": 0, "action": {"verb": "place"}}, "bad_notation"),
        ({"op": "apply", "game": 1, "seat": 0, "action": {"verb": "place", "port": "riga", "x": 1}}, "bad_notation"),
        ({"op": "apply", "game": 1, "seat": 0, "action": 7}, "bad_request"),
        ({"op": "apply", "game": 1, "seat": 0, "action": "undo"}, "illegal"),
        ({"op": "load", "title": "hansa", "state": {}}, "bad_state"),
        ({"op": "load", "title": "hansa", "state": []}, "bad_request"),
        ({"op": "replay", "record": {}}, "bad_record"),
        ({"op": "verify", "record": {"title": "hansa"}}, "bad_record"),
        ({"op": "playout", "game": 1, "policy": "emperor"}, "bad_request"),
        ({"op": "playout", "game": 1, "policy": "random", "limit": -1}, "bad_request"),
    ],
)
def test_errors_have_a_code_and_change_nothing(console: Console, request_: Reply, code: str) -> None:
    game = start(console)
    before = everything(console, game)
    assert error(console, **request_) == code
    assert everything(console, game) == before


def test_an_illegal_action_names_its_clause(console: Console) -> None:
    reply = ask(console, op="apply", game=start(console), seat=0, action="place copenhagen")
    assert reply["error"] == {
        "code": "illegal",
        "message": "No booths are placed in copenhagen.",
        "clause": "HA-3.3",
    }


def test_a_changed_record_is_refused(console: Console) -> None:
    game = start(console)
    asked(console, op="playout", game=game, policy="simple")
    record = asked(console, op="record", game=game)["record"]
    place = record["actions"].index("P1 end")
    record["actions"][place] = "P1 sail riga"
    verdict = asked(console, op="verify", record=record)
    assert verdict["valid"] is False
    assert verdict["at"] == place
    assert verdict["why"]
    assert error(console, op="replay", record=record) == "bad_record"


@pytest.mark.parametrize("line", ["* rewind " + "9" * 5000, "* rewind " + "9" * 900, "P1 place " + "x" * 5000])
def test_a_record_line_beyond_the_limits_gets_an_answer(console: Console, line: str) -> None:
    game = start(console)
    record = asked(console, op="record", game=game)["record"]
    record["actions"] = [line]
    assert error(console, op="replay", record=record) == "bad_record"
    reply = ask(console, op="verify", record=record)
    assert reply["error"]["code"] == "bad_record" if not reply["ok"] else not reply["valid"]
    assert error(console, op="apply", game=game, seat=0, action=line) == "bad_notation"
    assert len(console.answer(json.dumps({"op": "replay", "record": record}))) < 3000


def test_a_latest_run_that_cannot_have_been_is_refused(console: Console) -> None:
    game = start(console, title="haithabu", seats=4)
    asked(console, op="playout", game=game, policy="simple", limit=1)
    state = asked(console, op="state", game=game)["state"]
    state["latest"] |= {"over": "abcdefgh"}
    assert error(console, op="load", title="haithabu", state=state) == "bad_state"


@pytest.mark.parametrize("fault", [RecursionError("too deep"), ValueError("{braces}"), KeyError("x")])
def test_a_fault_of_ours_gets_an_answer(console: Console, monkeypatch: pytest.MonkeyPatch, fault: Exception) -> None:
    game = start(console)
    before = everything(console, game)
    with monkeypatch.context() as broken:
        broken.setattr(Game, "legal", mock.Mock(side_effect=fault))
        reply = ask(console, op="legal", game=game, seat=0)
    assert reply["ok"] is False
    assert type(fault).__name__ in reply["error"]["message"]
    assert everything(console, game) == before


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
OPS = ["titles", "new", "to_act", "legal", "apply", "view", "state", "load", "result", "record", "replay", "verify",
       "playout", "perft", "close"]  # fmt: skip
FIELDS = ["game", "seat", "action", "title", "seats", "options", "seed", "state", "record", "upto", "policy", "depth"]
VALUES: st.SearchStrategy[object] = (
    st.sampled_from([1, 0, "hansa", 3, "place riga", "undo", None, {}, []]) | json_values
)
requests = st.builds(
    lambda op, fields: {"op": op, **fields}, st.sampled_from(OPS), st.dictionaries(st.sampled_from(FIELDS), VALUES)
)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(request=requests)
@pytest.mark.long
def test_nonsense_requests_get_an_answer(request: Reply) -> None:
    console = Console()
    game = start(console)
    reply = ask(console, **request)
    assert reply["ok"] or reply["error"]["code"]
    if request["op"] not in ("apply", "playout", "close") or not reply["ok"]:
        assert asked(console, op="record", game=game)["record"]["actions"] == []


@settings(max_examples=300, deadline=None, derandomize=True)
@given(line=st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_nonsense_lines_get_an_answer(line: bytes) -> None:
    assert json.loads(Console().answer(line))["error"]["code"] == "bad_request"


def test_a_line_nested_too_deeply_gets_an_answer(console: Console) -> None:
    line = b'{"op":"load","title":"hansa","state":{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}}"
    assert json.loads(console.answer(line))["error"]["code"] == "bad_request"


@settings(max_examples=300, deadline=None, derandomize=True)
@given(field=st.integers(0, 30), value=VALUES)
def test_a_spoilt_state_is_loaded_whole_or_refused(field: int, value: object) -> None:
    console = Console()
    game = start(console)
    asked(console, op="playout", game=game, policy="random", limit=40, seed="spoil")
    state = asked(console, op="state", game=game)["state"]
    name = sorted(state)[field % len(state)]
    reply = ask(console, op="load", title="hansa", state=state | {name: value})
    assert reply["ok"] or reply["error"]["code"] == "bad_state"
    if reply["ok"]:
        asked(console, op="playout", game=reply["game"], policy="random", limit=50, seed="go on")


def test_the_process_goes_on_after_bad_lines() -> None:
    lines = ['{"op":"titles"}', "nonsense", "", "[]", '{"op":"new","title":"hansa","seats":2,"seed":"p"}']
    done = subprocess.run(
        [sys.executable, "-m", "engine"], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True
    )
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["ok"] for reply in replies] == [True, False, False, False, True]
    assert done.stderr == ""

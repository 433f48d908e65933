"""A decision tried out before it is made (HB-16.2): by command and by thumb, free, unrecorded, and blind to secrets.

Not for what a run would do: `tests/engine/haithabu/test_trial.py`.
"""

import pytest

from bot.ui.panels.play import panel
from bot.ui.panels.trial import trial
from engine.haithabu.actions import Run
from engine.haithabu.options import HaithabuOptions
from engine.haithabu.title import TITLE
from engine.history import Game
from engine.values import Setup
from tests.bot.lounge import ENGLISH, Lounge, labels, menu_of, shown, text_of
from tests.engine.clauses import clauses
from tests.engine.haithabu.positions import position

NOT_DONE = "Tried out, not done"


async def runs(lounge: Lounge) -> list[Run]:
    """What Carl may run: with three seats S begins."""
    hosted = await lounge.hosted()
    return [action for action in hosted.title.legal(hosted.state, 2) if isinstance(action, Run)]


async def started(lounge: Lounge) -> None:
    await lounge.started("haithabu", lounge.bert, lounge.carl)


@clauses("HB-16.2")
async def test_a_run_is_tried_out_by_command_and_nothing_is_recorded(lounge: Lounge) -> None:
    await started(lounge)
    run = next(run for run in await runs(lounge) if run.over != "-")
    given = {"runner": run.runner, "destination": run.destination, "over": run.over}
    tried = shown(await lounge.carl.slash(lounge.channel, "haithabu preview", **given))
    assert NOT_DONE in text_of(tried)
    assert "1 token lies on your track, and you run exactly 4 steps next" in text_of(tried)
    assert [file.filename for file in tried.attachments] == ["tried.png"]
    assert (await lounge.hosted()).version == 0
    assert text_of(shown(await lounge.carl.click(tried, label="Do it"))).startswith("✓")
    assert (await lounge.hosted()).version == 1


@clauses("HB-16.2", "HB-3.1")
async def test_whoever_cannot_run_has_nothing_to_try_out(lounge: Lounge) -> None:
    await started(lounge)
    refused = shown(await lounge.bert.slash(lounge.channel, "haithabu preview"))
    assert text_of(refused) == "There is nothing that you could try out now."
    play = shown(await lounge.bert.click(lounge.board(), label="Play"))
    assert "Try out …" not in labels(shown(await lounge.bert.click(play, label="More")))


@clauses("HB-16.2")
async def test_what_is_forbidden_is_refused_with_its_rule(lounge: Lounge) -> None:
    await started(lounge)
    given = {"runner": "S1", "destination": "S-p4", "put": "a"}
    refused = shown(await lounge.carl.slash(lounge.channel, "haithabu preview", **given))
    assert "(HB-3.2)" in text_of(refused)
    assert labels(refused) == ["Show the rule"]


@clauses("HB-16.2")
async def test_by_thumb_from_the_panel_and_back_to_it(lounge: Lounge) -> None:
    await started(lounge)
    play = shown(await lounge.carl.click(lounge.board(), label="Play"))
    asked = shown(await lounge.carl.click(shown(await lounge.carl.click(play, label="More")), label="Try out …"))
    assert asked.id == play.id
    assert set(menu_of(asked).values()) == {f"={run.runner}" for run in await runs(lounge)}
    asked = shown(await lounge.carl.select(asked, ["=S1"]))
    ends = {run.destination for run in await runs(lounge) if run.runner == "S1"}
    assert set(menu_of(asked).values()) == {f"={end}" for end in ends}
    tried = shown(await lounge.carl.select(asked, [f"={min(ends)}"]))
    assert NOT_DONE in text_of(tried)
    again = shown(await lounge.carl.click(tried, label="Try out something else"))
    assert set(menu_of(again).values()) == {f"={run.runner}" for run in await runs(lounge)}
    back = shown(await lounge.carl.click(again, label="Back"))
    assert labels(back)[-3:] == ["Rules", "Why not …?", "More"]
    assert (await lounge.hosted()).version == 0


@clauses("HB-16.2")
async def test_on_an_older_position_it_starts_again(lounge: Lounge) -> None:
    await started(lounge)
    play = shown(await lounge.carl.click(lounge.board(), label="Play"))
    asked = shown(await lounge.carl.click(shown(await lounge.carl.click(play, label="More")), label="Try out …"))
    await lounge.play_by_slash(1)
    assert "moved on" in text_of(shown(await lounge.carl.select(asked, ["=S1"])))


@clauses("HB-16.2", "HB-15.8")
async def test_the_list_for_chosen_tokens_is_given_on_request(lounge: Lounge) -> None:
    """By command, completion and menu: all runs with these tokens put, also those that no list has otherwise."""
    await started(lounge)
    state = position({"N1": "ac2"}, {"N": "cst"})
    context, anna = lounge.client.context, lounge.anna.id
    wanted = TITLE.runs_with(state, "cs")
    assert set(wanted) - set(TITLE.legal(state, 0)), "the list leaves some of them out"
    hosted = await lounge.hosted()
    hosted.enter(Game(TITLE, Setup(4, HaithabuOptions(), "a trial"), state), 0)
    reply = await trial(context, ENGLISH, hosted, anna, {"put": "sc"}, instead=False)
    form = str(reply.form(layout=True).view.to_components())
    assert all(f"'={run.runner}'" in form for run in wanted)
    reply = await trial(context, ENGLISH, hosted, anna, {"put": "cs", "runner": "N1"}, instead=False)
    form = str(reply.form(layout=True).view.to_components())
    ends = [run.destination for run in wanted if run.runner == "N1"]
    assert sum(f"'={end}'" in form for end in set(ends)) == min(25, len(set(ends)))


@clauses("HB-16.2", "HB-14.3")
@pytest.mark.parametrize("text", ["run N1 gm1 over cg put c", "run N4 ac1 over a"])
async def test_a_trial_and_a_question_before_a_final_run_tell_nothing_of_the_trap(lounge: Lounge, text: str) -> None:
    """The same whether a bridge on the way is trapped, another one, or none."""
    await started(lounge)
    hosted = await lounge.hosted()
    said = set()
    for trap in ("c", "g", "a", "q"):
        state = position({"N1": "ac2"}, {"N": "cst"} if "put" in text else {}, trap=trap)
        hosted.enter(Game(TITLE, Setup(4, HaithabuOptions(traps=True), "a trial"), state), 0)
        run = TITLE.parse(text)
        assert isinstance(run, Run)
        chosen = {"runner": run.runner, "destination": run.destination, "over": run.over, "put": run.put}
        reply = await trial(lounge.client.context, ENGLISH, hosted, lounge.anna.id, chosen, instead=False)
        asked = next((each for each in TITLE.choices(state, 0) if each.actions == (run,)), None)
        assert asked is not None
        question = await panel(lounge.client.context, ENGLISH, hosted, lounge.anna.id, asked=asked)
        assert NOT_DONE in reply.content
        for each in (reply, question):
            assert "This cannot be taken back." in each.content
            assert "If one of these bridges is trapped, the run is undone" in each.content
            assert "exactly" in each.content
        forms = [str(each.form(layout=True).view.to_components()) for each in (reply, question)]
        said.add((reply.content, question.content, *forms, reply.files, question.files))
    assert len(said) == 1

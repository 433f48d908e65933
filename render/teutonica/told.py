"""The latest decisions of Hansa Teutonica in words, with the places on the board that they concern.

Not for drawing them: `board.py` does that.
"""

from collections.abc import Iterator

import msgspec

from engine.teutonica import actions as act
from engine.teutonica.views import TeutonicaView
from engine.values import Action
from render.canvas import Point
from render.look import Look
from render.page import Flagged
from render.teutonica import flags
from render.teutonica.layout import Layout
from render.teutonica.names import route_numbers, space_word


class Told(msgspec.Struct, frozen=True):
    """An event, and the spaces to ring."""

    event: Flagged
    spaces: tuple[str, ...] = ()


def told(layout: Layout, look: Look) -> list[Told]:
    latest = look.latest
    if latest is None or not isinstance(latest.before, TeutonicaView):
        return []
    return [
        Told(Flagged(look.short_name(move.seat), words, *_first_and_rest(places), own), spaces)
        for move, own in latest.marked
        for words, places, spaces in _tell(layout, look, move.action)
    ]


def _first_and_rest(places: tuple[Point, ...]) -> tuple[Point | None, tuple[Point, ...]]:
    return (places[0], places[1:]) if places else (None, ())


def _tell(layout: Layout, look: Look, action: Action) -> Iterator[tuple[str, tuple[Point, ...], tuple[str, ...]]]:
    """Words, places for the flag (best first) and ringed spaces; nothing for decisions that only end something."""
    words, board = look.words, layout.board
    city = board.city_index
    match action:
        case act.Place(_, space) | act.Deploy(_, space) | act.Displace(space) | act.Relocate(space) | act.Add(_, space):
            verb = type(action).__struct_config__.tag
            yield (
                words.text(f"did.{verb}", space=space_word(board.id, space)),
                flags.of_space(board.id, space),
                (space,),
            )
        case act.Put(origin, space):
            origin_word, space_word_ = space_word(board.id, origin), space_word(board.id, space)
            told_words = words.text("did.put", origin=origin_word, space=space_word_)
            yield told_words, flags.of_space(board.id, space), (space,)
        case act.Create(route, outcome, target):
            number = route_numbers(board.id)[route]
            text = words.text(f"did.create.{outcome}", route=number, target=target)
            at = flags.of_city(board.id, target) if target in city else flags.of_route(board.id, route)
            yield text, at, ()
        case act.Found(place):
            yield words.text("did.found", city=place), flags.of_city(board.id, place), ()
        case act.Use(marker, target):
            swapped = flags.of_city(board.id, target) if target in city else ()
            yield words.text(f"did.use.{marker}", target=target), swapped, ()
        case act.Lay(marker, route):
            told_words = words.text("did.lay", route=route_numbers(board.id)[route])
            yield told_words, flags.of_marker(board.id, route), ()
        case act.Recruit(mix):
            yield words.text("did.recruit", mix=mix), (), ()
        case act.Develop(ability):
            yield words.text("did.develop", ability=ability), (), ()
        case act.Buy(tile):
            yield words.text("did.buy", tile=tile), (), ()
        case act.Take(kind) if kind != "none":
            yield words.text("did.take", kind=kind), (), ()
        case act.Pawn(_, province):
            yield words.text("did.pawn", province=province), flags.of_province(board.id, province), ()

"""The latest decisions of Hansa Teutonica in words, with the places on the board that they concern.

Not for drawing them: `board.py` does that.
"""

from collections.abc import Iterator

import msgspec

from engine.teutonica import actions as act
from engine.teutonica.views import TeutonicaView
from engine.title import Action
from render.canvas import Point
from render.look import Look
from render.page import Event
from render.teutonica.layout import Layout
from render.teutonica.names import division_of, province_letters, route_numbers, space_word


class Told(msgspec.Struct, frozen=True):
    """An event, and the spaces to ring."""

    event: Event
    spaces: tuple[str, ...] = ()


def told(layout: Layout, look: Look) -> list[Told]:
    latest = look.latest
    if latest is None or not isinstance(latest.before, TeutonicaView):
        return []
    return [
        Told(Event(look.short_name(move.seat), words, at), spaces)
        for move in latest.moves
        for words, at, spaces in _tell(layout, look, latest.before, move.action)
    ]


def province_name(look: Look, view: TeutonicaView, province: str) -> str:
    """`N · South`: what the map writes, and what people call it."""
    letter = province_letters(view.board, division_of(view.seats, view.options))[province]
    return f"{letter} · {look.words.text(f'teutonica.province.{province}')}"


def space_at(layout: Layout, space: str) -> Point:
    route, slot = space.split(":")
    return layout.spaces[route][int(slot) - 1]


def _flag_of_space(layout: Layout, space: str) -> Point:
    x, y = space_at(layout, space)
    return x + 21, y - 21


def _flag_of_city(layout: Layout, city: str) -> Point:
    _, top, right, _ = layout.plaques[city]
    return right - 2, top


def _flag_of_route(layout: Layout, route: str) -> Point:
    points = layout.spaces[route]
    x, y = points[len(points) // 2]
    return x + 18, y - 24


def _flag_of_province(layout: Layout, province: str) -> Point:
    x, y = layout.land.places[province]
    return x + 32, y - 18


def _tell(
    layout: Layout, look: Look, before: TeutonicaView, action: Action
) -> Iterator[tuple[str, Point | None, tuple[str, ...]]]:
    """Words, flag and ringed spaces; nothing for decisions that only end something."""
    words, board = look.words, layout.board
    city = {entry.id: entry.name for entry in board.cities}
    match action:
        case act.Place(_, space) | act.Deploy(_, space) | act.Displace(space) | act.Relocate(space) | act.Add(_, space):
            verb = type(action).__struct_config__.tag
            yield (
                words.text(f"teutonica.did.{verb}", space=space_word(board.id, space)),
                _flag_of_space(layout, space),
                (space,),
            )
        case act.Put(origin, space):
            origin_word, space_word_ = space_word(board.id, origin), space_word(board.id, space)
            told_words = words.text("teutonica.did.put", origin=origin_word, space=space_word_)
            yield told_words, _flag_of_space(layout, space), (space,)
        case act.Create(route, outcome, target):
            number = route_numbers(board.id)[route]
            text = words.text(f"teutonica.did.create.{outcome}", route=number, target=city.get(target, target))
            at = _flag_of_city(layout, target) if target in city else _flag_of_route(layout, route)
            yield text, at, ()
        case act.Found(place):
            yield words.text("teutonica.did.found", city=city[place]), _flag_of_city(layout, place), ()
        case act.Use(marker, target):
            swapped = _flag_of_city(layout, target) if target in city else None
            yield words.text(f"teutonica.did.use.{marker}", target=city.get(target, target)), swapped, ()
        case act.Lay(marker, route):
            told_words = words.text("teutonica.did.lay", route=route_numbers(board.id)[route])
            x, y = layout.markers[route]
            yield told_words, (x + 20, y - 18), ()
        case act.Recruit(mix):
            yield words.text("teutonica.did.recruit", mix=mix), None, ()
        case act.Develop(ability):
            yield words.text("teutonica.did.develop", ability=ability.capitalize()), None, ()
        case act.Buy(tile):
            yield words.text("teutonica.did.buy", tile=words.text(f"teutonica.tile.{tile}")), None, ()
        case act.Take(kind) if kind != "none":
            yield words.text("teutonica.did.take", kind=kind), None, ()
        case act.Pawn(_, province):
            where = province_name(look, before, province)
            yield words.text("teutonica.did.pawn", province=where), _flag_of_province(layout, province), ()

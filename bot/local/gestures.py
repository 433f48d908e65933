"""What a person does at the screen, turned into the data of an interaction: commands, components, modals.

Not for the bot's answers. A wrong wish is refused here with a sentence, as a Discord client never sends one.
"""

from collections.abc import Iterator
from typing import cast

from bot.local import components
from bot.local.commands import Option, options_of
from bot.local.components import SELECTS, ComponentKind, inside, kind, walk
from bot.local.models import Json, Message, Person
from bot.local.payloads import Payloads
from bot.local.world import World

TYPED, OF_MESSAGE = 1, 3
"""Types of commands."""


class Impossible(Exception):
    """A wish that the page should not have offered."""


class Gestures:
    """Makes interaction data from what was typed and pressed."""

    def __init__(self, world: World, payloads: Payloads) -> None:
        self._world = world
        self._payloads = payloads

    # ---- commands

    def commands_for(self, person: Person, *, direct: bool) -> list[Json]:
        """The commands this person may use in such a place: typed ones, and those of a message's menu."""
        place = 1 if direct else 0
        found = []
        for command in self._all():
            contexts = cast("list[int] | None", command.get("contexts"))
            allowed = place in contexts if contexts is not None else command.get("dm_permission", True) or not direct
            needed = int(cast(str, command.get("default_member_permissions") or "0"))
            if command["type"] in (TYPED, OF_MESSAGE) and allowed and (not needed or person.manages or direct):
                found.append(command)
        return found

    def _all(self) -> list[Json]:
        return self._world.commands("") + self._world.commands(str(self._world.server))

    def command(self, words: list[str], values: dict[str, object], focused: str | None = None) -> tuple[str, Json]:
        """The name and the data of a typed command; `words` are its name and those of its subcommands."""
        command = self._named(words[0], TYPED) if words else None
        if command is None:
            raise Impossible(f"There is no command /{' '.join(words)}.")
        resolved: Json = {}
        options = self._options(command, words[1:], values, focused, resolved)
        data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
        if resolved:
            data["resolved"] = resolved
        return " ".join(words), data

    def _named(self, name: str, kind: int) -> Json | None:
        return next((one for one in self._all() if one["name"] == name and one["type"] == kind), None)

    def of_message(self, name: str, message: Message) -> Json:
        """The data of a command of a message's menu."""
        command = self._named(name, OF_MESSAGE)
        if command is None:
            raise Impossible(f"There is no command “{name}” for a message.")
        target = str(message.id)
        resolved: Json = {"messages": {target: self._payloads.message(message)}}
        return {"id": command["id"], "name": name, "type": OF_MESSAGE, "target_id": target, "resolved": resolved}

    def _options(
        self, definition: Json, words: list[str], values: dict[str, object], focused: str | None, resolved: Json
    ) -> list[Json]:
        defined = options_of(definition)
        if words:
            inner = next((one for one in defined if one["name"] == words[0] and one["type"] in (1, 2)), None)
            if inner is None:
                raise Impossible(f"There is no subcommand “{words[0]}”.")
            options = self._options(inner, words[1:], values, focused, resolved)
            return [{"type": inner["type"], "name": inner["name"], "options": options}]
        if any(one["type"] in (1, 2) for one in defined):
            raise Impossible(f"“{definition['name']}” needs a subcommand.")
        return list(self._values(defined, values, focused, resolved))

    def _values(
        self, defined: list[Json], values: dict[str, object], focused: str | None, resolved: Json
    ) -> Iterator[Json]:
        for option in defined:
            name = str(option["name"])
            if name not in values or (values[name] == "" and name != focused):
                if option.get("required") and focused is None:
                    raise Impossible(f"The option “{name}” is missing.")
                continue
            if name == focused:
                yield {"type": option["type"], "name": name, "value": str(values[name]), "focused": True}
                continue
            try:
                value = self._value(option, values[name], resolved)
            except Impossible:
                if focused is None:
                    raise
                continue  # while somebody types, another option may still be half written
            yield {"type": option["type"], "name": name, "value": value}

    def _value(self, option: Json, said: object, resolved: Json) -> object:
        name, text = option["name"], str(said)
        try:
            match option["type"]:
                case Option.STRING:
                    value: object = text
                case Option.INTEGER:
                    value = int(text)
                case Option.NUMBER:
                    value = float(text)
                case Option.BOOLEAN:
                    value = said if isinstance(said, bool) else {"true": True, "false": False}[text.lower()]
                case Option.USER | Option.MENTIONABLE:
                    value = self._resolve_person(text, resolved)
                case Option.CHANNEL:
                    value = self._resolve_channel(text, resolved)
                case _:
                    raise Impossible(f"The option “{name}” cannot be used here.")
        except (ValueError, KeyError):
            raise Impossible(f"“{text}” is no value for “{name}”.") from None
        choices = cast(list[Json], option.get("choices") or [])
        if choices and value not in [choice["value"] for choice in choices]:
            raise Impossible(f"“{text}” is none of the choices of “{name}”.")
        return value

    def _resolve_person(self, number: str, resolved: Json) -> str:
        person = self._world.people[int(number)]
        member = {key: value for key, value in self._payloads.member(person).items() if key != "user"}
        channel = self._world.text_channels()[0]
        member["permissions"] = str(self._world.permissions(person, channel))
        cast(Json, resolved.setdefault("users", {}))[number] = self._payloads.user(person)
        cast(Json, resolved.setdefault("members", {}))[number] = member
        return number

    def _resolve_channel(self, number: str, resolved: Json) -> str:
        channel = self._world.channels[int(number)]
        payload = self._payloads.channel(channel) | {
            "permissions": str(self._world.permissions(self._world.bot, channel))
        }
        cast(Json, resolved.setdefault("channels", {}))[number] = payload
        return number

    # ---- components

    def component(self, message: Message, custom_id: str, values: list[str]) -> Json:
        found = next((one for one in walk(message.components) if one.get("custom_id") == custom_id), None)
        if found is None or found.get("disabled"):
            raise Impossible("This button is gone.")
        data: Json = {"custom_id": custom_id, "component_type": found["type"], "id": found["id"]}
        if kind(found) in SELECTS:
            data |= self._selection(found, values)
        return data

    def _selection(self, select: Json, values: list[str]) -> Json:
        low, high = int(cast(int, select.get("min_values", 1))), int(cast(int, select.get("max_values", 1)))
        if not low <= len(values) <= high:
            raise Impossible(f"Choose {low} to {high}.")
        resolved: Json = {}
        try:
            match kind(select):
                case ComponentKind.STRING_SELECT:
                    offered = [option["value"] for option in cast(list[Json], select["options"])]
                    if any(value not in offered for value in values):
                        raise Impossible("This choice is not offered.")
                case ComponentKind.USER_SELECT | ComponentKind.MENTIONABLE_SELECT:
                    for value in values:
                        self._resolve_person(value, resolved)
                case ComponentKind.CHANNEL_SELECT:
                    for value in values:
                        self._resolve_channel(value, resolved)
        except (KeyError, ValueError):
            raise Impossible("This choice is not offered.") from None
        return {"values": values} | ({"resolved": resolved} if resolved else {})

    # ---- modals

    def modal(self, modal: Json, values: dict[str, object]) -> Json:
        """What was filled in, by custom id, in the places the modal has for it."""
        parts = cast(list[Json], modal["components"])
        shown = [self._filled(part, values) for part in parts]
        return {"custom_id": modal["custom_id"], "components": [one for one in shown if one is not None]}

    def _filled(self, part: Json, values: dict[str, object]) -> Json | None:
        payload: Json = {"type": part["type"], "id": part["id"]}
        match kind(part):
            case ComponentKind.ROW:
                return payload | {"components": [self._filled(one, values) for one in inside(part)]}
            case ComponentKind.LABEL:
                return payload | {"component": self._filled(inside(part)[0], values)}
            case ComponentKind.TEXT:
                return payload
        custom_id = str(part["custom_id"])
        value = values.get(custom_id, "")
        payload["custom_id"] = custom_id
        if part.get("required", True) and value in ("", [], None):
            raise Impossible("Fill in what is marked as required.")
        if kind(part) in (ComponentKind.TEXT_INPUT, ComponentKind.CHECKBOX, ComponentKind.RADIO_GROUP):
            return payload | {"value": value}
        chosen = [str(one) for one in cast(list[object], value or [])]
        return payload | (self._selection(part, chosen) if kind(part) in components.SELECTS else {"values": chosen})

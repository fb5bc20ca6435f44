"""Examples at the members of a schema, gathered from whole example documents: so each of them is true.

>>> defs = {"Spot": {"properties": {"x": {"type": "integer"}}}}
>>> harvest = Harvest(defs)
>>> harvest.walk({"$ref": "#/$defs/Spot"}, {"x": 4})
>>> harvest.put()
>>> defs["Spot"]["properties"]["x"]["examples"]
[4]
"""

from __future__ import annotations

from typing import Any

MOST = 3
"""Examples of one member."""


class Harvest:
    """Walks documents along a schema and notes the values of each member."""

    def __init__(self, defs: dict[str, Any]) -> None:
        self.defs = defs
        self.found: dict[int, tuple[dict[str, Any], list[Any]]] = {}

    def walk(self, node: dict[str, Any], value: Any) -> None:
        """Note the values of a document that is valid against a node of the schema."""
        for part in self._parts(node, value):
            if isinstance(value, dict):
                for key, item in value.items():
                    member = part.get("properties", {}).get(key)
                    if member is not None:
                        self._note(member, item)
                        self.walk(member, item)
            elif isinstance(value, list):
                for n, item in enumerate(value):
                    before = part.get("prefixItems", ())
                    after = part.get("items")
                    if n < len(before):
                        self.walk(before[n], item)
                    elif isinstance(after, dict):
                        self.walk(after, item)

    def put(self) -> None:
        """Write what was found as the examples of each member; others keep those they have, or get their
        default.
        """
        for member, values in self.found.values():
            member["examples"] = values
        for part in self.defs.values():
            for member in part.get("properties", {}).values():
                if "examples" not in member and "default" in member:
                    member["examples"] = [member["default"]]

    def _note(self, member: dict[str, Any], value: Any) -> None:
        _, values = self.found.setdefault(id(member), (member, []))
        if len(values) < MOST and not any(v == value and type(v) is type(value) for v in values):
            values.append(value)

    def _parts(self, node: dict[str, Any], value: Any) -> list[dict[str, Any]]:
        """The node and everything it stands for that this value may be."""
        out = [node]
        if "$ref" in node:
            out += self._parts(self.defs[node["$ref"].rpartition("/")[2]], value)
        for key in ("allOf", "anyOf", "oneOf"):
            for part in node.get(key, ()):
                if self._may_be(part, value):
                    out += self._parts(part, value)
        return out

    def _may_be(self, node: dict[str, Any], value: Any) -> bool:
        """Whether nothing that a node says of its tags and types speaks against a value."""
        if "$ref" in node:
            return self._may_be(self.defs[node["$ref"].rpartition("/")[2]], value)
        if node.get("type") == "object" and not isinstance(value, dict):
            return False
        if node.get("type") == "array" and not isinstance(value, list):
            return False
        if isinstance(value, dict):
            for key, member in node.get("properties", {}).items():
                if len(member.get("enum", ())) == 1 and value.get(key) != member["enum"][0]:
                    return False
        return True

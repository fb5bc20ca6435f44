"""The golden documents, and what they play to; run as a program it writes the latter anew."""

import json
from pathlib import Path
from typing import Any

from tests.engine.scenarios import play

GOLDEN = sorted((Path(__file__).resolve().parents[1] / "data" / "scenarios").glob("v*-*.json"))


def outcome(document: Any) -> dict[str, Any]:
    """Where a document ends today, by which steps, and which of its claims hold."""
    told = play(document)
    return {
        "ends": {row["name"]: row["end"] for row in told["lines"]},
        "steps": {row["name"]: [step["id"] for step in row["steps"]] for row in told["lines"]},
        "holds": [row["holds"] for row in told["claims"]],
    }


if __name__ == "__main__":
    for path in GOLDEN:
        kept = json.loads(path.read_text(encoding="utf-8"))
        kept |= outcome(kept["document"])
        path.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")

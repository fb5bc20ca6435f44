"""One problem of a content pack, at its file and line."""

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Problem:
    path: str
    line: int
    message: str
    suggestion: str = ""
    level: str = "error"  # error | warning

    def __str__(self) -> str:
        level = "warning: " if self.level == "warning" else ""
        hint = f"; did you mean {self.suggestion}?" if self.suggestion else ""
        return f"{self.path}:{self.line}: {level}{self.message}{hint}"


class BadContent(Exception):
    """The packs cannot be loaded; `problems` holds every reason."""

    def __init__(self, problems: list[Problem]):
        self.problems = problems
        super().__init__("\n".join(map(str, problems)))


def errors(problems: list[Problem]) -> list[Problem]:
    return [problem for problem in problems if problem.level == "error"]

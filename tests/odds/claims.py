"""The claims of the source documents that can be checked, with the figures that decide them.

`python -m tests.odds.claims` prints the tables of docs/CLAIMS.md. The claims are told in
our words; the verdicts are worked out, none is written down.
"""

from tests.odds.method_die_claims import method_die_claims
from tests.odds.two_dice_claims import chart_claims, two_dice_claims


def tables() -> str:
    """The tables of the page, as Markdown."""
    parts = []
    for title, claims in (
        ("The Method die", method_die_claims()),
        ("The two-dice methods", two_dice_claims()),
        ("The selection chart", chart_claims()),
    ):
        rows = [
            f"| {told.said} | {told.document} | {told.verdict} | {told.figures} | {told.seen} |"
            for told in claims
        ]
        heading = "| claim, in our words | document | verdict | figures | command |"
        parts.append("\n".join([f"## {title}", "", heading, "|---|---|---|---|---|", *rows]))
    return "\n\n".join(parts)


if __name__ == "__main__":
    print(tables())

#!/usr/bin/env python3
"""Makes the fonts of the common emoji from the fonts of the set, and their style sheet.

Run it with fonttools and brotli installed when the package of the set changes:
python3 gateway/web/emoji/common/make.py
"""
import re
from pathlib import Path

from fontTools import subset

FOLDER = Path(__file__).parent
SET = FOLDER.parents[3] / "node_modules/@infolektuell/noto-color-emoji"
# By the published statistics of the Unicode Consortium, and what teams react with.
COMMON = (
    "😂❤🤣👍😭🙏😘🥰😍😊🎉😁💕🥺😅🔥☺🤦🤷🙄😆🤗😉🎂🤔👏🙂😳🥳😎👌💜😔💪✨💖👀😋😏😢👉💗😩💯🌹💞🎈💙😃😡💐😜🙈🤞😄🙌🤪😀💔"
    "😌🤩🙃😬😱😴🤭😐🌞😒😇🌸🎶✌🎊😞💚☀🖤👑🎁💥🙋☹😑👈👇✅👋🚀⭐❌⚠👎🐛💡📌📎📅🔒🧵☕🍺🍕✔❓❗🐙🛠🚧🤝🫡🟢🔴🎯📝🏆⏳"
)
# Asks for the coloured form of a character.
COLOURED = 0xFE0F


def spans(text):
    for span in text.split(","):
        start, _, end = span.strip()[2:].partition("-")
        yield int(start, 16), int(end or start, 16)


rules = ["/* Made by make.py. Later rules are preferred for the characters in their ranges. */"]
points = sorted({ord(character) for character in COMMON})
sheet = (SET / "index.css").read_text()
for file, ranges in re.findall(r"url\(\./(files/[\w.]+)\)[^}]*unicode-range: ([^;]+);", sheet):
    here = [point for point in points if any(a <= point <= b for a, b in spans(ranges))]
    if not here:
        continue
    options = subset.Options(flavor="woff2", desubroutinize=True)
    font = subset.load_font(str(SET / file), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[*here, COLOURED])
    subsetter.subset(font)
    name = f"common-emoji-{Path(file).name}"
    subset.save_font(font, str(FOLDER / name), options)
    listed = ", ".join(f"U+{point:x}" for point in [*here, COLOURED])
    rules.append(
        "@font-face {\n"
        '  font-family: "Noto Color Emoji";\n'
        "  font-display: swap;\n"
        f'  src: url("./{name}") format(woff2) tech(color-COLRv1);\n'
        f"  unicode-range: {listed};\n"
        "}"
    )
(FOLDER / "common-emoji.css").write_text("\n".join(rules) + "\n")

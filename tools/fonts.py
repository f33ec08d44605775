"""The site's own fonts, made when the package is built, with a font of symbols from the drawings of the cards.

Source Sans and Source Serif are cut down to the characters that the pages print. Writes `src/feltlab/web/static/fonts`,
which is not in git.

A font's address has the hash of its contents, so that a browser may keep it forever.
"""

import json
from hashlib import blake2b
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
STATIC = ROOT / "src" / "feltlab" / "web" / "static"
FACES = (
    ("sans", 400, "normal", "font_source_sans_pro", "SourceSansPro-Regular.otf"),
    ("sans", 600, "normal", "font_source_sans_pro", "SourceSansPro-Semibold.otf"),
    ("sans", 700, "normal", "font_source_sans_pro", "SourceSansPro-Bold.otf"),
    ("serif", 400, "italic", "font_source_serif_pro", "SourceSerifPro-It.otf"),
    ("serif", 600, "normal", "font_source_serif_pro", "SourceSerifPro-Semibold.otf"),
    ("serif", 700, "normal", "font_source_serif_pro", "SourceSerifPro-Bold.otf"),
)
CHARACTERS = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x100)))) + "–—‘’“”•…′‹›−≈≠≤≥√"
"""What every face has; a build fails where one has not."""
SUITS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
ARROWS = "←↑→↓"
"""In the upright faces alone."""
FEATURES = ("kern", "tnum", "lnum", "liga", "ccmp", "mark", "locl")
SCALE = {"sans": 105, "serif": 100}
"""Per cent: Source Sans has lower small letters than most sans faces, and the felts have small print."""
SAMPLE = "the lab solves every game exactly and tells what each bet costs the player and how often it is paid"
STAND_INS = (
    ("sans", 400, "Arial", ("Arial", "Liberation Sans"), 437),
    ("sans", 600, "Arial", ("Arial Bold", "Liberation Sans Bold"), 470),
    ("sans", 700, "Arial", ("Arial Bold", "Liberation Sans Bold"), 470),
    ("sans", 400, "DejaVu", ("DejaVu Sans",), 502),
    ("sans", 600, "DejaVu", ("DejaVu Sans Bold",), 565),
    ("sans", 700, "DejaVu", ("DejaVu Sans Bold",), 565),
    ("serif", 400, "Times", ("Times New Roman Italic", "Liberation Serif Italic"), 394),
    ("serif", 600, "Times", ("Times New Roman Bold", "Liberation Serif Bold"), 415),
    ("serif", 700, "Times", ("Times New Roman Bold", "Liberation Serif Bold"), 415),
    ("serif", 400, "DejaVu", ("DejaVu Serif Italic",), 503),
    ("serif", 600, "DejaVu", ("DejaVu Serif Bold",), 553),
    ("serif", 700, "DejaVu", ("DejaVu Serif Bold",), 553),
)
"""Fonts that most machines have, shown until ours are there, and how wide a letter of SAMPLE is in thousandths of their
size. Each is scaled to the face that it stands for, so that lines break where they will break."""
UNITS = 1000
MADE = 3_600_000_000
"""When, as fonts write it, every font was made: the same bytes whenever it is built."""


def characters_of(style: str) -> str:
    return CHARACTERS + ("" if style == "italic" else ARROWS)


def signs(marks: dict[str, dict[str, str]]) -> dict[str, str]:
    """Each sign of running text and its outline in a box of 20 by 20."""
    return {sign: marks["suits"][suit] for sign, suit in SUITS.items()} | marks["signs"]


def renamed(font: Any, family: str) -> None:
    """The licence keeps the name Source for unchanged copies; whose the font is and how it is licensed stays in it."""
    kept = {0, 7, 8, 9, 11, 12, 13, 14}
    names = font["name"]
    names.names = [record for record in names.names if record.nameID in kept and record.platformID == 3]
    plain = family.replace(" ", "")
    for number, words in ((1, family), (2, "Regular"), (3, plain), (4, family), (6, plain)):
        names.setName(words, number, 3, 1, 0x409)
    if "CFF " in font:
        top = font["CFF "].cff
        top.fontNames = [plain]
        top.topDictIndex[0].FullName = top.topDictIndex[0].FamilyName = family


def width_of(source: Path) -> float:
    """The mean width of a letter of SAMPLE, in thousandths of the font's size."""
    from fontTools.ttLib import TTFont

    font = TTFont(source)
    names, widths = font.getBestCmap(), font["hmtx"]
    per_em: float = UNITS / font["head"].unitsPerEm
    total: float = sum(widths[names[ord(letter)]][0] for letter in SAMPLE)
    return per_em * total / len(SAMPLE)


def cut(source: Path, wanted: str, family: str) -> bytes:
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    font = TTFont(source)
    missing = sorted(set(wanted) - set(map(chr, font.getBestCmap())))
    if missing:
        raise SystemExit(f"{source.name} has no {' '.join(missing)}")
    options = Options(hinting=False, desubroutinize=True, layout_features=list(FEATURES), name_IDs=["*"])
    subsetter = Subsetter(options)
    subsetter.populate(text=wanted)
    subsetter.subset(font)
    renamed(font, family)
    return packed(font)


def packed(font: Any) -> bytes:
    made = BytesIO()
    font.flavor = "woff2"
    font["head"].created = font["head"].modified = MADE
    font.recalcTimestamp = False
    font.save(made)
    return made.getvalue()


def drawn(outlines: dict[str, str]) -> bytes:
    """A font of signs. They stand on the line and are as high as capitals; the pages set their own line heights."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.t2CharStringPen import T2CharStringPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.svgLib.path import parse_path

    high, wide, low = 700, 760, -40
    scale = (high - low) / 20
    names = {sign: f"u{ord(sign):04X}" for sign in outlines}
    glyphs = {}
    for sign, outline in outlines.items():
        pen = T2CharStringPen(wide, None)
        parse_path(outline, TransformPen(pen, (scale, 0, 0, -scale, (wide - 20 * scale) / 2, high)))
        glyphs[names[sign]] = pen.getCharString()
    blank = T2CharStringPen(wide, None).getCharString()
    order = [".notdef", *glyphs]
    builder = FontBuilder(UNITS, isTTF=False)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap({ord(sign): name for sign, name in names.items()})
    builder.setupCFF("FeltlabSigns", {"FullName": "Feltlab Signs"}, {".notdef": blank, **glyphs}, {})
    builder.setupHorizontalMetrics(dict.fromkeys(order, (wide, 0)))
    builder.setupHorizontalHeader(ascent=984, descent=-273)  # as Source Sans, so that no line grows by a sign
    builder.setupNameTable({"familyName": "Feltlab Signs", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=984, sTypoDescender=-273, usWinAscent=984, usWinDescent=273)
    builder.setupPost()
    return packed(builder.font)


def rule(family: str, file: str, weight: int | str, style: str, span: str = "", scale: int = 100) -> str:
    lines = [
        f'font-family: "{family}"', f"font-weight: {weight}", f"font-style: {style}", "font-display: swap",
        f'src: url("{file}") format("woff2")',
    ]  # fmt: skip
    if span:
        lines.append(f"unicode-range: {span}")
    if scale != 100:
        lines.append(f"size-adjust: {scale}%")
    return "@font-face { " + "; ".join(lines) + "; }\n"


def stand_in(family: str, names: tuple[str, ...], weight: int, style: str, scale: float) -> str:
    local = ", ".join(f'local("{name}")' for name in names)
    return (
        f'@font-face {{ font-family: "{family}"; font-weight: {weight}; font-style: {style}; src: {local};'
        f" size-adjust: {scale:.1f}%; }}\n"
    )


def build(target: Path = STATIC / "fonts") -> None:
    marks = json.loads((STATIC / "site" / "marks.json").read_text("utf-8"))
    outlines = signs(marks)
    made: dict[str, bytes] = {}
    css = "/* Made by tools/fonts.py. */\n"

    def put(name: str, content: bytes) -> str:
        file = f"{name}.{blake2b(content, digest_size=6).hexdigest()}.woff2"
        made[file] = content
        return file

    span = ", ".join(f"U+{ord(sign):X}" for sign in sorted(outlines))
    signs_file = put("signs", drawn(outlines))
    for kind, weight, style, package, source in FACES:
        family = f"Feltlab {kind.title()}"
        path = Path(str(files(package) / "files" / source))
        name = f"{kind}-{weight}{'i' if style == 'italic' else ''}"
        file = put(name, cut(path, characters_of(style), family))
        css += rule(family, file, weight, style, scale=SCALE[kind])
        for kind_of, weight_of, shown, names, width in STAND_INS:
            if (kind_of, weight_of) == (kind, weight):
                css += stand_in(f"{family} in {shown}", names, weight, style, SCALE[kind] * width_of(path) / width)
        made[f"LICENSE-{kind}.txt"] = (path.parent / "LICENSE.txt").read_bytes()
    css += rule("Feltlab Signs", signs_file, "100 900", "normal", span)
    made["fonts.css"] = css.encode()
    target.mkdir(parents=True, exist_ok=True)
    for old in target.iterdir():
        if old.name not in made:
            old.unlink()
    for file, content in made.items():
        (target / file).write_bytes(content)


if __name__ == "__main__":
    build()

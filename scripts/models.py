#!/usr/bin/env python3
"""Derives what is mechanical about the library models in crates/pm_lower/src/models:

- the float and long double variants of math/*.c (math/f/, math/l/) from the double ones;
- table.rs, which lists what each unit defines.

Run it after any change of a model. A unit test of pm_lower checks that the table is right.
"""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent / "crates/pm_lower/src/models"
# A definition starts in the first column; bodies and initialisers are indented.
FUNCTION = re.compile(r"^(?!\s|static\b|typedef\b|extern\b|struct \w+ \{|//)[\w ()\*]*?\**(\b\w+)\((?:[^;{]|\n)*\) \{$", re.M)
VARIABLE = re.compile(r"^(?!static\b|typedef\b|extern\b|struct \w+ \{|//|[ }])[\w ]*?\**(\w+) = ", re.M)
BUILTIN = re.compile(
    r"__builtin_(fabs|floor|ceil|trunc|round|rint|fmod|remainder|sqrt|fma|copysign|scalbn|nan|inf)\b(?=\()"
)


def defines(text):
    return [m.group(1) for m in FUNCTION.finditer(text)] + [m.group(1) for m in VARIABLE.finditer(text)]


def variant(text, suffix, real):
    choose = {"f": 1, "l": 2}[suffix]
    text = re.sub(r"(-?\d+) /\* float: (-?\d+), long double: (-?\d+) \*/", lambda m: m.group(1 + choose), text)
    text = BUILTIN.sub(lambda m: m.group(0) if m.group(1) == "nan" else m.group(0) + suffix, text)
    for name in sorted({*defines(text), "__pm_near"}, key=len, reverse=True):
        text = re.sub(rf"(?<![\w]){name}(?=\()", name + suffix, text)
        text = text.replace(f'"{name} ', f'"{name}{suffix} ')
    text = text.replace("__VERIFIER_nondet_double", "__VERIFIER_nondet_" + real.replace(" ", "_"))
    return re.sub(r"\bdouble\b", real, text) if suffix == "f" else re.sub(r"(?<!long )\bdouble\b", real, text)


def main():
    for suffix, real in (("f", "float"), ("l", "long double")):
        (ROOT / "math" / suffix).mkdir(exist_ok=True)
        for path in sorted((ROOT / "math").glob("*.c")):
            if path.name == "nexttoward.c":
                continue
            made = variant(path.read_text(), suffix, real)
            note = f"// Made by scripts/models.py from math/{path.name}.\n"
            (ROOT / "math" / suffix / path.name).write_text(note + made)
    out = ["//! The units of the library models and what each defines. Made by scripts/models.py.", ""]
    out += ["use super::Model;", "", "pub(super) static MODELS: &[Model] = &["]
    for path in sorted(ROOT.rglob("*.c")):
        unit = path.relative_to(ROOT).as_posix()
        names = ", ".join(f'"{n}"' for n in sorted(defines(path.read_text())))
        out.append("    Model {")
        out.append(f'        name: "<proofmark/{unit}>",')
        out.append(f'        text: include_str!("{unit}"),')
        out.append(f"        defines: &[{names}],")
        out.append("    },")
    out.append("];")
    (ROOT / "table.rs").write_text("\n".join(out) + "\n")


if __name__ == "__main__":
    main()

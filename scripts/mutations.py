"""Mutations of text: bytes flipped, tokens dropped, doubled and swapped, lines cut, parts of other texts spliced in."""
import re

TOKEN = re.compile(rb"[A-Za-z_]\w*|\d[\w.]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|\s+|[-+*/%&|^<>=!]=|&&|\|\||<<|>>|->|\+\+|--|.", re.S)
INTERESTING = [b"(", b")", b"{", b"}", b"[", b"]", b";", b",", b"*", b"&", b"struct", b"union", b"enum", b"typedef", b"sizeof",
               b"0", b"-1", b"1.5f", b"0x7fffffff", b"18446744073709551615u", b"'a'", b"\"s\"", b"int", b"void", b"static", b"?", b":",
               b"case", b"default", b"goto", b"return", b"__attribute__((packed))", b"typeof", b"...", b"=", b".", b"->", b"\\", b"#", b"\x00", b"\xff",
               b"_Bool", b"long double", b"__int128", b"_Alignas(64)", b"__builtin_offsetof", b"do", b"while", b"for", b"if", b"else", b"switch"]


def flip_bytes(r, text, _):
    data = bytearray(text)
    for _ in range(r.choice([1, 1, 2, 8])):
        if data:
            data[r.randrange(len(data))] = r.choice([r.randrange(256), r.randrange(32, 127)])
    return bytes(data)


def change_tokens(r, text, _):
    tokens = TOKEN.findall(text)
    for _ in range(r.choice([1, 1, 2, 5])):
        if len(tokens) < 2:
            break
        i, j = r.randrange(len(tokens)), r.randrange(len(tokens))
        action = r.randrange(5)
        if action == 0:
            del tokens[i]
        elif action == 1:
            tokens.insert(i, tokens[i])
        elif action == 2:
            tokens[i], tokens[j] = tokens[j], tokens[i]
        elif action == 3:
            tokens[i] = r.choice(INTERESTING)
        else:
            tokens.insert(i, b" " + r.choice(INTERESTING) + b" ")
    return b"".join(tokens)


def cut_lines(r, text, _):
    lines = text.split(b"\n")
    i = r.randrange(len(lines))
    del lines[i:i + r.choice([1, 1, 2, 5, 20])]
    return b"\n".join(lines)


def splice(r, text, files):
    lines, other = text.split(b"\n"), r.choice(files).split(b"\n")
    i, j = r.randrange(len(lines)), r.randrange(len(other))
    return b"\n".join(lines[:i] + other[j:j + r.choice([1, 3, 10, 50])] + lines[i:])


def truncate(r, text, _):
    return text[:r.randrange(len(text) + 1)]


def repeat_piece(r, text, _):
    """A short piece many times: deep nesting, long lists."""
    i = r.randrange(len(text) + 1)
    piece = text[i:i + r.choice([1, 1, 2, 5, 20])]
    return text[:i] + piece * r.choice([10, 1000, 20000]) + text[i:]


MUTATIONS = [flip_bytes, change_tokens, change_tokens, change_tokens, cut_lines, splice, truncate, repeat_piece]


def mutate(r, text, texts):
    for _ in range(r.choice([1, 1, 1, 2, 3])):
        text = r.choice(MUTATIONS)(r, text, texts)
    return text

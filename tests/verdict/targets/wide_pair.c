// With 16 bits a wide character beyond them is two.
// run: bmc --LLP64
// expect: proved
int main(void) {
    unsigned short text[] = L"\U0001F600";
    __CPROVER_assert(sizeof(L"\U0001F600") == 6 && sizeof text == 6, "size");
    __CPROVER_assert(text[0] == 0xd83d && L"a\U0001F600"[2] == 0xde00, "units");
    return 0;
}

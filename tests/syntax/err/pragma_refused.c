// expect: unsupported
#pragma GCC optimize("O2")
#pragma GCC optimize("-ffast-math") // error: floating-point operations would not be those of IEEE 754
#pragma STDC FENV_ACCESS ON
#pragma STDC FENV_ROUND FE_UPWARD // error: the rounding mode is always to nearest
#pragma redefine_extname f g // error: a name of the linker would be another one
#pragma scalar_storage_order big-endian // error: only the target's byte order is known
#pragma scalar_storage_order default
#pragma ms_struct on // error: objects would have another layout
int main(void) { return 0; }

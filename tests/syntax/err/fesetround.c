// expect: unsupported
#include <fenv.h>
int main(void)
{
    return fesetround(FE_DOWNWARD); // error: changes of the floating-point environment are not supported
}

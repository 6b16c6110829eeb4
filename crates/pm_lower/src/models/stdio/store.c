// Where formatted input goes: an integer of the size that the letters before the conversion say.
typedef typeof(sizeof(0)) size_t;

void __pm_store_integer(int size, void *target, unsigned long long value) {
    switch (size) {
    case 'H':
        *(unsigned char *)target = (unsigned char)value;
        break;
    case 'h':
        *(unsigned short *)target = (unsigned short)value;
        break;
    case 'l':
        *(unsigned long *)target = (unsigned long)value;
        break;
    case 'L':
        *(unsigned long long *)target = value;
        break;
    case 'z':
        *(size_t *)target = (size_t)value;
        break;
    default:
        *(unsigned int *)target = (unsigned int)value;
        break;
    }
}

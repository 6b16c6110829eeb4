// A number that is no address gives no access, and neither does one that never comes to code elsewhere.
// expect: safe
void receive(unsigned long address, unsigned size);
void reach_error(void);
static unsigned long place;
int main(void) {
    unsigned char answer[2] = {0};
    place = (unsigned long)answer;
    receive(place & 3, 2);
    receive(0x40000000, 2);
    if (answer[1] != 0) reach_error();
    return 0;
}

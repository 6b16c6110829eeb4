/* Loops over a byte array. */
enum { N = 200000 };
static unsigned char composite[N];
int main(void)
{
    int count = 0;
    for (int round = 0; round < 10; round++) {
        count = 0;
        for (int i = 0; i < N; i++)
            composite[i] = 0;
        for (int i = 2; i < N; i++) {
            if (composite[i])
                continue;
            count++;
            for (int j = i; j < N - i; j += i)
                composite[j + i] = 1;
        }
    }
    return count == 17984 ? 0 : 1;
}

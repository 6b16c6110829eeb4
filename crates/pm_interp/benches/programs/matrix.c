/* Two-dimensional arrays of int and of double. */
enum { N = 100 };
static int a[N][N], b[N][N], c[N][N];
static double x[N][N], y[N][N], z[N][N];
int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i - j;
            b[i][j] = i + j;
            x[i][j] = i * 0.5;
            y[i][j] = j * 0.25;
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int sum = 0;
            double product = 0;
            for (int k = 0; k < N; k++) {
                sum += a[i][k] * b[k][j];
                product += x[i][k] * y[k][j];
            }
            c[i][j] = sum;
            z[i][j] = product;
        }
    return c[3][4] == -332100 && z[2][4] == 100.0 ? 0 : 1;
}

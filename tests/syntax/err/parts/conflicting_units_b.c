struct other { int a[3]; };
struct other value; // error: value

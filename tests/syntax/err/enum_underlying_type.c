enum too_small : unsigned char { A = 256 }; // error: enumerator value outside the range of the enumeration's type
enum no_integer : float { B };              // error: the underlying type of an enumeration is no integer type

//! Functions of the C library that have no model, for programs that declare them without a header: C reserves these names (C11 7.1.3).

/// Those of C11 that take pointers, in order.
#[rustfmt::skip]
const UNMODELLED: &[&str] = &[
    "c16rtomb", "c32rtomb", "cnd_broadcast", "cnd_destroy", "cnd_init", "cnd_signal", "cnd_timedwait", "cnd_wait",
    "fegetenv", "fegetexceptflag", "feholdexcept", "fesetenv", "fesetexceptflag", "feupdateenv", "fgetpos", "fgetwc",
    "fgetws", "fputwc", "fputws", "fsetpos", "fwide", "fwprintf", "fwscanf", "getwc", "mblen", "mbrlen", "mbrtoc16",
    "mbrtoc32", "mbrtowc", "mbsinit", "mbsrtowcs", "mbstowcs", "mbtowc", "putwc", "raise", "swscanf",
    "thrd_create", "thrd_join", "thrd_sleep", "timespec_get", "tmpnam", "tss_create", "ungetwc", "vfwprintf",
    "vfwscanf", "vswscanf", "vwprintf", "vwscanf", "wcrtomb", "wcscoll", "wcsftime", "wcsrtombs", "wcstod", "wcstof",
    "wcstok", "wcstol", "wcstold", "wcstoll", "wcstombs", "wcstoul", "wcstoull", "wcsxfrm", "wctomb", "wctrans",
    "wctype", "wprintf", "wscanf",
];

/// Those whose argument must be a wide character or `WEOF` (C11 7.30.1p2), in order.
#[rustfmt::skip]
const WIDE: &[&str] = &[
    "iswalnum", "iswalpha", "iswblank", "iswcntrl", "iswctype", "iswdigit", "iswgraph", "iswlower", "iswprint", "iswpunct", "iswspace",
    "iswupper", "iswxdigit", "towctrans", "towlower", "towupper",
];

/// Is something demanded of its arguments although they are numbers?
pub(crate) fn demands_of_numbers(name: &str) -> bool {
    WIDE.binary_search(&name).is_ok()
}

pub(crate) fn is_function(name: &str) -> bool {
    UNMODELLED.binary_search(&name).is_ok() || demands_of_numbers(name)
}

#[cfg(test)]
mod tests {
    use super::{UNMODELLED, WIDE};

    #[test]
    fn names_are_in_order_and_have_no_model() {
        assert!(UNMODELLED.is_sorted() && WIDE.is_sorted());
        for name in UNMODELLED.iter().chain(WIDE) {
            assert!(crate::models::model_for(name).is_none(), "{name} has a model");
        }
    }
}

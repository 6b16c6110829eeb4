//! Functions of the C library that have no model, for programs that declare them without a header: C reserves these names (C11 7.1.3).

/// Those of C11 that take pointers, in order.
#[rustfmt::skip]
const UNMODELLED: &[&str] = &[
    "c16rtomb", "c32rtomb", "cnd_broadcast", "cnd_destroy", "cnd_init", "cnd_signal", "cnd_timedwait", "cnd_wait",
    "fegetenv", "fegetexceptflag", "feholdexcept", "fesetenv", "fesetexceptflag", "feupdateenv", "fgetpos", "fgetwc",
    "fgetws", "fputwc", "fputws", "fsetpos", "fwide", "fwprintf", "fwscanf", "getwc", "mblen", "mbrlen", "mbrtoc16",
    "mbrtoc32", "mbrtowc", "mbsinit", "mbsrtowcs", "mbstowcs", "mbtowc", "putwc", "raise", "signal", "swscanf",
    "thrd_create", "thrd_join", "thrd_sleep", "timespec_get", "tmpnam", "tss_create", "ungetwc", "vfwprintf",
    "vfwscanf", "vswscanf", "vwprintf", "vwscanf", "wcrtomb", "wcscoll", "wcsftime", "wcsrtombs", "wcstod", "wcstof",
    "wcstok", "wcstol", "wcstold", "wcstoll", "wcstombs", "wcstoul", "wcstoull", "wcsxfrm", "wctomb", "wctrans",
    "wctype", "wprintf", "wscanf",
];

pub(crate) fn is_function(name: &str) -> bool {
    UNMODELLED.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::UNMODELLED;

    #[test]
    fn names_are_in_order_and_have_no_model() {
        assert!(UNMODELLED.is_sorted());
        for name in UNMODELLED {
            assert!(crate::models::model_for(name).is_none(), "{name} has a model");
        }
    }
}

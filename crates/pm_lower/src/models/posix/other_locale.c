// The locale is one of which nothing is known.
_Bool __pm_other_locale = 0;

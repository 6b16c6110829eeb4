#!/bin/sh
echo this was run >&2
exec "$@"

#!/bin/sh
# A solver whose behaviour is in the file beside the name that it was started by.
. "$0.body"

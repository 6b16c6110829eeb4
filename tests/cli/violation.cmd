A violation names the property, the place, the values and the calls that led there, and exits with 10.

$ proofmark run examples/ring_buffer.c --inputs examples/ring_buffer.inputs
? 10

A violation names the property, the place, the values and the calls that led there, and exits with 10.

$ proofmark run examples/ring_buffer.c --inputs examples/ring_buffer.inputs
? 10
frame with sum 6
examples/ring_buffer.c:40:9: error: [receive.bounds.1] array index in bounds in frame[length++]: index 6, array has 6 elements
   40 |         frame[length++] = byte;
      |         ^~~~~~~~~~~~~~~
examples/ring_buffer.c:58:26: note: in `receive`, called from `main` here
   58 |             int answer = receive((uint8_t)next);
      |                          ^~~~~~~~~~~~~~~~~~~~~~

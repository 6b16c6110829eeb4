// The receive buffer of a serial driver, with the commands that a line may hold.
//
// Bytes come from the line (nondeterministic: give them with --inputs). There is a mistake in it: a frame that is one byte
// longer than the frame buffer is not refused. `examples/ring_buffer.inputs` holds such a line.

#include <stdint.h>
#include <stdio.h>

#define RING_SIZE 8 // a power of two
#define FRAME_MAX 6

extern int __VERIFIER_nondet_int(void);

static struct {
    uint8_t data[RING_SIZE];
    uint8_t head, tail; // free-running counters
} ring;

static int put(uint8_t byte) {
    if ((uint8_t)(ring.head - ring.tail) == RING_SIZE)
        return 0;
    ring.data[ring.head++ % RING_SIZE] = byte;
    return 1;
}

static int get(void) {
    if (ring.head == ring.tail)
        return -1;
    return ring.data[ring.tail++ % RING_SIZE];
}

static uint8_t frame[FRAME_MAX];
static unsigned length;

// A frame ends with a zero byte. The sum of its bytes is its answer.
static int receive(uint8_t byte) {
    if (byte != 0) {
        if (length > FRAME_MAX) // one too late
            length = 0;
        frame[length++] = byte;
        return -1;
    }
    int sum = 0;
    for (unsigned i = 0; i < length; i++)
        sum += frame[i];
    length = 0;
    return sum;
}

int main(void) {
    for (int tick = 0; tick < 20; tick++) {
        int byte = __VERIFIER_nondet_int();
        if (byte < 0)
            break;
        put((uint8_t)byte);
        int next;
        while ((next = get()) >= 0) {
            int answer = receive((uint8_t)next);
            if (answer >= 0)
                printf("frame with sum %d\n", answer);
        }
    }
    return 0;
}

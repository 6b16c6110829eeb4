/* Tables with linear interpolation between their points, and the last value beyond them. */
#include "tables.h"

#define SPEEDS 5
#define PRESSURES 4
#define ANGLES 4

static const real32_T speeds[SPEEDS] = {50.0F, 200.0F, 350.0F, 500.0F, 650.0F};
static const real32_T pressures[PRESSURES] = {0.05F, 0.35F, 0.65F, 0.95F};
static const real32_T angles[ANGLES] = {3.0F, 15.0F, 40.0F, 90.0F};

static const real32_T pumping[SPEEDS * PRESSURES] = {
    0.0025F, 0.0061F, 0.0079F, 0.0088F,
    0.0042F, 0.0089F, 0.0104F, 0.0112F,
    0.0048F, 0.0097F, 0.0115F, 0.0125F,
    0.0044F, 0.0092F, 0.0109F, 0.0118F,
    0.0037F, 0.0081F, 0.0098F, 0.0106F,
};

static const real32_T throttle_map[SPEEDS * PRESSURES] = {
    3.0F, 5.5F, 8.5F, 25.0F,
    4.0F, 11.0F, 18.0F, 48.0F,
    5.5F, 16.0F, 27.0F, 66.0F,
    7.0F, 21.5F, 36.0F, 81.0F,
    8.5F, 27.0F, 45.0F, 90.0F,
};

static const real32_T speed_map[ANGLES * PRESSURES] = {
    330.0F, 120.0F, 70.0F, 50.0F,
    600.0F, 320.0F, 160.0F, 80.0F,
    650.0F, 580.0F, 420.0F, 170.0F,
    650.0F, 650.0F, 610.0F, 440.0F,
};

static const real32_T pressure_map[ANGLES * SPEEDS] = {
    0.60F, 0.22F, 0.13F, 0.09F, 0.06F,
    0.93F, 0.68F, 0.44F, 0.33F, 0.26F,
    0.95F, 0.91F, 0.82F, 0.70F, 0.60F,
    0.95F, 0.95F, 0.94F, 0.92F, 0.89F,
};

static const real32_T ramp[SPEEDS] = {0.01F, 0.02F, 0.03F, 0.035F, 0.04F};

/* Where in a table a value lies: between point `index` and the next one. */
typedef struct {
    uint8_T index;
    real32_T fraction;
} position_T;

static position_T find(const real32_T *points, uint8_T count, real32_T value)
{
    position_T position;
    position.index = 0;
    for (uint8_T i = 1; i < count - 1; i++) {
        if (value >= points[i]) {
            position.index = i;
        }
    }
    real32_T low = points[position.index];
    real32_T high = points[position.index + 1];
    if (value <= low) {
        position.fraction = 0.0F;
    } else if (value >= high) {
        position.fraction = 1.0F;
    } else {
        position.fraction = (value - low) / (high - low);
    }
    return position;
}

static real32_T between(real32_T low, real32_T high, real32_T fraction)
{
    return low + (high - low) * fraction;
}

/* `table` has a row for each point of the first axis. */
static real32_T look_up(const real32_T *table, uint8_T columns, position_T row, position_T column)
{
    const real32_T *first = table + row.index * columns + column.index;
    const real32_T *second = first + columns;
    return between(between(first[0], first[1], column.fraction), between(second[0], second[1], column.fraction), row.fraction);
}

real32_T pumping_constant(real32_T speed, real32_T pressure)
{
    return look_up(pumping, PRESSURES, find(speeds, SPEEDS, speed), find(pressures, PRESSURES, pressure));
}

real32_T throttle_estimate(real32_T speed, real32_T pressure)
{
    return look_up(throttle_map, PRESSURES, find(speeds, SPEEDS, speed), find(pressures, PRESSURES, pressure));
}

real32_T speed_estimate(real32_T throttle, real32_T pressure)
{
    return look_up(speed_map, PRESSURES, find(angles, ANGLES, throttle), find(pressures, PRESSURES, pressure));
}

real32_T pressure_estimate(real32_T throttle, real32_T speed)
{
    return look_up(pressure_map, SPEEDS, find(angles, ANGLES, throttle), find(speeds, SPEEDS, speed));
}

real32_T ramp_rate(real32_T speed)
{
    position_T position = find(speeds, SPEEDS, speed);
    return between(ramp[position.index], ramp[position.index + 1], position.fraction);
}

/* The characteristic maps of the engine, and how they are read. */
#ifndef TABLES_H
#define TABLES_H

#include "fuel.h"

real32_T pumping_constant(real32_T speed, real32_T pressure);
real32_T throttle_estimate(real32_T speed, real32_T pressure);
real32_T speed_estimate(real32_T throttle, real32_T pressure);
real32_T pressure_estimate(real32_T throttle, real32_T speed);
real32_T ramp_rate(real32_T speed);

#endif

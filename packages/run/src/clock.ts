const DAY_SECONDS = 86_400;

/** The clock of a benchmark: step `k` happens `1 + k * stepSeconds` seconds after the first midnight. */
export interface Clock {
  /** Seconds between two steps; divides a day. */
  readonly stepSeconds: number;
  /** Steps, and so rows, a person. */
  readonly steps: number;
}

/** Simulated time of a step, milliseconds since the first midnight. */
export function stepTime(clock: Clock, step: number): number {
  return (1 + step * clock.stepSeconds) * 1000;
}

/** The step at, or last before, so many seconds after the first midnight. */
export function stepAt(clock: Clock, second: number): number {
  return Math.max(0, Math.floor((second - 1) / clock.stepSeconds));
}

/** Day of a step, from 0. */
export function dayOfStep(clock: Clock, step: number): number {
  return Math.floor((step * clock.stepSeconds) / DAY_SECONDS);
}

/** Seconds since midnight of a step: 1, 901, … with steps of 900 s. */
export function secondOfStep(clock: Clock, step: number): number {
  return 1 + ((step * clock.stepSeconds) % DAY_SECONDS);
}

/** `34201` → `09:30:01`. */
export function formatTime(second: number): string {
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${part(second / 3600)}:${part((second % 3600) / 60)}:${part(second % 60)}`;
}

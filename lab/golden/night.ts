import { HOUR } from '@itinera/mobility';

/** The night of a case, such as 22:00 to 07:00. */
export interface Night {
  readonly start_night?: string;
  readonly end_night?: string;
}

export function secondsOfClock(clock: string): number {
  const [hours, minutes] = clock.split(':').map(Number);
  return hours * HOUR + minutes * 60;
}

export function night({ start_night, end_night }: Night) {
  return start_night && end_night
    ? { night: { from: secondsOfClock(start_night), to: secondsOfClock(end_night) } }
    : {};
}

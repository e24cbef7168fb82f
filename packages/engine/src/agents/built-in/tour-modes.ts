import type { RideTime, TripMode } from '@itinera/city/browser';

/** A trip between AOIs: seconds since midnight of day 0, and straight-line metres. */
export interface Leg {
  readonly from: number;
  readonly to: number;
  readonly departure: number;
  readonly metres: number;
}

/**
 * Chooses one mode for all trips from home to home, since a car, a bike and their absence stay with a person, and another one for those
 * from work to work in between.
 * @param duty workplace or school; undefined if such trips are not distinguished
 * @param choose chooses the mode of trips, with a number that is unique among the choices
 */
export function modesByTour<Trip extends { readonly from: number; readonly to: number }>(
  trips: readonly Trip[],
  home: number,
  duty: number | undefined,
  choose: (tour: readonly Trip[], number: number) => TripMode,
): TripMode[] {
  const modes: TripMode[] = [];
  let choices = 0;
  while (modes.length < trips.length) {
    const back = trips.findIndex(({ to }, i) => i >= modes.length && to === home);
    const tour = trips.slice(modes.length, back < 0 ? trips.length : back + 1);
    const leaves = duty === undefined ? -1 : tour.findIndex(({ from }) => from === duty);
    const returns = leaves < 0 ? -1 : tour.findLastIndex(({ to }, i) => i > leaves && to === duty);
    const isFromDuty = (i: number) => returns >= 0 && i >= leaves && i <= returns;
    const mode = choose(
      tour.filter((_, i) => !isFromDuty(i)),
      choices++,
    );
    const between = returns < 0 ? mode : choose(tour.slice(leaves, returns + 1), choices++);
    for (const i of tour.keys()) modes.push(isFromDuty(i) ? between : mode);
  }
  return modes;
}

/** Returns the duration of the longest trip by public transport, if all of the trips can be made by it. */
export function rideOfTour(
  tour: readonly Leg[],
  rideTime: (from: number, to: number, departure: number) => RideTime | null,
): RideTime | null {
  const longest = Math.max(...tour.map(({ metres }) => metres));
  let ride: RideTime | null = null;
  for (const { from, to, departure, metres } of tour) {
    const time = rideTime(from, to, departure);
    if (time === null) return null;
    if (metres === longest) ride = time;
  }
  return ride;
}

import type { Journey } from './journey.js';
import type { Movement } from './movement.js';
import type { Traveller } from './traveller.js';
import type { Milliseconds } from './world.js';

/**
 * Carries out a traveller's schedule up to a time.
 * @param extend computes the times of the trip before `until`, including its arrival if it is one of them
 */
export function advanceTraveller(
  movement: Movement,
  traveller: Traveller,
  time: Milliseconds,
  extend: (journey: Journey, until: Milliseconds, traveller: Traveller) => void,
): void {
  if (!(time >= traveller.time))
    throw new Error(`person ${traveller.person}: time would run backwards from ${traveller.time} to ${time}`);
  for (;;) {
    const { journey } = traveller;
    if (journey !== null) {
      const turn = traveller.mayInterrupt ? traveller.nextTurn : Infinity;
      if (journey.arrival === Infinity) extend(journey, Math.min(time, turn), traveller);
      if (turn <= time && turn < journey.arrival) movement.turn(traveller, turn);
      else if (journey.arrival <= time) movement.arrive(traveller);
      else break;
    } else if (traveller.nextDeparture <= time) movement.depart(traveller, traveller.nextDeparture);
    else break;
  }
  traveller.time = time;
}

import { DAY } from '../clock.js';
import type { Trajectories } from '../trajectories.js';
import { tripSecondsOfDay } from '../trip/trips.js';

/** Half hours of a day: the step of the clocks of all but a few zones. */
const SLOTS = 48;
/** People and trips of each side from which its rhythm is known. */
const [LEAST_PEOPLE, LEAST_TRIPS] = [30, 300];
/** Share of trips in other hours from which rhythms differ, and the part of it that may remain once they are shifted. */
const [DIFFERENT, REMAINING] = [0.1, 1 / 3];

/**
 * Hours to add to the times of the generated set so that its trips by hour of day fit those of the real one, in halves from -11.5 to
 * 12; undefined unless they fit clearly better than unshifted, and at least an hour is to be added or taken away.
 */
export function hoursApart(real: Trajectories, generated: Trajectories): number | undefined {
  // Trips begin with a departure in stays, with a first record in points.
  if ((real.ends === undefined) !== (generated.ends === undefined)) return undefined;
  if (real.people.length < LEAST_PEOPLE || generated.people.length < LEAST_PEOPLE) return undefined;
  const [own, other] = [tripSecondsOfDay(real), tripSecondsOfDay(generated)];
  if (own.length < LEAST_TRIPS || other.length < LEAST_TRIPS) return undefined;
  const [a, b] = [sharesBySlot(own), sharesBySlot(other)];
  const apart = Float64Array.from({ length: SLOTS }, (_, shift) => difference(a, b, shift));
  let best = 0;
  for (let shift = 1; shift < SLOTS; shift++) if (apart[shift] < apart[best]) best = shift;
  if (apart[0] < DIFFERENT || apart[best] > REMAINING * apart[0]) return undefined;
  const hours = (best > SLOTS / 2 ? best - SLOTS : best) / 2;
  return Math.abs(hours) < 1 ? undefined : hours;
}

function sharesBySlot(seconds: Float64Array): Float64Array {
  const shares = new Float64Array(SLOTS);
  for (const second of seconds) shares[Math.floor((second * SLOTS) / DAY)] += 1 / seconds.length;
  return shares;
}

/** The share of trips in other hours after `shift` half hours are added to the second side. */
function difference(a: Float64Array, b: Float64Array, shift: number): number {
  const moved = (slot: number) => b[(slot - shift + SLOTS) % SLOTS];
  let sum = 0;
  for (let slot = 0; slot < SLOTS; slot += 2) sum += Math.abs(a[slot] + a[slot + 1] - moved(slot) - moved(slot + 1));
  return sum / 2;
}

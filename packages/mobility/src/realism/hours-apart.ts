import { DAY, HOUR, secondOfDay } from '../clock.js';
import { median } from '../compression.js';
import { localClock, type Trajectories } from '../trajectories.js';
import { trips } from '../trip/trips.js';

/** Half hours of a day: the step of the clocks of all but a few zones. */
const SLOTS = 48;
/** Slots to shift by, whole hours first: of shifts that fit alike, as where records are taken at full hours, the first is meant. */
const SHIFTS = [0, 1].flatMap((half) => Array.from({ length: SLOTS / 2 }, (_, hour) => 2 * hour + half));
/** Median gap between the records around a trip from which points are taken where people do something, not at intervals. */
const LONGEST_GAP = 2 * HOUR;
/** People and trips of each side from which its rhythm is known. */
const [LEAST_PEOPLE, LEAST_TRIPS] = [30, 300];
/** Share of trips in other hours from which rhythms differ, and the part of it that may remain once they are shifted. */
const [DIFFERENT, REMAINING] = [0.1, 1 / 3];
/** Slots between the times that a side may know, such as full hours, and the share of its trips that are then at these times. */
const [STEPS, AT_STEPS] = [[12, 8, 6, 4, 2], 0.95];

/**
 * Hours to add to the times of the generated set so that its trips by hour of day fit those of the real one, in halves from -11.5 to
 * 12; undefined unless they fit clearly better than unshifted, and at least an hour is to be added or taken away: more, if one side
 * alone knows only some times, such as full hours.
 */
export function hoursApart(real: Trajectories, generated: Trajectories): number | undefined {
  // Trips begin with a departure in stays, between two records in points.
  if ((real.ends === undefined) !== (generated.ends === undefined)) return undefined;
  if (real.people.length < LEAST_PEOPLE || generated.people.length < LEAST_PEOPLE) return undefined;
  if ([real, generated].some((set) => trips(set).rows.length < LEAST_TRIPS)) return undefined;
  const [gap, other] = [gapOf(real), gapOf(generated)];
  // Of points by occasion, trips begin at any time of the gaps, which must then be alike.
  const isByOccasion = Math.max(gap, other) > LONGEST_GAP;
  if (isByOccasion && Math.max(gap, other) > 2 * Math.min(gap, other)) return undefined;
  const [a, b] = [
    sharesBySlot(real, isByOccasion ? 0 : gap / 2),
    sharesBySlot(generated, isByOccasion ? 0 : other / 2),
  ];
  const apart = Float64Array.from({ length: SLOTS }, (_, shift) => difference(a, b, shift));
  const best = SHIFTS.reduce((least, shift) => (apart[shift] < apart[least] - 1e-9 ? shift : least));
  if (apart[0] < DIFFERENT || apart[best] > REMAINING * apart[0]) return undefined;
  const hours = (best > SLOTS / 2 ? best - SLOTS : best) / 2;
  const [step, otherStep] = [stepOf(a), stepOf(b)];
  // Where one side knows full hours only, its trips are later by up to an hour without any shift.
  const least = step === otherStep ? 2 : Math.max(step, otherStep) + 1;
  return Math.abs(hours) < least / 2 ? undefined : hours;
}

/** Slots between the times at which trips of a side begin; 1 if they begin at any time. */
const stepOf = (shares: Float64Array): number =>
  STEPS.find((step) =>
    Array.from({ length: step }, (_, first) =>
      shares.reduce((sum, share, slot) => (slot % step === first ? sum + share : sum), 0),
    ).some((share) => share >= AT_STEPS),
  ) ?? 1;

/** Median seconds from the last record before a trip to the first after it; 0 of stays. */
const gapOf = (set: Trajectories): number =>
  set.ends ? 0 : median(Float64Array.from(trips(set).rows, (row) => set.times[row + 1] - set.times[row]));

/** The share of trips that begin in each half hour, `before` seconds before the first record at the destination if rows are points. */
function sharesBySlot(set: Trajectories, before: number): Float64Array {
  const { times, ends } = localClock(set);
  const { rows } = trips(set);
  const shares = new Float64Array(SLOTS);
  for (const row of rows)
    shares[Math.floor((secondOfDay(ends ? ends[row] : times[row + 1] - before) * SLOTS) / DAY)] += 1 / rows.length;
  return shares;
}

/** The share of trips in other hours after `shift` half hours are added to the second side. */
function difference(a: Float64Array, b: Float64Array, shift: number): number {
  const moved = (slot: number) => b[(slot - shift + SLOTS) % SLOTS];
  let sum = 0;
  for (let slot = 0; slot < SLOTS; slot += 2) sum += Math.abs(a[slot] + a[slot + 1] - moved(slot) - moved(slot + 1));
  return sum / 2;
}

import { haversine } from '../../distance.js';
import { equalBins } from './divergence.js';
import { meanOf } from './kilometres.js';
import type { Paper } from './paper.js';
import { runsOf, type SlotPeople } from './slot-people.js';

const BINS = 50;
const RAISED = 1e-8;
/** Minutes of a slot. */
const MINUTES = 30;

/** TrajSynVAE's test of usability. */
export const trajsynvae: Paper = {
  faults:
    'Radius is the root of a mean distance; values of 0 and above the real 95th percentile are dropped; 1e-8 is added without dividing again; natural logarithm.',
  scores(real, generated) {
    const matched = ofTheReal(real, generated);
    const score = (of: (people: SlotPeople) => number[]) => {
      const [truth, made] = [of(real), of(matched)].map((values) => values.filter((value) => value > 0));
      const least = truth.reduce((a, b) => Math.min(a, b), Infinity);
      const most = percentile95(truth);
      const margin = (most - least) / 200;
      const bins = (values: number[]) => equalBins(values, least - margin, most + margin, BINS);
      return raisedDivergence(bins(made), bins(truth));
    };
    return {
      Distance: score((people) => people.places.map((own) => travelled(people, own))),
      Radius: score((people) => people.places.map((own) => radius(people, own))),
      Duration: score(({ places }) => places.flatMap((own) => runsOf(own).map(({ slots }) => slots * MINUTES))),
      G_rank: raisedDivergence(visits(matched), visits(real)),
    };
  },
};

/** Generated people whose number is that of a real person; the code ignores all others. */
function ofTheReal(real: SlotPeople, generated: SlotPeople): SlotPeople {
  const numberOf = ({ owners }: SlotPeople, i: number) => owners?.[i] ?? i;
  const known = new Set(real.places.map((_, i) => numberOf(real, i)));
  return { ...generated, places: generated.places.filter((_, i) => known.has(numberOf(generated, i))) };
}

function travelled({ lon, lat }: SlotPeople, own: ArrayLike<number>): number {
  let metres = 0;
  for (let i = 1; i < own.length; i++) {
    if (own[i] !== own[i - 1]) metres += haversine(lon(own[i - 1]), lat(own[i - 1]), lon(own[i]), lat(own[i]));
  }
  return metres / 1000;
}

function radius({ lon, lat }: SlotPeople, own: ArrayLike<number>): number {
  const slots = Array.from(own);
  const east = meanOf(slots.map(lon));
  const north = meanOf(slots.map(lat));
  return Math.sqrt(meanOf(slots.map((place) => haversine(lon(place), lat(place), east, north) / 1000)));
}

function visits({ places, placeCount }: SlotPeople): Float64Array {
  const counts = new Float64Array(placeCount);
  for (const own of places) for (let slot = 0; slot < own.length; slot++) counts[own[slot]]++;
  return counts;
}

/** Interpolated between the two nearest ranks. */
function percentile95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * 0.95;
  const low = sorted[Math.floor(at)];
  return low + (sorted[Math.ceil(at)] - low) * (at - Math.floor(at));
}

function raisedDivergence(p: Float64Array, q: Float64Array): number {
  const raised = (counts: Float64Array) => {
    const total = counts.reduce((a, b) => a + b, 0);
    return counts.map((count) => (total > 0 ? count / total : 1 / counts.length) + RAISED);
  };
  const [a, b] = [raised(p), raised(q)];
  return a.reduce((sum, share, i) => {
    const middle = (share + b[i]) / 2;
    return sum + (share * Math.log(share / middle) + b[i] * Math.log(b[i] / middle)) / 2;
  }, 0);
}

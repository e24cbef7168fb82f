import {
  compareMeasure,
  cpc,
  fromRows,
  type MeasureScores,
  measures,
  PROFILES,
  profileOfSlots,
  type SlotPeople,
  spearman,
} from '@itinera/mobility';
import type { Adapter } from './adapter.js';

type Grid = readonly [first: number, step: number, count: number];

/** Differences of logarithms of numbers near 0, summed by other libraries. */
const TOLERANCE = { absolute: 1e-9, relative: 1e-9 };

/** How the names of papers begin in the files, and the profile; other names are those of profiles. */
const NAMES: readonly (readonly [start: string, profile: string])[] = [
  ['deepmobility beijing', 'deepmobility'],
  ['llmob as published', 'llmob'],
  ['llmob with longitude first', 'llmob-lonlat'],
];
/** Categories are place numbers modulo 7. */
const CATEGORIES = 7;

const rounded = (degrees: number) => Math.round(degrees * 1e4) / 1e4;

export const adapter: Adapter = ({ lon, lat, real, generated, papers, adopted }, check) => {
  const lonOf = (place: number) => rounded((lon as Grid)[0] + (lon as Grid)[1] * (place % (lon as Grid)[2]));
  const latOf = (place: number) => rounded((lat as Grid)[0] + (lat as Grid)[1] * Math.floor(place / (lat as Grid)[2]));
  const people = (places: readonly number[][]): SlotPeople => ({
    places,
    placeCount: (lon as Grid)[2] * (lat as Grid)[2],
    lon: lonOf,
    lat: latOf,
    category: (place) => place % CATEGORIES,
  });
  for (const [paper, expected] of Object.entries(papers)) {
    const name = NAMES.find(([start]) => paper.startsWith(start))?.[1] ?? paper;
    const profile = PROFILES.find((known) => known === name);
    if (profile)
      check.same(paper, profileOfSlots(profile, people(real), people(generated)).scores, expected, TOLERANCE);
    else check.skip(`no profile ${paper}`);
  }
  const set = (places: readonly number[][]) =>
    fromRows(
      places.flatMap((own, uid) =>
        own.map((place, slot) => ({ uid, time: slot * 1800, lon: lonOf(place), lat: latOf(place), place })),
      ),
    );
  const scores = (name: string): MeasureScores => {
    const measure = measures.find(({ meta }) => meta.name === name);
    if (!measure) throw new Error(`no measure ${name}`);
    return compareMeasure(measure, set(real), set(generated)).scores;
  };
  const own: Record<string, readonly [name: string, unit: number]> = {
    radius_of_gyration_km: ['radiusOfGyration', 1000],
    jump_length_km: ['moveLengths', 1000],
    stay_slots: ['stayDurations', 1800],
    distinct_places: ['numberOfLocations', 1],
  };
  for (const [name, [measure, unit]] of Object.entries(own)) {
    const { ks, wasserstein, jsd } = scores(measure);
    const actual = { ks, wasserstein1: wasserstein / unit, jsd_common_range_50: jsd };
    check.same(name, actual, adopted[name], 'similarity');
  }
  const { jsd, commonPart } = scores('visitsPerLocation');
  const visits = (sequences: readonly number[][]) => {
    const counts = new Float64Array((lon as Grid)[2] * (lat as Grid)[2]);
    for (const place of sequences.flat()) counts[place]++;
    return counts;
  };
  const [ofReal, ofGenerated] = [visits(real), visits(generated)];
  const actual = { jsd, cpc: cpc(ofReal, ofGenerated), tvd: 1 - commonPart, spearman: spearman(ofReal, ofGenerated) };
  check.same('visits_by_place', actual, adopted.visits_by_place, 'similarity');
};

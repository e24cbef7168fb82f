import type { Profile } from '@itinera/engine';
import type { RunManifest } from '@itinera/run';
import { MOST_LABELS } from '../replay/make-replay.js';
import { profilesOf } from './profiles.js';

/** People by the value of an attribute. */
export interface Attribute {
  readonly labels: readonly string[];
  /** One per person, in the order of the run. */
  readonly codes: Uint8Array;
}

const MOST_NAMES = 12;
const BANDS = 5;
const LONGEST = 40;
const NONE = 'unknown';

/** Attributes whose values name someone or somewhere instead of describing the person. */
const NO_COLOUR = /(^|_)(lon|lat|longitude|latitude|x|y|id|uid|aoi|home|work|school|household)$/i;

/** Names of the attributes available as colours: those with few values, and numbers, which are divided into bands. */
export function attributeNames(manifest: RunManifest): string[] {
  const profiles = [...profilesOf(manifest).values()];
  const names = new Set(profiles.slice(0, 200).flatMap(({ attributes }) => Object.keys(attributes)));
  return [...names]
    .filter((name) => {
      if (NO_COLOUR.test(name)) return false;
      const values = new Set(profiles.map((profile) => profile.attributes[name]));
      if (values.size < 2) return false;
      return isNumeric(profiles, name) || ([...values].every(isPlain) && values.size < MOST_LABELS);
    })
    .sort()
    .slice(0, MOST_NAMES);
}

/** @param number of the attribute among `attributeNames` */
export function attributeOf(ids: Iterable<number>, manifest: RunManifest, number: number): Attribute | null {
  const name = attributeNames(manifest)[number];
  if (name === undefined) return null;
  const profiles = profilesOf(manifest);
  const all = [...profiles.values()];
  const labelOf = isNumeric(all, name) ? bands(all, name) : (value: unknown) => wordOf(value).slice(0, LONGEST);
  const texts = Array.from(ids, (id) => {
    const value = profiles.get(id)?.attributes[name];
    return value === undefined || value === null ? NONE : labelOf(value);
  });
  const labels = [...new Set(texts)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).slice(0, MOST_LABELS);
  return { labels, codes: Uint8Array.from(texts, (text) => Math.max(0, labels.indexOf(text))) };
}

/** A value of an attribute on the pages. */
export const wordOf = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : typeof value === 'string' ? value : JSON.stringify(value);

const isPlain = (value: unknown) =>
  ['string', 'number', 'boolean', 'undefined'].includes(typeof value) || value === null;

/** Numbers with more distinct values than colours. */
function isNumeric(profiles: readonly Profile[], name: string): boolean {
  const values = profiles
    .map(({ attributes }) => attributes[name])
    .filter((value) => value !== undefined && value !== null);
  return values.every((value) => typeof value === 'number') && new Set(values).size >= MOST_LABELS;
}

/** Bands with about equal numbers of people. */
function bands(profiles: readonly Profile[], name: string): (value: unknown) => string {
  const sorted = profiles
    .map(({ attributes }) => attributes[name])
    .filter((value): value is number => typeof value === 'number')
    .sort((a, b) => a - b);
  const edges = Array.from({ length: BANDS + 1 }, (_, i) => sorted[Math.round((i / BANDS) * (sorted.length - 1))]!);
  return (value) => {
    let band = 0;
    while (band < BANDS - 1 && (value as number) >= edges[band + 1]!) band++;
    return `${edges[band]} to ${edges[band + 1]}`;
  };
}

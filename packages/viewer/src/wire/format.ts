import { fixed as asPrinted, counted, SECONDS_PER_DAY, withMinus } from '@itinera/base';
import type { RunItem } from './runs.js';

/** Numbers from here on have an exponent, since their digits fit nowhere. */
const HUGE = 1e12;

/** `12345` → `12,345`; a dash for an unknown value. */
export function count(value: number | null | undefined): string {
  return fixed(value, 0);
}

/** A number with a number of digits, rounded as commands print it: `1,234.5`. */
export function fixed(value: number | null | undefined, digits = 1): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  if (Math.abs(value) >= HUGE) return value.toExponential(1).replace('.0', '');
  return withMinus(asPrinted(value, digits));
}

/** The same with its sign; zero has none. */
export function signed(value: number | null | undefined, digits = 1): string {
  const text = fixed(value === null || value === undefined ? value : Math.abs(value), digits);
  return !value || Number(text) === 0 ? text : `${value < 0 ? '−' : '+'}${text}`;
}

export function asPercent(share: number | null | undefined, digits = 0): string {
  return share === null || share === undefined || !Number.isFinite(share) ? '–' : `${(100 * share).toFixed(digits)} %`;
}

/** Metres, with kilometres from 1000 m. */
export function metres(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  return Math.abs(value) < 1000
    ? `${Math.round(value)} m`
    : `${fixed(value / 1000, Math.abs(value) < 10_000 ? 1 : 0)} km`;
}

/** Square metres, with square kilometres from a tenth of one. */
export function squareMetres(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  return Math.abs(value) < 100_000 ? `${count(value)} m²` : `${fixed(value / 1e6, Math.abs(value) < 1e7 ? 1 : 0)} km²`;
}

/** Seconds, with minutes from 60 s and hours from 60 min. */
export function asDuration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return '–';
  if (Math.abs(seconds) < 0.05) return '0 s';
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function asDollars(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  return `$${fixed(value, value < 1 ? 4 : 2)}`;
}

/** The cost of calls, of which some may have unknown prices; null if there was none. */
export function describeCost(cost: number | null, unpriced: number | null): string | null {
  if (unpriced) return cost ? `over ${asDollars(cost)}` : 'cost unknown';
  return cost ? asDollars(cost) : null;
}

/** Seconds of a day as `08:15`. */
export function clock(seconds: number): string {
  const day = ((seconds % SECONDS_PER_DAY) + SECONDS_PER_DAY) % SECONDS_PER_DAY;
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${part(day / 3600)}:${part((day % 3600) / 60)}`;
}

const date = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });

/**
 * A day of a run, counted from 0, as `day 2`, or as `Sun 3 Mar` if days have dates.
 * @param firstDay the date of day 0, `YYYY-MM-DD`; null for days without dates
 */
export function dayName(day: number, firstDay: string | null): string {
  const midnight = firstDay === null ? Number.NaN : Date.parse(`${firstDay}T00:00:00Z`) + day * SECONDS_PER_DAY * 1000;
  return Number.isNaN(midnight) ? `day ${day}` : date.format(midnight).replace(',', '');
}

const DATED_FROM = SECONDS_PER_DAY * 365;

/** Seconds since 1970 as `2020-09-14 08:30`, in UTC; times of data that count from 0 as `day 2, 08:30`. */
export function dateTime(seconds: number | null): string {
  const date = new Date(1000 * (seconds ?? Number.NaN));
  if (Number.isNaN(date.getTime())) return '–';
  return seconds! >= 0 && seconds! < DATED_FROM
    ? `day ${Math.floor(seconds! / SECONDS_PER_DAY)}, ${clock(seconds!)}`
    : date.toISOString().slice(0, 16).replace('T', ' ');
}

/** A time in the zone of the machine, to the minute. */
export function moment(iso: string | null): string {
  if (iso === null) return '–';
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '–';
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(date);
}

/** A time in the zone of the machine, as precise as the length of a chart allows: the date, the minute or the second. */
export function timeOf(milliseconds: number, chartSeconds: number): string {
  const options: Intl.DateTimeFormatOptions =
    chartSeconds > 2 * SECONDS_PER_DAY
      ? { day: 'numeric', month: 'short', hour: '2-digit' }
      : { hour: '2-digit', minute: '2-digit', ...(chartSeconds < 600 && { second: '2-digit' }) };
  return new Intl.DateTimeFormat('en-GB', options).format(milliseconds);
}

/** A sentence of a result with the minus sign and the subscripts of the pages: commands print a hyphen and CO2. */
export const typeset = (text: string): string => text.replace(/(?<=^|[\s(])-(?=\d)/g, '−').replaceAll('CO2', 'CO₂');

/** The same with a capital first letter. */
export const sentence = (text: string): string => typeset(`${text.charAt(0).toUpperCase()}${text.slice(1)}`);

const SIMULATION = /^simulation-(\d+)d-(\d+)s(?:-from-(.*))?$/;

/** Whether a task has no benchmark, so that nothing is scored. */
export const isSimulation = ({ task }: { readonly task: string | null }): boolean => SIMULATION.test(task ?? '');

/** A benchmark with its version; a simulation by its length and step. */
export function taskTitle({ task, taskVersion }: Pick<RunItem, 'task' | 'taskVersion'>): string {
  const [, days, step, from] = SIMULATION.exec(task ?? '') ?? [];
  if (days === undefined) return `${task ?? '–'} ${taskVersion ?? ''}`.trim();
  const first = from === undefined ? '' : ` from ${from}`;
  return `Simulation of ${counted(Number(days), 'day')}${first} in steps of ${asDuration(Number(step))}`;
}

/** What tells runs of one benchmark apart: `my_agent.py · gpt-4o · seed 2`. */
export const setupOf = ({ agent, models, seed }: Pick<RunItem, 'agent' | 'models' | 'seed'>): string =>
  [agent ?? '–', ...models, `seed ${seed ?? '–'}`].join(' · ');

/** Names of metrics on the pages. */
const METRICS: Readonly<Record<string, string>> = {
  final_score: 'score',
  final_score_categorical: 'score with a bin for each intention',
  jsd_gyration_radius: 'radius of gyration, JSD',
  jsd_daily_location_numbers: 'places per day, JSD',
  jsd_intention_sequences: 'intentions, JSD',
  jsd_intention_proportions: 'shares of the day, JSD',
  jsd_daily_location_numbers_50_bins: 'places per day in 50 bins, JSD',
  jsd_intention_sequences_categorical: 'intentions, a bin for each, JSD',
  change_rate_score: 'change of trips',
  distribution_score: 'departures by hour',
  immobile: 'days at home',
  chains: 'chains of places',
  place_sets: 'places of a day',
};
export function metricName(key: string): string {
  const [, part = key, group = ''] = /^(.*?)(_by_group)?$/.exec(key) ?? [];
  return `${METRICS[part] ?? part.replaceAll('_', ' ')}${group && ' by group'}`;
}

export const metricDigits = (key: string): number => (key.includes('jsd') ? 4 : 2);

/** Names of attributes of people on the pages. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  age: 'age, years',
  cars: 'cars of the household',
  has_car: 'has a car',
  household: 'number of the household',
  household_size: 'people in the household',
};
/** An attribute in words; a unit at its end is set apart: `commute_km` → `commute, km`. */
export const attributeName = (key: string): string =>
  ATTRIBUTES[key] ?? key.replace(/_(km|m|min|s|h|years|kmh)$/, ', $1').replaceAll('_', ' ');

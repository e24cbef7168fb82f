import { lastingValue } from './access.js';
import type { Tags } from './elements.js';
import { legalLimit } from './legal-speeds.js';

const KMH = 1 / 3.6;
const UNITS: Readonly<Record<string, number>> = {
  '': KMH,
  'km/h': KMH,
  kmh: KMH,
  kph: KMH,
  kmph: KMH,
  mph: 0.44704,
  knots: 0.514444,
};

/** Limits outside this range are mistakes, m/s. */
const LEAST = 3 * KMH;
const MOST = 150 * KMH;

/**
 * Parses a speed limit: `50`, `30 mph`, `DE:urban`, `FR:zone30`, `walk`, `none`; of several (`50;30`), the lowest counts.
 *
 * @param country code of the country whose limits apply to `urban`, `rural` and the like without one; '' if unknown
 * @returns m/s, or undefined if the value is not usable (`signals`, `variable`, `fast`)
 */
export function parseSpeed(text: string | undefined, country = ''): number | undefined {
  let least: number | undefined;
  for (const part of text?.split(/[;|,]/) ?? []) {
    const speed = parseOne(part.trim().toLowerCase(), country);
    if (speed !== undefined && (least === undefined || speed < least)) least = speed;
  }
  return least;
}

function parseOne(value: string, country: string): number | undefined {
  if (!value) return undefined;
  if (value === 'none') return 130 * KMH;
  const number = /^(\d+(?:\.\d+)?)\s*(km\/h|kmh|kph|kmph|mph|knots|)$/.exec(value);
  if (number) return within(Number(number[1]) * UNITS[number[2]]);
  const [, code = country, zone] = /^(?:([a-z]{2,3}(?:-[a-z]+)?):)?(.*)$/.exec(value)!;
  const numbered = /^(?:zone:?)?(\d+)$/.exec(zone);
  if (numbered) return within(Number(numbered[1]) * KMH);
  const limit = legalLimit(code, zone);
  return limit === undefined ? undefined : limit * KMH;
}

function within(speed: number): number | undefined {
  return speed >= LEAST && speed <= MOST ? speed : undefined;
}

/** Keys of the limit, or otherwise of the legal road type. */
const KEYS = [
  'maxspeed:motorcar',
  'maxspeed:motor_vehicle',
  'maxspeed',
  'maxspeed:lanes',
  'maxspeed:type',
  'zone:maxspeed',
  'source:maxspeed',
  'zone:traffic',
  'traffic:zone',
];
const FORWARD = ['maxspeed:forward', 'maxspeed:lanes:forward'];
const BACKWARD = ['maxspeed:backward', 'maxspeed:lanes:backward'];

/**
 * Speed limits along and against a way, m/s.
 * @param fallback if none is tagged
 */
export function speedsOf(tags: Tags, fallback: number, country = ''): [forward: number, backward: number] {
  const firstOf = (keys: readonly string[]) => {
    for (const key of keys) {
      const speed = parseSpeed(lastingValue(tags, key), country);
      if (speed !== undefined) return speed;
    }
    return undefined;
  };
  const both = firstOf(KEYS) ?? fallback;
  return [firstOf(FORWARD) ?? both, firstOf(BACKWARD) ?? both];
}

/** Whether the limits depend on the country: `maxspeed=rural` without its code. */
export function needsCountry(tags: Tags): boolean {
  const isBare = (value: string | undefined) =>
    value !== undefined && /^[a-z_]+$/.test(value) && legalLimit('', value) !== undefined;
  return [...KEYS, 'maxspeed:forward', 'maxspeed:backward'].some((key) => isBare(tags.get(key)));
}

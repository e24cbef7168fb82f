import { seriesMark } from '../../charts/chart.js';
import { MODES, Mode, type ReplayMeta } from '../../wire/replay.js';
import { colour } from '../theme.js';
import type { Bin } from './bin.js';
import { type Look, MOST_COLOURS, REST_ENTRY } from './people-layer.js';
import { classOf, SPEED_CLASSES, SPEED_NAMES } from './ramp.js';
import { packed } from './raster.js';

/** The property that colours people: mode, intention, speed, or the name of an attribute. */
export type ColourBy = 'mode' | 'intention' | 'speed' | string;

/** The entries of the palette, in order. */
export interface Legend {
  readonly names: readonly string[];
  /** Variable of the style sheet for each. */
  readonly colours: readonly string[];
}

export interface LookAttribute {
  readonly labels: readonly string[];
  readonly codes: Uint8Array;
}

/** How people are shown, from the address. */
export interface Shown {
  /** The meaning of their colour. */
  readonly by: ColourBy;
  readonly trails: boolean;
  readonly isNight: boolean;
  /** Entries of the legend that are not shown. */
  readonly hidden: ReadonlySet<number>;
}

const MODE_COLOURS = ['rest', 'accent', 'c4', 'c5', 'c1'];
const SPEED_COLOURS = ['rest', ...SPEED_CLASSES.map((_, i) => `speed-${i + 1}`)];

export function legendOf(by: ColourBy, meta: ReplayMeta, attribute: LookAttribute | null): Legend {
  if (by === 'mode') return { names: MODES, colours: MODE_COLOURS };
  if (by === 'speed') return { names: [MODES[Mode.PLACE], ...SPEED_NAMES], colours: SPEED_COLOURS };
  const names = by === 'intention' ? meta.labels : (attribute?.labels ?? []);
  const shown = names.slice(0, MOST_COLOURS - 1);
  return { names: shown, colours: shown.map((_, i) => seriesMark(i)) };
}

/** Length of a trail in seconds of the run, by day and by night. */
const TRAILS = { day: 240, night: 1200 };

/** The look of people by a legend, with some entries hidden. @param at the element whose style sheet has the colours */
export function lookOf(
  { by, trails, isNight, hidden }: Shown,
  legend: Legend,
  bin: Bin | null,
  attribute: LookAttribute | null,
  people: number,
  only: Uint8Array | null,
  at?: Element,
): Look {
  const palette = new Uint8Array(4 * MOST_COLOURS);
  legend.colours.forEach((name, entry) => {
    palette.set([...rgb(colour(name, at)), hidden.has(entry) ? 0 : 255], 4 * entry);
  });
  const codes =
    by === 'mode' || by === 'speed' ? by : by === 'intention' ? (bin?.intention ?? null) : (attribute?.codes ?? null);
  return {
    palette,
    codes: codes ?? 'mode',
    trails: trails ? TRAILS[isNight ? 'night' : 'day'] : 0,
    radius: people >= 20_000 ? 1.8 : people > 2000 ? 2.4 : 3.6,
    edge: packed(...rgb(colour('map-paper', at))),
    isNight,
    only,
  };
}

/** The number of people by entry of the palette. */
export function countsOf(by: ColourBy, legend: Legend, bin: Bin, attribute: LookAttribute | null): number[] {
  const counts = new Array<number>(legend.names.length).fill(0);
  if (by === 'speed') {
    counts[REST_ENTRY] = bin.people;
    bin.movers.forEach((person, m) => {
      if (bin.how[person] === Mode.PLACE) return;
      counts[REST_ENTRY]! -= 1;
      counts[1 + classOf(bin.speedAt(m, bin.frame[m]!), SPEED_CLASSES)]! += 1;
    });
    return counts;
  }
  const codes = by === 'mode' ? bin.how : by === 'intention' ? bin.intention : attribute?.codes;
  if (codes) for (let person = 0; person < bin.people; person++) counts[codes[person]!]! += 1;
  return counts;
}

/** The red, green and blue of `#0b6b74`. */
export function rgb(hex: string): readonly [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

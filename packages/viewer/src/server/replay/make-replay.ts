import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type CityMap, type LaneWay, NO_MODE, Places, projectionOf, WayPaths } from '@itinera/city';
import {
  type Clock,
  DEGREES,
  decodeStatuses,
  INTENTIONS,
  makeFolder,
  type RunFolder,
  type StatusTable,
} from '@itinera/run';
import { pack } from '../../wire/packed.js';
import { BIN_SECONDS, Mode, type ReplayMeta, TICKS } from '../../wire/replay.js';
import { tableOf } from '../run-list.js';
import { BinCutter, COUNTS_A_BIN } from './bins.js';
import { FlowCounts, TrafficCounts } from './counts.js';
import { KeyFrames } from './key-frames.js';
import { planeOf, toUnits } from './plane.js';
import type { WayReader } from './read-ways.js';
import { simplifyInTime } from './simplify.js';

/** Maximum error of a position, metres. */
const TOLERANCE = 5;
/** Number of entries of a palette, without the hidden one. */
export const MOST_LABELS = 15;
const OTHER = 'other intentions';

export type ReplayParts = Pick<
  ReplayMeta,
  'plane' | 'people' | 'bins' | 'labels' | 'countSeconds' | 'moving' | 'intentions' | 'busiest' | 'source'
>;

export interface MakeOptions {
  readonly folder: RunFolder;
  readonly groups: readonly number[];
  readonly map: CityMap;
  readonly ways: WayReader;
  readonly clock: Clock;
  readonly out: string;
  readonly onProgress: (share: number, doing: string) => void;
}

/**
 * Writes the files of a replay from a run's tables: bins, people, flows and traffic. @returns the data its page needs
 * first
 */
export function makeReplay({ folder, groups, map, ways, clock, out, onProgress }: MakeOptions): ReplayParts {
  const plane = planeOf(map);
  const at = toUnits(plane);
  const projection = projectionOf(map);
  const centroids = new Places(map).aoiCentroids();
  const centre = (aoi: number): readonly [number, number] | null => {
    const row = map.aoiIndex(aoi);
    return row < 0 ? null : [centroids[2 * row]!, centroids[2 * row + 1]!];
  };
  const paths = new WayPaths(map, centre);
  const frames = new KeyFrames();
  const trips = new TripColumns();
  const ids: number[] = [];
  const actions = new Actions();
  const traffic = new TrafficCounts(map);
  const flows = new FlowCounts(plane);
  groups.forEach((group, done) => {
    if (done % 8 === 0) onProgress((0.7 * done) / groups.length, 'Computing routes.');
    const table = decodeStatuses(...tableOf(folder, 'statuses', group));
    const own = ways.read(group);
    for (let row = 0; row < table.id.length; row += clock.steps) {
      const id = table.id[row]!;
      ids.push(id);
      actions.add(table, row, clock.steps);
      const { x, y } = projection.toXY(table.lng[row]! * DEGREES, table.lat[row]! * DEGREES);
      addPerson(frames, trips, at, paths, own.get(id) ?? [], [x, y]);
      for (const way of own.get(id) ?? []) {
        traffic.add(way);
        flows.add(way, centre);
      }
    }
  });
  const bins = Math.ceil((clock.steps * clock.stepSeconds) / BIN_SECONDS);
  const { moving, intentions } = cutBins(frames, bins, actions, clock, out, (share) =>
    onProgress(0.7 + 0.3 * share, 'Writing quarter hours.'),
  );
  write(out, 'ids', pack({ head: {}, arrays: { ids: Float64Array.from(ids) } }));
  write(out, 'traffic', traffic.pack());
  write(out, 'flows', flows.pack());
  write(out, 'trips', trips.pack());
  return {
    plane,
    people: ids.length,
    bins,
    labels: actions.labels,
    countSeconds: BIN_SECONDS / COUNTS_A_BIN,
    moving,
    intentions,
    busiest: traffic.busiest(),
    source: ways.source,
  };
}

type Units = ReturnType<typeof toUnits>;

/** Trips with their ends in units, for selections in the page. */
class TripColumns {
  readonly #rows: Record<'person' | 'departure' | 'arrival' | 'arrived' | 'fromX' | 'fromY' | 'toX' | 'toY', number[]> =
    {
      ...{ person: [], departure: [], arrival: [], arrived: [] },
      ...{ fromX: [], fromY: [], toX: [], toY: [] },
    };
  readonly #starts: { readonly x: number[]; readonly y: number[] } = { x: [], y: [] };

  /** Begins a person. */
  start(x: number, y: number): void {
    this.#starts.x.push(x);
    this.#starts.y.push(y);
  }

  /** Adds a trip of the person begun last. */
  add({ departure, end, arrived }: LaneWay, from: readonly [number, number], to: readonly [number, number]): void {
    const rows = this.#rows;
    rows.person.push(this.#starts.x.length - 1);
    rows.departure.push(departure);
    rows.arrival.push(end);
    rows.arrived.push(arrived ? 1 : 0);
    rows.fromX.push(from[0]);
    rows.fromY.push(from[1]);
    rows.toX.push(to[0]);
    rows.toY.push(to[1]);
  }

  pack(): Uint8Array {
    const { person, departure, arrival, arrived, fromX, fromY, toX, toY } = this.#rows;
    const arrays = {
      person: Uint32Array.from(person),
      departure: Float32Array.from(departure),
      arrival: Float32Array.from(arrival),
      arrived: Uint8Array.from(arrived),
      fromX: Uint16Array.from(fromX),
      fromY: Uint16Array.from(fromY),
      toX: Uint16Array.from(toX),
      toY: Uint16Array.from(toY),
      startX: Uint16Array.from(this.#starts.x),
      startY: Uint16Array.from(this.#starts.y),
    };
    return pack({ head: {}, arrays });
  }
}

function addPerson(
  frames: KeyFrames,
  trips: TripColumns,
  at: Units,
  paths: WayPaths,
  ways: readonly LaneWay[],
  start: readonly [number, number],
): void {
  frames.add(0, at.x(start[0]), at.y(start[1]), Mode.PLACE);
  trips.start(at.x(start[0]), at.y(start[1]));
  for (const way of ways) {
    const { t, x, y, mode } = paths.points(way);
    if (t.length < 2) continue;
    trips.add(way, [at.x(x[0]!), at.y(y[0]!)], [at.x(x.at(-1)!), at.y(y.at(-1)!)]);
    for (const i of simplifyInTime(t, x, y, 0, t.length, TOLERANCE))
      frames.add(Math.round(t[i]! * TICKS), at.x(x[i]!), at.y(y[i]!), mode[i] === NO_MODE ? Mode.FOOT : mode[i]!);
    frames.rest();
  }
  frames.endPerson();
}

function cutBins(
  frames: KeyFrames,
  bins: number,
  actions: Actions,
  clock: Clock,
  out: string,
  onProgress: (share: number) => void,
) {
  const moving: number[] = [];
  const intentions: number[] = [];
  const cutter = new BinCutter(frames);
  makeFolder(join(out, 'bins'));
  for (let bin = 0; bin < bins; bin++) {
    const step = Math.min(clock.steps - 1, Math.floor((bin * BIN_SECONDS) / clock.stepSeconds));
    const intention = actions.at(step);
    const { bytes, counts } = cutter.cut(bin, intention);
    moving.push(...counts.moving);
    const share = new Array<number>(actions.labels.length).fill(0);
    for (const label of intention) share[label]! += 1;
    intentions.push(...share);
    write(out, `bins/${bin}`, bytes);
    onProgress(bin / bins);
  }
  return { moving, intentions };
}

/** Intentions of people, step by step, as numbers of labels. */
class Actions {
  /** The seven intentions first, so that they have the same colours everywhere. */
  readonly labels: string[] = [...INTENTIONS];
  readonly #numbers = new Map<string, number>(INTENTIONS.map((text, number) => [text, number]));
  readonly #rows: Uint8Array[] = [];

  add({ action }: StatusTable, row: number, steps: number): void {
    const codes = new Uint8Array(steps);
    for (let step = 0; step < steps; step++) codes[step] = this.#number(action.texts[action.keys[row + step]!] ?? '');
    this.#rows.push(codes);
  }

  at(step: number): Uint8Array {
    const codes = new Uint8Array(this.#rows.length);
    for (let person = 0; person < codes.length; person++) codes[person] = this.#rows[person]![step]!;
    return codes;
  }

  #number(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const isLast = this.labels.length >= MOST_LABELS - 1;
    const number = isLast ? MOST_LABELS - 1 : this.labels.length;
    if (!isLast) this.labels.push(text);
    else this.labels[MOST_LABELS - 1] = OTHER;
    this.#numbers.set(text, number);
    return number;
  }
}

function write(out: string, name: string, bytes: Uint8Array): void {
  writeFileSync(join(out, `${name}.gz`), gzipSync(bytes, { level: 5 }));
}

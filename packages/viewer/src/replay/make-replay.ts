import { type CityMap, type LaneWay, NO_MODE, projectionOf, WayPaths } from '@itinera/city/browser';
import { type Clock, DEGREES, INTENTIONS, type StatusTable, type WayPart } from '@itinera/run/browser';
import { pack } from '../wire/packed.js';
import { BIN_SECONDS, Mode, type ReplayMeta, TICKS } from '../wire/replay.js';
import { BinCutter, COUNTS_A_BIN } from './bins.js';
import { FlowCounts, TrafficCounts } from './counts.js';
import { type Frames, KeyFrames } from './key-frames.js';
import { laneWays } from './lane-ways.js';
import { planeOf, toUnits } from './plane.js';
import { simplifyInTime } from './simplify.js';

/** Maximum error of a position, metres. */
const TOLERANCE = 5;
/** Number of entries of a palette, without the hidden one. */
export const MOST_LABELS = 15;
const OTHER = 'other intentions';

export type ReplayParts = Pick<
  ReplayMeta,
  'plane' | 'people' | 'bins' | 'labels' | 'countSeconds' | 'moving' | 'busiest'
>;

export interface MakeOptions {
  /** The rows of each group of people. */
  readonly statuses: Iterable<StatusTable>;
  readonly map: CityMap;
  readonly ways: Iterable<WayPart> | AsyncIterable<WayPart>;
  readonly clock: Clock;
  readonly out: { add(name: string, bytes: Uint8Array): Promise<void> };
  readonly onProgress: (share: number, doing: string) => void;
}

/** Writes the files of a replay from a run's tables: bins, people, flows and traffic. @returns the data its page needs first */
export async function makeReplay({ statuses, map, ways, clock, out, onProgress }: MakeOptions): Promise<ReplayParts> {
  const plane = planeOf(map);
  const at = toUnits(plane);
  const projection = projectionOf(map);
  const centroids = map.aoiCentroids;
  const centre = (aoi: number): readonly [number, number] | null => {
    const row = map.aoiIndex(aoi);
    return row < 0 ? null : [centroids[2 * row]!, centroids[2 * row + 1]!];
  };
  const paths = new WayPaths(map, centre);
  const frames = new KeyFrames();
  const trips = new TripColumns();
  const people = new Map<number, number>();
  const actions = new Actions();
  const traffic = new TrafficCounts(map);
  const flows = new FlowCounts(plane);
  onProgress(0, 'Reading people.');
  for (const table of statuses) {
    for (let row = 0; row < table.id.length; row += clock.steps) {
      frames.begin(people.size);
      people.set(table.id[row]!, people.size);
      actions.add(table, row, clock.steps);
      const metres = projection.toXY(table.lng[row]! * DEGREES, table.lat[row]! * DEGREES);
      const [x, y] = [at.x(metres.x), at.y(metres.y)];
      frames.add(0, x, y, Mode.PLACE);
      trips.start(x, y);
    }
  }
  for await (const part of ways) {
    for (const way of laneWays(part)) {
      const person = people.get(way.person);
      if (person === undefined) continue;
      addTrip(person, way, frames, trips, at, paths);
      traffic.add(way);
      flows.add(way, centre);
    }
    onProgress(0.7 * part.share, 'Computing routes.');
  }
  const bins = Math.ceil((clock.steps * clock.stepSeconds) / BIN_SECONDS);
  const moving = await cutBins(frames.byPerson(people.size), bins, actions, clock, out, (share) =>
    onProgress(0.7 + 0.3 * share, 'Writing quarter hours.'),
  );
  await out.add('ids', pack({ head: {}, arrays: { ids: Float64Array.from(people.keys()) } }));
  await out.add('traffic', traffic.pack());
  await out.add('flows', flows.pack());
  await out.add('trips', trips.pack());
  return {
    plane,
    people: people.size,
    bins,
    labels: actions.labels,
    countSeconds: BIN_SECONDS / COUNTS_A_BIN,
    moving,
    busiest: traffic.busiest(),
  };
}

type Units = ReturnType<typeof toUnits>;
type Place = readonly [x: number, y: number];

/** Trips with their ends in units, for selections in the page. */
class TripColumns {
  readonly #rows: (Pick<LaneWay, 'departure' | 'end' | 'arrived'> & {
    readonly person: number;
    readonly from: Place;
    readonly to: Place;
  })[] = [];
  readonly #starts: { readonly x: number[]; readonly y: number[] } = { x: [], y: [] };

  /** Adds the next person. */
  start(x: number, y: number): void {
    this.#starts.x.push(x);
    this.#starts.y.push(y);
  }

  add(person: number, { departure, end, arrived }: LaneWay, from: Place, to: Place): void {
    this.#rows.push({ person, departure, end, arrived, from, to });
  }

  pack(): Uint8Array {
    const rows = this.#rows.sort((a, b) => a.person - b.person);
    const arrays = {
      person: Uint32Array.from(rows, ({ person }) => person),
      departure: Float32Array.from(rows, ({ departure }) => departure),
      arrival: Float32Array.from(rows, ({ end }) => end),
      arrived: Uint8Array.from(rows, ({ arrived }) => Number(arrived)),
      fromX: Uint16Array.from(rows, ({ from }) => from[0]),
      fromY: Uint16Array.from(rows, ({ from }) => from[1]),
      toX: Uint16Array.from(rows, ({ to }) => to[0]),
      toY: Uint16Array.from(rows, ({ to }) => to[1]),
      startX: Uint16Array.from(this.#starts.x),
      startY: Uint16Array.from(this.#starts.y),
    };
    return pack({ head: {}, arrays });
  }
}

/** Adds a trip to the frames and the trips of a person. */
function addTrip(
  person: number,
  way: LaneWay,
  frames: KeyFrames,
  trips: TripColumns,
  at: Units,
  paths: WayPaths,
): void {
  const { t, x, y, mode } = paths.points(way);
  if (t.length < 2) return;
  trips.add(person, way, [at.x(x[0]!), at.y(y[0]!)], [at.x(x.at(-1)!), at.y(y.at(-1)!)]);
  frames.begin(person);
  for (const i of simplifyInTime(t, x, y, 0, t.length, TOLERANCE))
    frames.add(Math.round(t[i]! * TICKS), at.x(x[i]!), at.y(y[i]!), mode[i] === NO_MODE ? Mode.FOOT : mode[i]!);
  frames.rest();
}

async function cutBins(
  frames: Frames,
  bins: number,
  actions: Actions,
  clock: Clock,
  out: MakeOptions['out'],
  onProgress: (share: number) => void,
) {
  const moving: number[] = [];
  const cutter = new BinCutter(frames);
  for (let bin = 0; bin < bins; bin++) {
    const step = Math.min(clock.steps - 1, Math.floor((bin * BIN_SECONDS) / clock.stepSeconds));
    const { bytes, moving: now } = cutter.cut(bin, actions.at(step));
    moving.push(...now);
    await out.add(`bins/${bin}`, bytes);
    onProgress(bin / bins);
  }
  return moving;
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

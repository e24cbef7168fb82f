import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  buildRoutingData,
  type CityMap,
  LaneFinder,
  LaneType,
  projectionOf,
  Router,
  readMap,
  type Travel,
} from '@itinera/city';
import type { FileResult } from './run.js';

/** A small map and what is right on it. Lengths in metres; the points are described in the folder's README. */
interface AccessCase {
  readonly file: string;
  readonly routes?: Readonly<Record<string, number>>;
  /** By bicycle and on foot, of the same form. */
  readonly bike?: Readonly<Record<string, number>>;
  readonly foot?: Readonly<Record<string, number>>;
  readonly carLanesOnX?: number;
  readonly kmhOnX?: number;
  readonly drivingSide?: string;
  readonly note?: string;
}

type Point = readonly [lon: number, lat: number];

/** Share by which a length may differ: lanes are rounded at corners. */
const TOLERANCE = 0.05;
/** Metres from a point to the lanes at which routes begin and end. */
const NEAR = 12;

/** Builds each map with the shipped command and compares its routes, lanes, limits and driving side. */
export function runAccess(folder: string): FileResult[] {
  const cases = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as AccessCase[];
  return cases.map((golden) => {
    const result: FileResult = { file: golden.file, cases: 1, compared: 0, wrong: [], skipped: [] };
    try {
      runCase(folder, golden, result);
    } catch (error) {
      result.compared++;
      result.wrong.push(`${golden.file} ${(error as Error).message}`);
    }
    return result;
  });
}

function runCase(folder: string, golden: AccessCase, result: FileResult): void {
  const { file, routes, bike, foot, carLanesOnX, kmhOnX, drivingSide, note, ...rest } = golden;
  const check = (what: string, actual: unknown, expected: unknown, isRight = actual === expected) => {
    result.compared++;
    if (!isRight) result.wrong.push(`${file} ${what}: ${String(actual)}, expected ${String(expected)}`);
  };
  for (const key of Object.keys(rest)) result.skipped.push(`${file}: ${key} is not known`);
  const built = build(join(folder, file));
  if (typeof built === 'string') {
    const isExpected = note !== undefined && /error/.test(note);
    check(
      'error',
      built.split('\n')[0],
      note,
      isExpected && (!note.includes('change file') || /change file/.test(built)),
    );
    return;
  }
  const { map, report } = built;
  if (drivingSide !== undefined) check('driving side', report.drivingSide, drivingSide);
  const lanes = carLanes(map, 'X');
  if (carLanesOnX !== undefined) check('lanes of cars on X', lanes.count, carLanesOnX);
  if (kmhOnX !== undefined) check('km/h on X', lanes.kmh, kmhOnX);
  const nodes = nodesOf(join(folder, file));
  for (const [travel, expected] of [
    ['drive', routes],
    ['ride', bike],
    ['walk', foot],
  ] as const)
    for (const [name, metres] of Object.entries(expected ?? {})) {
      const actual = routeLength(map, travel, ...endsOf(name, nodes));
      check(
        `${travel} ${name}`,
        actual?.toFixed(0) ?? 'no route',
        metres,
        Math.abs((actual ?? 0) / metres - 1) < TOLERANCE,
      );
    }
  const lengths = note?.match(/([\d,]+) m instead of ([\d,]+) m/);
  if (lengths) {
    const [right, wrong] = lengths.slice(1).map((text) => Number(text!.replace(',', ''))) as [number, number];
    const actual = routeLength(map, 'drive', ...restrictedWay(join(folder, file), nodes));
    const isRight = actual !== undefined && Math.abs(actual - right) < Math.abs(actual - wrong);
    check('restricted way', actual?.toFixed(0) ?? 'no route', right, isRight);
  } else if (note?.includes('km/h')) {
    const limits = (note.match(/\d+(?= or| km)/g) ?? []).map(Number);
    check('km/h on X', lanes.kmh, limits.join(' or '), limits.includes(lanes.kmh));
  }
}

/** The map and the report, or the error message. */
function build(path: string): { map: CityMap; report: { drivingSide: string } } | string {
  const folder = mkdtempSync(join(tmpdir(), 'osm-access-'));
  const output = join(folder, 'city.pb');
  try {
    const command = [join('packages', 'asbench', 'bin', 'asbench.js'), 'map', 'build', path, '-o', output, '--json'];
    const printed = execFileSync(process.execPath, command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    return { map: readMap(readFileSync(output)), report: JSON.parse(printed) };
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    if (!stderr) throw error;
    return stderr.trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The lanes of cars on a street, one that both directions share counting once, and the highest limit. */
function carLanes(map: CityMap, name: string): { count: number; kmh: number } {
  const { lanes, roads } = map;
  let count = 0;
  let most = 0;
  for (let road = 0; road < roads.count; road++) {
    if (map.text(roads.name[road]!) !== name) continue;
    for (const id of roads.laneIds.values.subarray(roads.laneIds.offsets[road], roads.laneIds.offsets[road + 1])) {
      const lane = map.laneIndex(id);
      if (lanes.type[lane] !== LaneType.DRIVING) continue;
      count += lanes.shared.values[lane] === 1 ? 0.5 : 1;
      most = Math.max(most, lanes.maxSpeed[lane]!);
    }
  }
  return { count, kmh: Math.round(most * 3.6) };
}

function nodesOf(path: string): Map<number, Point> {
  const text = readFileSync(path, 'utf8');
  const nodes = [...text.matchAll(/<node id="(\d+)"[^>]*?lat="([-\d.]+)" lon="([-\d.]+)"/g)];
  return new Map(nodes.map(([, id, lat, lon]) => [Number(id), [Number(lon), Number(lat)]]));
}

const middle = ([a, b]: Point, [c, d]: Point): Point => [(a + c) / 2, (b + d) / 2];

/** The ends of a named route: S is between nodes 1 and 2, the middle of X is node 3, T is between 4 and 5. */
function endsOf(name: string, nodes: ReadonlyMap<number, Point>): [from: Point, to: Point] {
  const start = middle(nodes.get(1)!, nodes.get(2)!);
  const end = middle(nodes.get(4)!, nodes.get(5)!);
  if (/onto/i.test(name)) return [start, nodes.get(3)!];
  return /back/i.test(name) ? [end, start] : [start, end];
}

/** From the middle of the first way of a restriction to the middle of its last. */
function restrictedWay(path: string, nodes: ReadonlyMap<number, Point>): [from: Point, to: Point] {
  const text = readFileSync(path, 'utf8');
  const middleOf = (role: string): Point => {
    const way = text.match(new RegExp(`type="way" ref="(\\d+)" role="${role}"`))![1];
    const own = text.match(new RegExp(`<way id="${way}"[^]*?</way>`))![0];
    const ids = [...own.matchAll(/nd ref="(\d+)"/g)].map(([, id]) => nodes.get(Number(id))!);
    return middle(ids[0]!, ids.at(-1)!);
  };
  return [middleOf('from'), middleOf('to')];
}

/** Metres of the route by a means of travel; undefined if there is none. */
function routeLength(map: CityMap, travel: Travel, from: Point, to: Point): number | undefined {
  const router = new Router(map, buildRoutingData(map, { hierarchies: false }));
  const { driveNetwork, walkNetwork } = router;
  const isOpen = (lane: number) =>
    travel === 'drive' ? driveNetwork.laneRoads[lane]! >= 0 : walkNetwork.laneHeads[lane]! >= 0;
  const finder = new LaneFinder(map, isOpen);
  const { toXY } = projectionOf(map)!;
  const places = ([lon, lat]: Point) => {
    const { x, y } = toXY(lon, lat);
    return finder.near(x, y, NEAR).map(({ lane, s }) => ({ lane, s }));
  };
  const route = router.route(travel, places(from), places(to));
  if (route === null) return undefined;
  const rows = Array.from(route.lanes, (way) => (way < 0 ? ~way : way));
  if (rows.length === 1) return Math.abs(route.endS - route.startS);
  const metres = (row: number) => map.lanes.length[row]!;
  const [first, last] = [route.lanes[0]!, route.lanes.at(-1)!];
  const before = first < 0 ? metres(~first) - route.startS : route.startS;
  const after = last < 0 ? route.endS : metres(last) - route.endS;
  return rows.reduce((sum, row) => sum + metres(row), 0) - before - after;
}

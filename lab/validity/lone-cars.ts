import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '@itinera/base';
import { type OsmData, toXml } from '../../packages/city-build/src/sources/osm/osm-files.fixture.js';
import { DRIVEN } from '../../packages/city-build/src/sources/osm/road-tags.js';
import { readExtract } from './other-rules.js';
import { CITIES, type ComparedCity, type Drive } from './other-tools.js';

// Renews the rows sumo_car of other-tools.ndjson with SUMO on its own network of the extracts:
// ITINERA_DATA=… node build/lab/validity/lone-cars.js [city …]
const FILE = 'lab/validity/figures/other-tools.ndjson';
const TRIPS = 300;
/** In Helsinki, fewer routes are the same. */
const TRIPS_IN_HELSINKI = 800;
/** Metres: of a street with an end of a trip, and between the ends. */
const LEAST_STREET = 20;
const [NEAREST, FARTHEST] = [400, 3000];
/** Points of a route that are kept, to tell the same route from another of the same length. */
const POINTS = 6;
/** Seconds between two cars, so that they hardly meet. */
const APART = 30;
/** Of large extracts, the streets up to some metres from the middle, with more cars at a time. */
const LARGE: readonly ComparedCity[] = ['newport', 'honolulu', 'malta'];
const CENTRE = 3500;
const APART_IN_LARGE = 5;
const METRES = (6_378_137 * Math.PI) / 180;
const DRIVER = 'sigma="0" speedFactor="1" speedDev="0" accel="2.6" decel="4.5" tau="1" minGap="2.5" length="5"';
const NO_CHECK = ['--xml-validation', 'never', '--xml-validation.net', 'never'];

type XY = readonly [x: number, y: number];

interface Edge {
  readonly id: string;
  readonly shape: readonly XY[];
  readonly metres: number;
}

const wanted = process.argv.slice(2);
for (const city of Object.keys(CITIES) as ComparedCity[]) {
  if (wanted.length > 0 && !wanted.includes(city)) continue;
  const rows = await loneCars(
    join(process.env.ITINERA_DATA ?? '', CITIES[city]),
    LARGE.includes(city),
    city === 'helsinki' ? TRIPS_IN_HELSINKI : TRIPS,
  );
  const lines = readFileSync(FILE, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const list = JSON.parse(line) as { city: string; figures: string };
      return list.city === city && list.figures === 'sumo_car' ? JSON.stringify({ ...list, rows }) : line;
    });
  writeFileSync(FILE, `${lines.join('\n')}\n`);
  console.log(`${city}: ${rows.length} trips`);
}

/** Trips between random places of SUMO's network, each alone, with green at all lights. */
async function loneCars(path: string, isLarge: boolean, trips: number): Promise<Drive[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lone cars '));
  try {
    const { nodes, ways } = await readExtract(path);
    const isNear = nearMiddle(nodes, isLarge ? CENTRE : Infinity);
    const secondsApart = isLarge ? APART_IN_LARGE : APART;
    const streets = ways.filter(
      ({ tags, refs }) => tags?.highway !== undefined && refs.every((ref) => isNear.has(ref)),
    );
    const used = new Set(streets.flatMap(({ refs }) => refs));
    const there = nodes.filter(({ id }) => used.has(id));
    writeFileSync(join(folder, 'map.osm'), toXml({ nodes: there, ways: streets }));
    writeFileSync(join(folder, 'types.xml'), streetTypes());
    const latitude = there.reduce((sum, { lat }) => sum + lat, 0) / there.length;
    const plane = `+proj=eqc +lat_ts=${latitude.toFixed(4)}`;
    const network = ['--osm-files', 'map.osm', '--type-files', 'types.xml', '--proj', plane, '--geometry.remove'];
    run('netconvert', [...network, '--keep-edges.by-vclass', 'passenger', '-o', 'net.xml', '--no-warnings'], folder);
    const net = readFileSync(join(folder, 'net.xml'), 'utf8');
    writeFileSync(join(folder, 'net.xml'), net.replaceAll(/(<tlLogic[^>]*>).*?(<\/tlLogic>)/gs, allGreen));
    const edges = edgesOf(net);
    const ends = randomEnds([...edges.values()], trips);
    const vehicles = ends.map(
      ([a, b], i) =>
        `<trip id="${i}" type="car" depart="${i * secondsApart}" from="${a.id}" to="${b.id}" departPos="${(a.metres / 2).toFixed(1)}" arrivalPos="${(b.metres / 2).toFixed(1)}"/>`,
    );
    writeFileSync(join(folder, 'trips.xml'), `<routes><vType id="car" ${DRIVER}/>\n${vehicles.join('\n')}\n</routes>`);
    const files = [
      '-n',
      'net.xml',
      '-r',
      'trips.xml',
      '--vehroute-output',
      'ways.xml',
      '--tripinfo-output',
      'times.xml',
    ];
    const how = ['--step-length', '0.5', '--ignore-route-errors', '--no-warnings', '--no-step-log'];
    run('sumo', [...files, ...how, ...NO_CHECK, '--xml-validation.routes', 'never'], folder);
    const [, east, north] = /netOffset="([-\d.]+),([-\d.]+)"/.exec(net)!.map(Number) as [number, number, number];
    const degrees = ([x, y]: XY, digits: number): [number, number] => [
      rounded((x - east) / METRES / Math.cos((latitude * Math.PI) / 180), digits),
      rounded((y - north) / METRES, digits),
    ];
    const routes = new Map(
      [
        ...readFileSync(join(folder, 'ways.xml'), 'utf8').matchAll(/<vehicle id="(\d+)".*?<route edges="([^"]*)"/gs),
      ].map(([, id, way]) => [Number(id), way!.split(' ').map((edge) => edges.get(edge)!)]),
    );
    const times = readFileSync(join(folder, 'times.xml'), 'utf8');
    return [...times.matchAll(/<tripinfo id="(\d+)".*? duration="([\d.]+)" routeLength="([\d.]+)"/g)].flatMap(
      ([, id, seconds, metres]): Drive[] => {
        const route = routes.get(Number(id));
        if (route === undefined) return [];
        const [a, b] = ends[Number(id)]!.map((edge) => at(edge.shape, edge.metres / 2));
        const place = ({ point, heading }: Place): [number, number, number] => [
          ...degrees(point, 6),
          rounded(heading, 3),
        ];
        const line = route.flatMap(({ shape }, i) => (i > 0 && i < route.length - 1 ? shape : []));
        const length = line.slice(1).reduce((sum, point, i) => sum + apart(point, line[i]!), 0);
        const points = Array.from({ length: line.length > 1 ? POINTS : 0 }, (_, i) =>
          degrees(at(line, ((i + 0.5) / POINTS) * length).point, 5),
        );
        return [[...place(a!), ...place(b!), Number(metres), Number(seconds), points]];
      },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The ids of the nodes up to some metres from their median. */
function nearMiddle(nodes: OsmData['nodes'], metres: number): Set<number> {
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!;
  const [lon, lat] = [median(nodes.map((node) => node.lon)), median(nodes.map((node) => node.lat))];
  const narrower = Math.cos((lat * Math.PI) / 180);
  const distance = (node: { lon: number; lat: number }) =>
    METRES * Math.hypot((node.lon - lon) * narrower, node.lat - lat);
  return new Set(nodes.filter((node) => distance(node) <= metres).map(({ id }) => id));
}

/** The streets for cars with our speeds by class. */
function streetTypes(): string {
  const types = Object.entries(DRIVEN).map(
    ([name, { speed, lanes }], i) =>
      `<type id="highway.${name}" numLanes="${Math.ceil(lanes[0] / 2)}" speed="${(speed / 3.6).toFixed(4)}" priority="${15 - i}" oneway="${name === 'motorway'}" allow="passenger"/>`,
  );
  return `<types>\n${types.join('\n')}\n</types>`;
}

function allGreen(text: string, begin: string, end: string): string {
  const lights = /state="([^"]*)"/.exec(text)?.[1]?.length ?? 0;
  return `${begin}<phase duration="1000" state="${'G'.repeat(lights)}"/>${end}`;
}

function edgesOf(net: string): Map<string, Edge> {
  const found = new Map<string, Edge>();
  for (const [, id, lane] of net.matchAll(/<edge id="([^:"][^"]*)"[^>]*>.*?(<lane [^>]*>)/gs)) {
    const shape = /shape="([^"]*)"/
      .exec(lane!)![1]!
      .split(' ')
      .map((point): XY => [Number(point.split(',')[0]), Number(point.split(',')[1])]);
    found.set(id!, { id: id!, shape, metres: Number(/length="([\d.]+)"/.exec(lane!)![1]) });
  }
  return found;
}

function randomEnds(edges: readonly Edge[], count: number): (readonly [Edge, Edge])[] {
  const random = new Random(1);
  const long = edges.filter(({ metres }) => metres >= LEAST_STREET);
  const pairs: (readonly [Edge, Edge])[] = [];
  while (pairs.length < count) {
    const [a, b] = [long[random.integer(long.length)]!, long[random.integer(long.length)]!];
    const metres = apart(a.shape[0]!, b.shape[0]!);
    if (metres >= NEAREST && metres <= FARTHEST) pairs.push([a, b]);
  }
  return pairs;
}

interface Place {
  readonly point: XY;
  readonly heading: number;
}

/** The place on a line after some metres. */
function at(line: readonly XY[], metres: number): Place {
  let left = metres;
  for (let i = 1; ; i++) {
    const [a, b] = [line[i - 1]!, line[i]!];
    const length = apart(a, b);
    if (left > length && i < line.length - 1) {
      left -= length;
      continue;
    }
    const share = length === 0 ? 0 : Math.min(1, left / length);
    const point: XY = [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
    return { point, heading: Math.atan2(b[1] - a[1], b[0] - a[0]) };
  }
}

function apart([x, y]: XY, [u, v]: XY): number {
  return Math.hypot(x - u, y - v);
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

function run(program: string, given: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(program, given, { cwd, encoding: 'utf8', maxBuffer: 1e9 });
  if (status !== 0) throw new Error(`${program}: ${stderr.slice(-2000)}`);
}

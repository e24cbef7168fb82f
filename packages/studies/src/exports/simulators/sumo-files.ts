import type { CityMap } from '@itinera/city';
import { type CarNetwork, type LaneLink, type RoadEdge, rulesOf } from './car-network.js';
import type { CarTrip, HourCount } from './run-plans.js';
import { element } from './xml.js';

/** Files by name, line by line. */
export type ToolFiles = Readonly<Record<string, Iterable<string>>>;

/**
 * The network for SUMO's netconvert: nodes, edges, connections and light programmes.
 * @param crossings type of junctions without lights
 */
export function sumoNetwork(map: CityMap, network: CarNetwork, crossings = 'priority'): ToolFiles {
  const tied = network.programs.flatMap(({ node, connections }) =>
    connections.map((connection, i) => linkOf(connection, { tl: node, linkIndex: i })),
  );
  const loops = network.edges.filter(isLoop);
  return {
    'network.nod.xml': document('nodes', [
      ...[...network.nodes].map(([id, { x, y, lights }]) => {
        const at = { id, x: x.toFixed(2), y: y.toFixed(2) };
        return element('node', { ...at, ...(lights ? { type: 'traffic_light', tl: id } : { type: crossings }) });
      }),
      ...loops.map((edge) => {
        const [x, y] = halvesOf(shapeOf(map, edge))[1]![0]!;
        return element('node', { id: middleOf(edge), x: x.toFixed(2), y: y.toFixed(2), type: crossings });
      }),
    ]),
    'network.edg.xml': document(
      'edges',
      network.edges.flatMap((edge) => edgesOf(map, edge)),
    ),
    'network.con.xml': document('connections', [
      ...network.connections.map((connection) => linkOf(connection)),
      ...loops.flatMap(({ id, lanes }) =>
        lanes.map((_, lane) => element('connection', { from: id, to: secondHalf(id), fromLane: lane, toLane: lane })),
      ),
    ]),
    'network.tll.xml': document('tlLogics', [...network.programs.map(logicOf), ...tied]),
    'network.netccfg': [
      '<configuration>',
      '<node-files value="network.nod.xml"/><edge-files value="network.edg.xml"/>',
      '<connection-files value="network.con.xml"/><tllogic-files value="network.tll.xml"/>',
      '<output-file value="network.net.xml"/><no-turnarounds value="true"/>',
      ...(network.onLeft ? ['<lefthand value="true"/>'] : []),
      '<offset.disable-normalization value="true"/><no-warnings value="true"/>',
      '</configuration>',
    ],
  };
}

/** Cars that depart when they do in the run, on its routes; and how many cars entered each road by hour. */
export function sumoTraffic(
  { edges }: CarNetwork,
  trips: readonly CarTrip[],
  counts: readonly HourCount[],
  seconds: number,
): ToolFiles {
  const byRoad = new Map(edges.map((edge) => [edge.id, edge]));
  return {
    'routes.rou.xml': document('routes', [
      element('vType', { id: 'car', sigma: 0.5, speedDev: 0, length: 5, minGap: 2.5 }),
      ...[...trips].sort((a, b) => a.departure - b.departure).map((trip) => vehicleOf(trip, byRoad)),
    ]),
    'counts.xml': document('data', countIntervals(counts)),
    'run.sumocfg': [
      '<configuration>',
      '<input><net-file value="network.net.xml"/><route-files value="routes.rou.xml"/></input>',
      `<time><begin value="0"/><end value="${Math.ceil(seconds) + 4 * 3600}"/></time>`,
      '<processing><ignore-route-errors value="true"/></processing>',
      '<output><tripinfo-output value="tripinfo.xml"/></output>',
      '<report><no-step-log value="true"/><duration-log.statistics value="true"/></report>',
      '</configuration>',
    ],
  };
}

function vehicleOf({ id, departure, roads, startS, endS }: CarTrip, byRoad: ReadonlyMap<number, RoadEdge>): string {
  const route = roads.flatMap((road) => (isLoop(byRoad.get(road)!) ? [road, secondHalf(road)] : [road]));
  const [first, last] = [byRoad.get(roads[0]!)!, byRoad.get(roads.at(-1)!)!];
  let [departPos, arrivalPos] = [startS, endS];
  if (isLoop(last) && endS <= last.length / 2) route.pop();
  else if (isLoop(last)) arrivalPos -= last.length / 2;
  if (isLoop(first) && startS > first.length / 2) {
    route.shift();
    departPos -= first.length / 2;
  }
  const within = (metres: number, edge: RoadEdge) =>
    Math.max(0, Math.min(metres, edge.length / (isLoop(edge) ? 2 : 1) - 0.1)).toFixed(1);
  const depart = { depart: departure.toFixed(2), departLane: 'best', departPos: within(departPos, first) };
  const attributes = { id, type: 'car', ...depart, arrivalPos: within(arrivalPos, last) };
  return element('vehicle', attributes, element('route', { edges: route.join(' ') }));
}

function* countIntervals(counts: readonly HourCount[]): Generator<string> {
  const byHour = new Map<number, HourCount[]>();
  for (const one of counts) {
    const own = byHour.get(one.hour);
    if (own === undefined) byHour.set(one.hour, [one]);
    else own.push(one);
  }
  for (const [hour, own] of byHour) {
    yield `<interval id="run" begin="${hour * 3600}" end="${(hour + 1) * 3600}">`;
    for (const { road, count } of own) yield element('edge', { id: road, entered: count });
    yield '</interval>';
  }
}

/** Lines of a file with this root. */
function* document(root: string, rows: Iterable<string>): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>`;
  yield* rows;
  yield `</${root}>`;
}

type Point = readonly [x: number, y: number];

/** SUMO has no edges from a node to itself, so these are divided in the middle. */
const isLoop = ({ from, to }: Pick<RoadEdge, 'from' | 'to'>) => from === to;
const secondHalf = (road: number) => `${road}.2`;
const middleOf = ({ id }: RoadEdge) => `${id}.middle`;

function edgesOf(map: CityMap, edge: RoadEdge): string[] {
  const { id, row, lanes, from, to, speed, length } = edge;
  const name = map.text(map.roads.name[row]!);
  const one = (own: Readonly<Record<string, string | number>>, metres: number, shape: readonly Point[]) => {
    const attributes = {
      ...own,
      numLanes: lanes.length,
      speed: speed.toFixed(3),
      length: metres.toFixed(2),
      priority: name === 'roundabout' ? 200 : Math.round(speed * 4) + lanes.length,
      spreadType: 'center',
      shape: shape.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' '),
      name: name === '' ? null : name,
      disallow: edge.isRidden === false ? 'bicycle' : null,
    };
    return element('edge', attributes, ...rulesOf(edge).map(([key, value]) => element('param', { key, value })));
  };
  const shape = shapeOf(map, edge);
  if (!isLoop(edge)) return [one({ id, from, to }, length, shape)];
  const [first, second] = halvesOf(shape);
  return [
    one({ id, from, to: middleOf(edge) }, length / 2, first!),
    one({ id: secondHalf(id), from: middleOf(edge), to }, length / 2, second!),
  ];
}

/** The middle one of its lanes. */
function shapeOf(map: CityMap, { lanes }: RoadEdge): Point[] {
  const { offsets, xy } = map.lanes.centerLine.nodes;
  const lane = lanes[lanes.length >> 1]!;
  return Array.from({ length: offsets[lane + 1]! - offsets[lane]! }, (_, i) => {
    const at = 2 * (offsets[lane]! + i);
    return [xy[at]!, xy[at + 1]!];
  });
}

/** Both halves of a line, by length; they share the point in the middle. */
function halvesOf(line: readonly Point[]): Point[][] {
  const lengths = line.slice(1).map(([x, y], i) => Math.hypot(x - line[i]![0], y - line[i]![1]));
  let rest = lengths.reduce((sum, length) => sum + length, 0) / 2;
  let i = 0;
  while (i < lengths.length - 1 && rest > lengths[i]!) rest -= lengths[i++]!;
  const share = lengths[i]! > 0 ? rest / lengths[i]! : 0;
  const [[ax, ay], [bx, by]] = [line[i]!, line[i + 1]!];
  const middle: Point = [ax + share * (bx - ax), ay + share * (by - ay)];
  return [
    [...line.slice(0, i + 1), middle],
    [middle, ...line.slice(i + 1)],
  ];
}

function linkOf(link: LaneLink, lights: Readonly<Record<string, string | number>> = {}) {
  const { from, to, fromLane, toLane, length } = link;
  const source = isLoop(from) ? secondHalf(from.id) : from.id;
  return element('connection', { from: source, to: to.id, fromLane, toLane, length: length.toFixed(2), ...lights });
}

function logicOf({ node, phases }: CarNetwork['programs'][number]): string {
  return element(
    'tlLogic',
    { id: node, type: 'static', programID: 0, offset: 0 },
    ...phases.map(({ seconds, states }) => element('phase', { duration: seconds, state: states })),
  );
}

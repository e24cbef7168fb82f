import { type CityMap, connectivity, LaneAccess, type LonLatBox, Reach } from '@itinera/city/browser';
import { pathLength } from '../../layout/geometry.js';
import type { PlaceCounts } from '../../layout/lay-places.js';
import { type LinkKind, ROAD_CLASSES, type RoadClass, type StreetNetwork } from '../../layout/network.js';
import { isDriven } from '../../layout/roads.js';
import type { StreetCounts } from './city-streets.js';
import { residentialStreets } from './residential-streets.js';

/** Details of a build that the map does not contain. */
export interface BuildFacts {
  readonly path: string;
  /** Remark of the server that created the file, such as a timeout; '' if none. */
  readonly remark: string;
  readonly streets: StreetCounts;
  /** ISO 3166-1 code of the country, whose limits and driving side apply; '' if unknown. */
  readonly country: string;
  /** How the driving side is known. */
  readonly drivingSideBy: string;
  /** Conditions and values of access tags on streets and paths, and on ways without access, that are not used, with their number. */
  readonly unusedRules: Readonly<Record<string, number>>;
  /** Parts of 10 km of streets or more without a way by car to the rest and back, such as islands; the largest first. */
  readonly lostParts: readonly { readonly km: number; readonly box: LonLatBox }[];
  readonly places: PlaceCounts;
  /** Areas whose outline does not close or has missing nodes. */
  readonly brokenAreas: number;
  readonly incompleteAreas: number;
  /** POIs inferred from land use, because the file has none. */
  readonly madeUpPois: number;
  /** Ways with `highway` or `route=ferry` that are not streets, by reason. */
  readonly refusedWays: Readonly<Record<string, number>>;
}

/** Unreachable AOIs by one mode: number of AOIs by reason. */
export interface Unreached {
  /** No lane for this mode within 500 m. */
  noGate: number;
  /** The gates allow only leaving, only entering, or neither. */
  noWayIn: number;
  noWayOut: number;
  cutOff: number;
}

/** Streets of a class, both directions together. */
export interface ClassReport {
  readonly km: number;
  /** Mean speed limit weighted by length, km/h; 0 for paths. */
  readonly kmh: number;
}

/** Metres of streets with rules of their own. */
export interface StreetRules {
  /** Open only to those with a destination there, or to residents and those they invite. */
  readonly destination: number;
  readonly private: number;
  /** With lanes for buses, with a lane between the directions, with one lane for both directions. */
  readonly busLanes: number;
  readonly middleLanes: number;
  readonly sharedLanes: number;
  /** Rideable by bicycle, streets and paths, and against the direction of cars among them; where they are pushed or carried. */
  readonly ridden: number;
  readonly contraflow: number;
  readonly pushed: number;
  /** Open on foot or by bicycle only to those with a destination there, or to residents and those they invite. */
  readonly limitedOnFoot: number;
  readonly limitedByBike: number;
  /** Gates and other barriers between two streets or paths that not everyone passes on foot or by bicycle. */
  readonly gatesOnFoot: number;
  readonly gatesByBike: number;
}

/** The quality of a built map. */
export interface BuildReport extends BuildFacts {
  readonly name: string;
  readonly date: string;
  readonly projection: string;
  readonly drivingSide: 'right' | 'left';
  /** Width and height of the extent of the lanes, metres. */
  readonly extent: { readonly width: number; readonly height: number };
  readonly lanes: number;
  readonly roads: number;
  readonly junctions: number;
  /** Junctions with lights. */
  readonly signals: number;
  readonly aois: number;
  readonly pois: number;
  /** Roads in the largest strongly connected part, out of all driving roads; likewise for walking lanes. */
  readonly drivingLaneMetres: number;
  readonly walkingLaneMetres: number;
  readonly classes: Readonly<Partial<Record<RoadClass, ClassReport>>>;
  /** Streets by their rules, metres: both directions together. */
  readonly rules: StreetRules;
  /** Roads in the largest strongly connected part, of all that are driven; walking lanes likewise. */
  readonly connected: { readonly drive: readonly [number, number]; readonly walk: readonly [number, number] };
  /** AOIs that can be reached and left within the largest connected part. */
  readonly reachable: { readonly any: number; readonly drive: number; readonly walk: number };
  /** Share of AOIs that can be reached and left by car or on foot, 0 … 1; null without AOIs. */
  readonly reachableShare: number | null;
  readonly unreached: { readonly drive: Unreached; readonly walk: Unreached };
  /** AOIs inferred along streets where the file has no place, and inferred POIs. */
  readonly inferredAois: number;
  readonly inferredPois: number;
  /** Residential streets and living streets, and their share, 0 … 1, without a gate within 100 m. */
  readonly residentialStreets: { readonly km: number; readonly withoutGate: number };
}

/** The quality of a built map, with what can be reached in it. */
export function reportBuild(map: CityMap, network: StreetNetwork, facts: BuildFacts): BuildReport {
  const { drive, walk, reachable } = connectivity(map);
  const { header, lanes, junctions, aois } = map;
  let drivingLaneMetres = 0;
  let walkingLaneMetres = 0;
  for (let lane = 0; lane < lanes.count; lane++) {
    if (map.roadIndex(lanes.parentId[lane]) < 0) continue;
    if (lanes.type[lane] === 1) drivingLaneMetres += lanes.length[lane];
    else walkingLaneMetres += lanes.length[lane];
  }
  return {
    ...facts,
    name: network.name,
    date: network.date,
    projection: network.projection,
    drivingSide: network.drivingSide,
    extent: { width: header!.east - header!.west, height: header!.north - header!.south },
    lanes: lanes.count,
    roads: map.roads.count,
    junctions: junctions.count,
    signals: junctions.fixedProgram.present.reduce((sum, present) => sum + present, 0),
    aois: aois.count,
    pois: map.pois.count,
    drivingLaneMetres,
    walkingLaneMetres,
    classes: classReport(network),
    rules: rulesReport(network),
    connected: { drive: [drive.largest, drive.roads], walk: [walk.largest, walk.lanes] },
    reachable,
    reachableShare: aois.count === 0 ? null : reachable.any / aois.count,
    unreached: { drive: unreachedOf(drive.aois), walk: unreachedOf(walk.aois) },
    inferredAois: facts.places.inferredAois,
    inferredPois: facts.places.inferredPois + facts.madeUpPois,
    residentialStreets: residentialStreets(map, network.links),
  };
}

function unreachedOf(reach: Uint8Array): Unreached {
  /** By `Reach`. */
  const counts = new Uint32Array(Object.keys(Reach).length);
  for (let aoi = 0; aoi < reach.length; aoi++) counts[reach[aoi]]++;
  return {
    noGate: counts[Reach.NO_GATE],
    noWayIn: counts[Reach.NO_WAY_IN],
    noWayOut: counts[Reach.NO_WAY_OUT],
    cutOff: counts[Reach.CUT_OFF] + counts[Reach.LOST_GATE],
  };
}

function classReport({ links }: StreetNetwork): BuildReport['classes'] {
  const sums = new Map<RoadClass, { metres: number; speed: number }>();
  for (const link of links) {
    const sum = sums.get(link.kind.class) ?? { metres: 0, speed: 0 };
    const metres = pathLength(link.path);
    sum.metres += metres;
    sum.speed += metres * Math.max(...link.speed);
    sums.set(link.kind.class, sum);
  }
  return Object.fromEntries(
    ROAD_CLASSES.flatMap((name) => {
      const sum = sums.get(name);
      return sum ? [[name, { km: sum.metres / 1000, kmh: (sum.speed / sum.metres) * 3.6 }]] : [];
    }),
  );
}

function rulesReport({ links, nodes }: StreetNetwork): StreetRules {
  const rules = { ...NO_RULES };
  const arms = new Uint8Array(nodes.length);
  for (const { kind, path, from, to } of links) {
    const metres = pathLength(path);
    const { ride = NEITHER, busLanes = NEITHER, walkAccess = NEITHER, rideAccess = NEITHER } = kind;
    const fastest = Math.max(ride[0], ride[1]);
    if (hasAccess(kind, LaneAccess.DESTINATION)) rules.destination += metres;
    if (hasAccess(kind, LaneAccess.PRIVATE)) rules.private += metres;
    if (busLanes[0] + busLanes[1] > 0) rules.busLanes += metres;
    if (kind.middleLanes) rules.middleLanes += metres;
    if (kind.shared) rules.sharedLanes += metres;
    if (fastest > PUSHED) rules.ridden += metres;
    else if (fastest > 0) rules.pushed += metres;
    if (isContraflow(kind, ride)) rules.contraflow += metres;
    if (walkAccess[0] + walkAccess[1] > 0) rules.limitedOnFoot += metres;
    if (rideAccess[0] + rideAccess[1] > 0) rules.limitedByBike += metres;
    arms[from] = Math.min(3, arms[from] + 1);
    arms[to] = Math.min(3, arms[to] + 1);
  }
  nodes.forEach(({ gate }, node) => {
    if (!gate || arms[node] !== 2) return;
    if (gate.walk > 0) rules.gatesOnFoot++;
    if (gate.ride > 0) rules.gatesByBike++;
  });
  return rules;
}

/** Whether a direction with lanes has this access. */
const hasAccess = ({ lanes, access = NEITHER }: LinkKind, level: number) =>
  (lanes[0] > 0 && access[0] === level) || (lanes[1] > 0 && access[1] === level);

/** Whether cyclists ride against the only direction of cars. */
const isContraflow = (kind: LinkKind, ride: readonly [number, number]) =>
  isDriven(kind) && ((kind.lanes[0] === 0 && ride[0] > PUSHED) || (kind.lanes[1] === 0 && ride[1] > PUSHED));

/** Nothing in either direction. */
const NEITHER = [0, 0] as const;

const NO_RULES: StreetRules = {
  destination: 0,
  private: 0,
  busLanes: 0,
  middleLanes: 0,
  sharedLanes: 0,
  ridden: 0,
  contraflow: 0,
  pushed: 0,
  limitedOnFoot: 0,
  limitedByBike: 0,
  gatesOnFoot: 0,
  gatesByBike: 0,
};

/** Cyclists this slow, in percent, push or carry their bicycles. */
const PUSHED = 28;

/** A box as for `--bbox`, slightly enlarged: a ten-thousandth of a degree is 11 m. */
function degrees({ west, south, east, north }: LonLatBox): string {
  const [down, up] = [Math.floor, Math.ceil].map((round) => (value: number) => (round(1e4 * value) / 1e4).toFixed(4));
  return [down(west), down(south), up(east), up(north)].join(',');
}

/** Number of kinds of unused rules that the text names. */
const MOST_NAMED = 12;

/** Formats the report as text. */
export function formatBuildReport(report: BuildReport): string {
  const { streets, places, unreached } = report;
  const km = (metres: number) => `${(metres / 1000).toFixed(1)} km`;
  // Rounded down: 100 % means all of them.
  const percent = (part: number, whole: number) =>
    whole === 0 ? 'n/a' : `${(Math.floor((1000 * part) / whole) / 10).toFixed(1)} %`;
  const count = (n: number) => n.toLocaleString('en-US');
  const part = ([inside, all]: readonly [number, number]) => `${count(inside)} of ${count(all)}`;
  const reasons = ({ noGate, noWayIn, noWayOut, cutOff }: Unreached) =>
    [
      noGate > 0 ? `${count(noGate)} without a lane within 500 m` : '',
      noWayIn > 0 ? `${count(noWayIn)} without a way in` : '',
      noWayOut > 0 ? `${count(noWayOut)} without a way out` : '',
      cutOff > 0 ? `${count(cutOff)} in a separate part of the network` : '',
    ]
      .filter(Boolean)
      .join(', ') || 'none';
  const listed = (counts: Readonly<Record<string, number>>) => {
    const sorted = Object.entries(counts).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    const more = sorted.length > MOST_NAMED ? [`${count(sorted.length - MOST_NAMED)} more`] : [];
    return [...sorted.slice(0, MOST_NAMED).map(([what, n]) => `${count(n)} ${what}`), ...more].join(', ');
  };
  const { rules } = report;
  const left = Object.entries(report.refusedWays).map(([reason, n]) => `${reason} ${count(n)}`);
  const lines: [string, string][] = [
    [
      'city',
      `${report.name}${report.date && `, data of ${report.date}`}, driving on the ${report.drivingSide} (by ${report.drivingSideBy})`,
    ],
    ['extent', `${km(report.extent.width)} by ${km(report.extent.height)}, ${report.projection}`],
    [
      'roads',
      `${count(report.roads)}, ${count(report.lanes)} lanes; driving ${km(report.drivingLaneMetres)}, walking ${km(report.walkingLaneMetres)} of lanes`,
    ],
    ['junctions', `${count(report.junctions)}, ${count(report.signals)} with lights`],
    ['connected', `roads ${part(report.connected.drive)}, walking lanes ${part(report.connected.walk)}`],
    ...Object.entries(report.classes).map(([name, { km, kmh }]): [string, string] => [
      `  ${name}`,
      `${km.toFixed(1)} km${kmh > 0 ? `, ${kmh.toFixed(0)} km/h` : ''}`,
    ]),
    ['AOIs', `${count(report.aois)}, POIs ${count(report.pois)}`],
    [
      'reachable',
      `${percent(report.reachable.any, report.aois)} of AOIs by car or on foot (by car ${percent(report.reachable.drive, report.aois)}, on foot ${percent(report.reachable.walk, report.aois)})`,
    ],
    ['  not by car', reasons(unreached.drive)],
    ['  not on foot', reasons(unreached.walk)],
    [
      'streets',
      `${km(streets.tagged)} in the file; ${km(streets.pruned)} short dead ends and parts of junctions, ${km(streets.disconnected.walked)} that cars cannot enter and leave (kept for walking), ${km(streets.disconnected.dropped)} left out; ${km(streets.pathsDropped)} of disconnected footpaths, ${km(streets.pavementsDropped)} of mapped sidewalks merged with their streets`,
    ],
    [
      'residential',
      `${report.residentialStreets.km.toFixed(1)} km of residential streets, ${(100 * report.residentialStreets.withoutGate).toFixed(1)} % of them without a gate within 100 m`,
    ],
    ['ways left out', left.join(', ') || 'none'],
    ['ferries', km(streets.ferries)],
    ['edges closed', `${count(streets.closedEdges)} divided streets got a U-turn at the edge of the extract`],
    [
      'access',
      `${km(streets.tracks)} of slow tracks without a rule for cars, ${km(rules.destination)} for destination traffic only and ${km(rules.private)} private, without through traffic; ${km(rules.busLanes)} with bus lanes, ${km(rules.middleLanes)} with a lane between the directions, ${km(rules.sharedLanes)} with one lane for both; ${count(streets.barriers)} streets closed to cars by a bollard or gate`,
    ],
    [
      'on foot',
      `${km(rules.limitedOnFoot)} for destination traffic only or private, ${count(rules.gatesOnFoot)} closed or private gates: only where nothing else leads there`,
    ],
    [
      'bicycles',
      `${km(rules.limitedByBike)} for destination traffic only or private, ${count(rules.gatesByBike)} gates that are closed, private or to be passed on foot; ${km(rules.ridden)} ridden (${km(rules.contraflow)} against the direction of cars), ${km(rules.pushed)} pushed`,
    ],
    [
      'restrictions',
      `${count(streets.restrictions)} on turns, ${count(streets.bansOverWays)} bans over another street; not used: ${listed(streets.unusedRestrictions) || 'none'}`,
    ],
    ['rules not used', listed(report.unusedRules) || 'none'],
    [
      'areas',
      `${count(places.covered)} absorbed by the place that covers them, ${count(places.zones)} passed their land use to buildings, ${count(report.brokenAreas)} not closed`,
    ],
    [
      'places',
      `${count(places.poiAois)} AOIs added for POIs outside areas, ${count(places.poisDropped)} benches and the like left out, ${count(places.assumedResidential)} of unknown use counted as dwellings, ${count(places.outOfReach)} left out with no street or path within 500 m`,
    ],
  ];
  if (report.remark !== '') lines.push(['warning', `the file may be incomplete; its server reports: ${report.remark}`]);
  for (const { km, box } of report.lostParts)
    lines.push([
      'warning',
      `${km.toFixed(1)} km of streets (${((100_000 * km) / streets.tagged).toFixed(1)} % of all) cannot be reached by car and left again, because of water without a ferry, a gate or private streets. No one drives there; to build them as a separate city: --bbox ${degrees(box)}`,
    ]);
  if (report.inferredAois > 0)
    lines.push([
      'inferred',
      `${count(report.inferredAois)} AOIs are inferred along streets with no place within 100 m`,
    ]);
  if (report.inferredPois > 0)
    lines.push([
      'invented',
      `${count(report.inferredPois)} POIs are inferred from land use, since the file has no destinations`,
    ]);
  return `${lines.map(([label, text]) => `${label.padEnd(16)} ${text}`).join('\n')}\n`;
}

import { markupText } from '@itinera/base';
import { type CityMap, dayOf, defaultMovementOptions, type Timetable } from '@itinera/city';
import { type CarNetwork, type RoadEdge, rulesOf } from './car-network.js';
import { type MatsimPlane, matsimPlane } from './matsim-plane.js';
import { matsimTransit } from './matsim-transit.js';
import type { HourCount, RunPlan } from './run-plans.js';
import type { ToolFiles } from './sumo-files.js';
import { clockOf, element } from './xml.js';

const DTD = 'http://www.matsim.org/files/dtd';

/** The network, and public transport if the map has a timetable. */
export function matsimNetwork(
  map: CityMap,
  network: CarNetwork,
  timetable: Timetable | null,
  date: string | null,
): ToolFiles {
  const plane = matsimPlane(map);
  const transit = timetable && matsimTransit(map, timetable, date === null ? timetable.usualWeek : dayOf(date), plane);
  return {
    'network.xml': networkLines(map, network, plane, transit),
    ...(transit && { 'transitSchedule.xml': transit.schedule, 'transitVehicles.xml': transit.vehicles }),
    'config.xml': configLines(plane.crs, { hasTransit: transit !== null, activities: [], share: 1, counts: false }),
  };
}

function* networkLines(
  map: CityMap,
  { nodes, edges }: CarNetwork,
  plane: MatsimPlane,
  transit: ReturnType<typeof matsimTransit> | null,
): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE network SYSTEM "${DTD}/network_v2.dtd">`;
  yield element('network', { name: map.header?.name ?? '' }).replace('/>', '>');
  yield element('attributes', {}, element('attribute', crsAttribute, plane.crs));
  yield '<nodes>';
  for (const [id, { x, y }] of nodes) yield element('node', { id, ...plane.toXY(x, y) });
  yield* transit?.nodes ?? [];
  yield '</nodes>\n<links capperiod="01:00:00" effectivecellsize="7.5" effectivelanewidth="3.75">';
  for (const edge of edges) {
    // Each direction of a shared lane has half of its capacity.
    const lanes = edge.isShared ? edge.lanes.length / 2 : edge.lanes.length;
    const attributes = {
      id: edge.id,
      from: edge.from,
      to: edge.to,
      length: Math.max(edge.length, 0.1).toFixed(2),
      freespeed: edge.speed.toFixed(3),
      capacity: (defaultMovementOptions.laneCapacity * lanes).toFixed(1),
      permlanes: lanes.toFixed(1),
      oneway: 1,
      modes: edge.isRidden ? 'bike,car' : 'car',
    };
    const rules = rulesOf(edge).map(([name, value]) =>
      element('attribute', { name, class: 'java.lang.String' }, value),
    );
    yield element('link', attributes, ...(rules.length > 0 ? [element('attributes', {}, ...rules)] : []));
  }
  yield* transit?.links ?? [];
  yield '</links>\n</network>';
}

const crsAttribute = { name: 'coordinateReferenceSystem', class: 'java.lang.String' };

/** The plans of a run: every activity and leg, cars with their routes, and the counts of the run on links. */
export function matsimPlans(
  map: CityMap,
  network: CarNetwork,
  plans: Iterable<RunPlan>,
  counts: readonly HourCount[],
  { share, date, hasTransit }: { readonly share: number; readonly date: string | null; readonly hasTransit: boolean },
): ToolFiles {
  const plane = matsimPlane(map);
  return {
    'plans.xml': planLines(map, network, plans, plane),
    'counts.xml': countLines(counts, date),
    'config.xml': configLines(plane.crs, { hasTransit, activities: ACTIVITIES, share, counts: counts.length > 0 }),
  };
}

const ACTIVITIES = ['home', 'work', 'school', 'other'] as const;
const MODES: Readonly<Record<string, string>> = {
  WALK_ONLY: 'walk',
  DRIVE_ONLY: 'car',
  PASSENGER: 'ride',
  TAXI: 'car',
  BIKE_WALK: 'bike',
  BUS_WALK: 'pt',
  SUBWAY_WALK: 'pt',
  BUS_SUBWAY_WALK: 'pt',
};

function* planLines(
  map: CityMap,
  { edges }: CarNetwork,
  plans: Iterable<RunPlan>,
  plane: MatsimPlane,
): Generator<string> {
  const byRoad = new Map(edges.map((edge) => [edge.id, edge]));
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE population SYSTEM "${DTD}/population_v6.dtd">\n<population>`;
  yield element('attributes', {}, element('attribute', crsAttribute, plane.crs));
  const centroids = map.aoiCentroids;
  const at = (aoi: number | null) => {
    const row = aoi === null ? -1 : map.aoiIndex(aoi);
    const [x, y] = [centroids[2 * row], centroids[2 * row + 1]];
    return x === undefined || Number.isNaN(x) ? {} : plane.toXY(x, y!);
  };
  for (const { profile, trips } of plans) {
    const made = trips.filter(({ trip }) => trip.ended === 'arrived');
    const elements: string[] = [];
    let place = made[0]?.trip.origin ?? profile.home;
    let link: number | undefined;
    made.forEach(({ trip, car }, i) => {
      const next = made[i + 1];
      // Where the car arrived, or from where it sets out. Otherwise MATSim would choose the nearest link, which may not be for cars.
      link ??= car?.roads[0] ?? roadAt(map, place);
      elements.push(activity(profile, place, { ...at(place), link, end_time: clockOf(trip.departure) }));
      const mode = MODES[trip.mode] ?? 'walk';
      const roads = mode === 'car' && car !== null && link !== undefined ? roadsFrom(link, car.roads, byRoad) : null;
      const route = roads === null ? [] : [routeOf(car!, roads)];
      elements.push(element('leg', { mode, trav_time: clockOf(trip.seconds) }, ...route));
      place = trip.destination;
      link = car?.roads.at(-1) ?? (next === undefined ? undefined : next.car?.roads[0]);
    });
    elements.push(activity(profile, place, { ...at(place), link: link ?? roadAt(map, place) }));
    yield element(
      'person',
      { id: profile.id },
      element('attributes', {}, ...attributesOf(profile)),
      element('plan', { selected: 'yes' }, ...elements),
    );
  }
  yield '</population>';
}

/** The road from which cars enter an AOI. */
function roadAt(map: CityMap, aoi: number): number | undefined {
  const { offsets, laneId } = map.aois.drivingPositions;
  const row = map.aoiIndex(aoi);
  if (row < 0 || offsets[row] === offsets[row + 1]) return undefined;
  return map.lanes.parentId[map.laneIndex(laneId[offsets[row]!]!)];
}

type Profile = RunPlan['profile'];

function activity({ home, work, attributes }: Profile, aoi: number, rest: Parameters<typeof element>[1]): string {
  const type = aoi === home ? 'home' : aoi === work ? 'work' : aoi === attributes.school ? 'school' : 'other';
  return element('activity', { type, ...rest });
}

/**
 * The roads of a car that is on a link: its own, or from that link on if they follow it, such as the other side of the
 * street; otherwise null.
 */
function roadsFrom(
  link: number,
  roads: readonly number[],
  byRoad: ReadonlyMap<number, RoadEdge>,
): readonly number[] | null {
  if (roads[0] === link) return roads;
  return byRoad.get(link)?.to === byRoad.get(roads[0]!)?.from ? [link, ...roads] : null;
}

function routeOf({ seconds, metres }: NonNullable<RunPlan['trips'][number]['car']>, roads: readonly number[]): string {
  const ends = { start_link: roads[0]!, end_link: roads.at(-1)! };
  return element(
    'route',
    { type: 'links', ...ends, trav_time: clockOf(seconds), distance: metres.toFixed(1) },
    roads.join(' '),
  );
}

const CLASSES = { number: 'java.lang.Double', boolean: 'java.lang.Boolean', string: 'java.lang.String' } as const;

function attributesOf({ home, work, attributes }: Profile): string[] {
  return Object.entries({ ...attributes, home, work }).flatMap(([name, value]) => {
    const type = typeof value;
    if (type !== 'number' && type !== 'boolean' && type !== 'string') return [];
    const kind = Number.isSafeInteger(value)
      ? name === 'age'
        ? 'java.lang.Integer'
        : 'java.lang.Long'
      : CLASSES[type];
    return [element('attribute', { name, class: kind }, markupText(String(value)))];
  });
}

function* countLines(counts: readonly HourCount[], date: string | null): Generator<string> {
  const schema = `${DTD} ${DTD}/counts_v1.xsd`;
  yield '<?xml version="1.0" encoding="UTF-8"?>';
  yield `<counts xmlns="${DTD}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${schema}" name="run" desc="cars that entered each link" year="${date?.slice(0, 4) ?? 2024}">`;
  const byRoad = new Map<number, HourCount[]>();
  for (const one of counts) if (one.hour < 24) byRoad.set(one.road, [...(byRoad.get(one.road) ?? []), one]);
  for (const [road, hours] of byRoad)
    yield element(
      'count',
      { loc_id: road, cs_id: road },
      // Hours are 1 to 24.
      ...hours.map(({ hour, count }) => element('volume', { h: hour + 1, val: count.toFixed(1) })),
    );
  yield '</counts>';
}

/** Modules by their names since MATSim 2024. */
function configLines(
  crs: string,
  given: {
    readonly hasTransit: boolean;
    readonly activities: readonly string[];
    readonly share: number;
    readonly counts: boolean;
  },
): string[] {
  const param = (name: string, value: string | number) => element('param', { name, value });
  const module = (name: string, ...children: readonly string[]) => element('module', { name }, ...children);
  const set = (type: string, ...children: readonly string[]) => element('parameterset', { type }, ...children);
  const typical: Readonly<Record<string, string>> = {
    home: '12:00:00',
    work: '08:00:00',
    school: '06:00:00',
    other: '01:00:00',
  };
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE config SYSTEM "${DTD}/config_v2.dtd">\n<config>`,
    module('global', param('coordinateSystem', crs), param('randomSeed', 4711)),
    module('network', param('inputNetworkFile', 'network.xml')),
    ...(given.activities.length > 0 ? [module('plans', param('inputPlansFile', 'plans.xml'))] : []),
    ...(given.hasTransit
      ? [
          module(
            'transit',
            param('useTransit', 'true'),
            param('transitScheduleFile', 'transitSchedule.xml'),
            param('vehiclesFile', 'transitVehicles.xml'),
          ),
        ]
      : []),
    ...(given.counts ? [module('counts', param('inputCountsFile', 'counts.xml'), param('countsScaleFactor', 1))] : []),
    module(
      'controller',
      param('outputDirectory', 'output'),
      param('lastIteration', 0),
      param('overwriteFiles', 'deleteDirectoryIfExists'),
    ),
    module('qsim', param('flowCapacityFactor', given.share), param('storageCapacityFactor', given.share)),
    module(
      'scoring',
      set(
        'scoringParameters',
        ...given.activities.map((type) =>
          set('activityParams', param('activityType', type), param('typicalDuration', typical[type]!)),
        ),
      ),
    ),
    module('replanning', set('strategysettings', param('strategyName', 'ChangeExpBeta'), param('weight', 1))),
    '</config>',
  ];
}

import { UserError } from '@itinera/base';
import { MotionStatus, type MovementEvent, type Trip, type World } from '@itinera/city';
import { planSettings } from '@itinera/run';
import { type Aoi, type CityView, IdList } from '../agents/city-view.js';
import { sunny } from '../agents/weather.js';
import type { LanguageModel } from '../llm/language-model.js';
import type { Profile, SimulationSettings } from './simulation-settings.js';

/** AOIs 500000000 … on a line, a kilometre apart; POI 700000000 + n is a restaurant in AOI n. */
export function toyCity(count = 10): CityView {
  const aois = IdList.from({ length: count }, (_, n) => aoiAt(n)) as IdList<Aoi>;
  const pois = new IdList(...aois.map((aoi, n) => poiAt(n, aoi.id)));
  return {
    allAois: aois,
    allPois: pois,
    aoi: (id) => aois[id - 500_000_000],
    poi: (id) => pois[id - 700_000_000],
    eachAoi: (visit) => {
      for (const { id, area, urbanLandUse } of aois) visit(id, (id - 500_000_000) * 1000, 0, area, urbanLandUse);
    },
    aoiCentre: (id) => aois[id - 500_000_000]?.positions[0],
    poisAround: ({ x }, radius, types) =>
      pois
        .filter((poi) => Math.abs(poi.position.x - x) <= radius && (types?.includes('restaurant') ?? true))
        .sort((a, b) => Math.abs(a.position.x - x) - Math.abs(b.position.x - x) || a.id - b.id),
    poiCategories: { restaurant: ['restaurant', 'cafe'] },
    toLngLat: (x, y) => [x / 100_000, y / 100_000],
  };
}

const aoiAt = (n: number): Aoi => ({
  id: 500_000_000 + n,
  name: '',
  positions: [{ x: n * 1000, y: 0 }],
  area: 0,
  drivingPositions: [],
  walkingPositions: [],
  drivingGates: [],
  walkingGates: [],
  urbanLandUse: 'R',
  poiIds: [700_000_000 + n],
});

const poiAt = (n: number, aoiId: number) => ({
  id: 700_000_000 + n,
  name: `Restaurant ${n}`,
  category: 'amenity|restaurant',
  position: { x: n * 1000, y: 0 },
  aoiId,
});

interface Traveller {
  time: number;
  from: number;
  to: number;
  /** Departure and arrival, milliseconds. */
  start: number;
  end: number;
  trips: number;
  schedule: Trip[];
  events: MovementEvent[];
}

/** A straight road on which everyone drives at 1 m/s and finishes each trip before the next; rejects unknown AOIs. */
export function toyWorld(city: CityView, coupled = false): World {
  const travellers = new Map<number, Traveller>();
  const x = (aoiId: number) => city.aoiCentre(aoiId)!.x;
  const of = (person: number) => travellers.get(person)!;
  const advance = (person: number, until: number) => {
    const traveller = of(person);
    while (true) {
      if (traveller.from !== traveller.to) {
        if (traveller.end > until) break;
        arrive(person, traveller);
      }
      const [next] = traveller.schedule;
      if (next === undefined || (next.departure ?? 0) > until) break;
      traveller.schedule.shift();
      traveller.time = Math.max(traveller.time, next.departure ?? 0);
      setOut(person, next);
    }
    traveller.time = until;
  };
  const arrive = (person: number, traveller: Traveller) => {
    const { start, end, to } = traveller;
    const seconds = (end - start) / 1000;
    traveller.events.push({ kind: 'arrival', time: end, person, aoiId: to, seconds, metres: seconds });
    traveller.from = to;
    traveller.time = end;
  };
  const setOut = (person: number, { aoiId, mode }: Trip) => {
    const traveller = of(person);
    if (city.aoi(aoiId) === undefined) {
      traveller.events.push({ kind: 'failure', time: traveller.time, person, to: aoiId, reason: 'unknown-aoi' });
    } else if (aoiId !== traveller.from) {
      const start = traveller.time;
      Object.assign(traveller, { to: aoiId, start, end: start + Math.abs(x(aoiId) - x(traveller.from)) * 1000 });
      traveller.trips++;
      traveller.events.push({ kind: 'departure', time: start, person, from: traveller.from, to: aoiId, mode });
    }
  };
  return {
    coupled,
    addPerson(person, aoiId) {
      if (city.aoi(aoiId) === undefined) throw new UserError(`person ${person}: unknown AOI ${aoiId}.`);
      travellers.set(person, { time: 0, from: aoiId, to: aoiId, start: 0, end: 0, trips: 0, schedule: [], events: [] });
    },
    setSchedule: (person, trips) => {
      of(person).schedule = [...trips];
      advance(person, of(person).time);
    },
    advancePerson: advance,
    advance: (time) => {
      for (const person of travellers.keys()) advance(person, time);
    },
    motion(person) {
      const { from, to, time, start } = of(person);
      const here = x(from) + Math.sign(x(to) - x(from)) * ((time - start) / 1000);
      const rest = { s: 0, y: 0, direction: 0 };
      return from === to
        ? { ...rest, status: MotionStatus.SLEEP, aoiId: from, laneId: null, x: x(from), speed: 0 }
        : { ...rest, status: MotionStatus.DRIVING, aoiId: null, laneId: 7, x: here, speed: 1 };
    },
    destination: (person) => (of(person).from === of(person).to ? null : of(person).to),
    totals: (person) => ({ trips: of(person).trips, seconds: 0, metres: 0 }),
    takeEvents: (person) =>
      (person === undefined ? [...travellers.values()] : [of(person)]).flatMap((t) => t.events.splice(0)),
    keepRoutes: () => {},
    takeRoutes: () => [],
    removePerson: () => {},
    rideTime: () => null,
    driveDelay: () => 0,
    travelTime: (_person, from, to) => Math.abs(x(to) - x(from)),
    jams: () => [],
  };
}

/** People who live in AOI 0 and work in AOI 2. */
export const toyPeople = (count: number): Profile[] =>
  Array.from({ length: count }, (_, n) => ({
    id: n + 1,
    home: 500_000_000,
    work: 500_000_002,
    attributes: { occupation: 'Finance' },
  }));

export const toySettings = (more: Partial<SimulationSettings> = {}): SimulationSettings => ({
  ...planSettings(),
  order: 'free',
  clock: { stepSeconds: 900, steps: 100 },
  weather: [sunny],
  agentParams: {},
  routes: false,
  ...more,
});

/** A run without a language model. */
export const noModel: LanguageModel = {
  models: [],
  forPerson: () => ({}) as never,
  recordSeparately: () => {},
  stoppedFor: () => null,
  stopped: null,
  usage: () => ({}) as never,
  expectedCalls: () => null,
  close: async () => {},
};

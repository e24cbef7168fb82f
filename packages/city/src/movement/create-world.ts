import { UserError } from '@itinera/base';
import type { CityMap } from '../map/city-map.js';
import { costKey, ROUTE_COSTS } from '../routing/drive-network.js';
import { Router } from '../routing/router.js';
import { buildRoutingData, type RoutingData } from '../routing/routing-data.js';
import { dayOf } from '../transit/service-days.js';
import type { Timetable } from '../transit/timetable.js';
import { advanceTraveller } from './advance-traveller.js';
import { BprWorld } from './bpr-world.js';
import { closeLines, rulesOnLines, rulesOnRoads, type TransitRule } from './close-lines.js';
import { divertBuses } from './divert-buses.js';
import type { Journey } from './journey.js';
import type { LearnedTraffic } from './learned-traffic.js';
import { Movement } from './movement.js';
import { type MovementOptions, type MovementSettings, resolveMovementOptions } from './options.js';
import { speedFactorOf } from './pace.js';
import { QueueWorld } from './queue-world.js';
import { type RoadRule, RoadRules } from './road-rules.js';
import type { Traveller } from './traveller.js';
import { WorldOfTravellers } from './travellers-world.js';
import { speedOn } from './trip-planner.js';
import type { Milliseconds, World } from './world.js';

/**
 * Creates a world on a map, without people, at time 0.
 * @param settings movement options; missing ones have their defaults
 * @param routing built once per map by `buildRoutingData`, with the same turn penalties; by default built here
 * @param timetable of this map; without it, trips by public transport fail with `no-transit`
 * @param rules closed or charged roads, closed lines and stations
 * @param learned with congestion `queue`: traffic of earlier iterations, by which drivers choose their routes
 * @throws UserError for an option that is unknown or out of range
 */
export function createWorld(
  city: CityMap,
  settings: MovementSettings = {},
  routing?: RoutingData,
  timetable?: Timetable,
  rules: readonly (RoadRule | TransitRule)[] = [],
  learned?: LearnedTraffic,
): World {
  const movement = createMovement(city, settings, routing, timetable, rules);
  switch (movement.options.congestion) {
    case 'off':
      return new FreeWorld(movement);
    case 'bpr':
      return new BprWorld(movement);
    case 'queue':
      return new QueueWorld(movement, learned);
  }
}

function createMovement(
  city: CityMap,
  settings: MovementSettings,
  routing: RoutingData | undefined,
  timetable: Timetable | undefined,
  rules: readonly (RoadRule | TransitRule)[],
): Movement {
  const options = resolveMovementOptions(settings);
  const { turnPenalties, routeCosts } = options;
  const data = routing ?? buildRoutingData(city, { turnPenalties, routeCosts });
  const [kind] = data.drive.penalties.slice(-1);
  if (ROUTE_COSTS[kind] !== routeCosts)
    throw new UserError(
      `movement.routeCosts: got ${routeCosts}, but the routing data was built for ${ROUTE_COSTS[kind]}. Rebuild it with the same value.`,
    );
  const { straight, left, right, around } = turnPenalties;
  if (costKey(turnPenalties, routeCosts).some((part, i) => part !== data.drive.penalties[i]))
    throw new UserError(
      `movement.turnPenalties: got ${straight}, ${left}, ${right}, ${around} s (straight, left, right, around), but the ` +
        `routing data was built with ${[...data.drive.penalties.slice(0, 4)].join(', ')} s. Rebuild it with the same penalties.`,
    );
  const onRoads = rulesOnRoads(rules);
  const roadRules = onRoads.length === 0 ? undefined : new RoadRules(city, onRoads);
  const router = routerBySpeeds(city, new Router(city, data), options);
  if (timetable === undefined || rules.length === 0) return new Movement(city, router, options, timetable, roadRules);
  const { date } = options.transit;
  const dayZero = date === null ? timetable.usualWeek : dayOf(date);
  const onLines = rulesOnLines(rules);
  const { timetable: open } = closeLines(timetable, onLines, [dayZero, 0]);
  const diverted = roadRules ? divertBuses(city, open, router, roadRules, [dayZero, 0]).timetable : open;
  return new Movement(city, router, options, diverted, roadRules);
}

/** With costs that are driving times, cars choose routes by the speeds that they reach, apart from the hour. */
function routerBySpeeds(city: CityMap, router: Router, options: MovementOptions): Router {
  const { routeCosts, speedFactor, limitSpeedFactors } = options;
  if (routeCosts === 'penalties' || (speedFactor === 1 && limitSpeedFactors === null)) return router;
  const factors = new Float64Array(city.roads.count).fill(1);
  router.driveNetwork.laneRoads.forEach((road, lane) => {
    if (road >= 0) factors[road] = 1 / speedFactorOf(city, lane, options);
  });
  return router.withRoadFactors(factors);
}

/** Without congestion: people do not affect each other, so anyone may be advanced at any time. */
class FreeWorld extends WorldOfTravellers {
  readonly coupled = false;
  readonly #extend = (journey: Journey, _until: Milliseconds, traveller: Traveller): void =>
    this.movement.pace.extend(journey, Infinity, speedOn(traveller, journey));

  /** @throws Error if time would run backwards */
  advancePerson(person: number, time: Milliseconds): void {
    advanceTraveller(this.movement, this.traveller(person), time, this.#extend);
  }

  advance(time: Milliseconds): void {
    for (const traveller of this.travellers.values()) advanceTraveller(this.movement, traveller, time, this.#extend);
  }
}

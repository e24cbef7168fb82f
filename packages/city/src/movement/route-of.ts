import type { CityMap } from '../map/city-map.js';
import type { Journey, Spot } from './journey.js';
import type { Milliseconds, RouteStretch } from './world.js';

/**
 * The route of a journey up to a time, for reports: a new stretch starts wherever a lane is not covered from end to end, or
 * the person's status changes.
 * @param exit position where the person leaves the journey then; null while it continues
 */
export function routeOf(city: CityMap, journey: Journey, time: Milliseconds, exit: Spot | null = null): RouteStretch[] {
  const count = journey.at(time) + 1;
  const stretches: RouteStretch[] = [];
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < count && goesOn(city, journey, to)) to++;
    stretches.push(stretch(city, journey, from, to));
    from = to;
  }
  if (exit !== null && count > 0 && !isThere(city, journey, count - 1, time, exit))
    stretches.push(standing(city, exit, time, stretches.at(-1)!));
  return stretches;
}

/** Whether the i-th lane belongs to the stretch of the previous one. */
function goesOn(city: CityMap, journey: Journey, i: number): boolean {
  const { lanes, entered, begin } = journey;
  const { length } = city.lanes;
  const before = lanes[i - 1];
  const here = lanes[i];
  return (
    journey.toS(city, i - 1) === (before < 0 ? 0 : length[before]) &&
    journey.fromS(city, i) === (here < 0 ? length[~here] : 0) &&
    journey.statusAt(begin + entered[i - 1]) === journey.statusAt(begin + entered[i])
  );
}

function stretch(city: CityMap, journey: Journey, from: number, to: number): RouteStretch {
  const { lanes, entered, reached } = journey;
  const first = entered[from];
  const count = to - from;
  // Most trips are one stretch, whose times are those of the journey.
  const isWhole = count === lanes.length && first === 0 && journey.arrival < Infinity;
  const made = {
    status: journey.statusAt(journey.begin + first),
    begin: journey.begin + first,
    laneIds: new Int32Array(count),
    backward: new Uint8Array(count),
    entered: isWhole ? entered : new Float64Array(count),
    reached: isWhole ? reached : new Float64Array(count),
    startS: journey.fromS(city, from),
    endS: journey.toS(city, to - 1),
  };
  // Loops, since these are most of the memory of a large simulation: `from` and `map` take several times as long.
  for (let i = 0; i < count; i++) {
    const lane = lanes[from + i];
    made.laneIds[i] = city.lanes.id[lane < 0 ? ~lane : lane];
    made.backward[i] = lane < 0 ? 1 : 0;
    if (isWhole) continue;
    made.entered[i] = entered[from + i] - first;
    made.reached[i] = reached[from + i] - first;
  }
  return made;
}

function isThere(city: CityMap, journey: Journey, i: number, time: Milliseconds, { lane, s }: Spot): boolean {
  const way = journey.lanes[i];
  return (way < 0 ? ~way : way) === lane && journey.sAt(city, i, time) === s;
}

function standing(city: CityMap, { lane, s }: Spot, time: Milliseconds, { status }: RouteStretch): RouteStretch {
  const none = new Float64Array(1);
  const laneIds = Int32Array.of(city.lanes.id[lane]);
  return {
    status,
    begin: time,
    laneIds,
    backward: new Uint8Array(1),
    entered: none,
    reached: none,
    startS: s,
    endS: s,
  };
}

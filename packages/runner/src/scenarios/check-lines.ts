import { counted, grouped, SECONDS_PER_DAY, UserError } from '@itinera/base';
import {
  cutOffFromLines,
  effectsOfClosedLines,
  type LineClosure,
  openRoutingData,
  STOP_METRES,
  Timetable,
  type TransitRule,
} from '@itinera/city';
import type { PreparedCity, Profile } from '@itinera/engine';
import { describeCutOff } from './cut-off-people.js';
import { findLines } from './find-lines.js';
import { clockTime, hoursText } from './parse-scenario.js';

/** First day of a run, undefined without dates, and number of days. */
export interface SimulatedDays {
  readonly firstDay: string | undefined;
  readonly days: number;
}

/** A closed line or station: its entry, its rule, and its name in messages. */
export interface ClosedLine {
  readonly given: LineClosure;
  readonly rule: TransitRule;
  readonly what: string;
}

type City = Pick<PreparedCity, 'map' | 'timetable'>;

/** `line 67`, `3 lines of Metro`, `station Harbour (2 stops)`. */
export function nameOfClosed({ given, rule, what }: ClosedLine, { map, timetable }: City): string {
  if ('station' in given) {
    const [first, ...more] = given.station;
    const name = more.length === 0 ? `station ${first}` : `${given.station.length} stations`;
    return `${name} (${counted(rule.stations.length, 'stop')})`;
  }
  const { names } = findLines(map, timetable && Timetable.open(timetable), given, what);
  const of = given.agency === undefined ? '' : ` of ${given.agency}`;
  return (names.length === 1 ? `line ${names[0]}` : `${names.length} lines`) + of;
}

/**
 * What closed lines and stations change.
 * @throws UserError if nothing runs or stops in the hours of a closure
 */
export function describeCancelled(closed: readonly ClosedLine[], city: City, span: SimulatedDays): string[] {
  if (closed.length === 0 || city.timetable === null) return [];
  const timetable = Timetable.open(city.timetable);
  const rules = closed.map(({ rule }) => rule);
  const during = span.days === 1 ? '' : ` in ${span.days} days`;
  return effectsOfClosedLines(timetable, rules, span).flatMap(({ diverted, cancelled }, i) => {
    const one = closed[i]!;
    const { days } = one.rule;
    if (days !== null && !days.slice(0, span.days).includes(true)) return [];
    if (diverted + cancelled === 0) throw new UserError(neverServed(one, city, timetable));
    const parts = [
      ...(diverted > 0 ? [`${counted(diverted, 'vehicle passes', 'vehicles pass')} without stopping`] : []),
      ...(cancelled > 0 ? [`${counted(cancelled, 'departure is', 'departures are')} cancelled`] : []),
    ];
    return [`${one.what}: ${parts.join(', ')}${during}.`];
  });
}

function neverServed(one: ClosedLine, city: City, timetable: Timetable): string {
  const times = timesOf(one.rule, timetable);
  const [first, last] = [Math.min(...times), Math.max(...times)].map((time) => clockTime(time % SECONDS_PER_DAY));
  const usual = times.length === 0 ? '' : ` Its times on all days are ${first} to ${last}.`;
  const hours = hoursText(one.given) || ' on the days of the run';
  return `${one.what}: ${nameOfClosed(one, city)} is not served${hours}.${usual} Choose other hours or days.`;
}

/** The departures of closed lines, or the arrivals at closed stations, on any day: seconds since midnight. */
function timesOf({ sublines, stations }: TransitRule, { patterns, stops }: Timetable): number[] {
  const [lines, closed] = [new Set(sublines), new Set(stations)];
  const times: number[] = [];
  patterns.sublineIds.forEach((subline, pattern) => {
    const [start, end] = [patterns.stopOffsets[pattern]!, patterns.stopOffsets[pattern + 1]!];
    const trips = patterns.tripOffsets[pattern + 1]! - patterns.tripOffsets[pattern]!;
    for (let i = 0; i < end - start; i++) {
      const isClosed = closed.has(stops.aoiIds[patterns.stops[start + i]!]!);
      if (!isClosed && !(i === 0 && lines.has(subline))) continue;
      const column = isClosed ? patterns.arrivals : patterns.departures;
      for (let trip = 0; trip < trips; trip++)
        times.push(column[patterns.eventOffsets[pattern]! + trip * (end - start) + i]!);
    }
  });
  return times;
}

/** The people whom closed lines and stations cut off. */
export function cutOffFromTransit(
  closed: readonly ClosedLine[],
  { map, routing, timetable }: Pick<PreparedCity, 'map' | 'routing' | 'timetable'>,
  people: readonly Profile[],
  span: SimulatedDays,
): string[] {
  if (closed.length === 0 || timetable === null) return [];
  const { walk } = openRoutingData(routing, map)!;
  const rules = closed.map(({ rule }) => rule);
  const marks = cutOffFromLines(map, walk, Timetable.open(timetable), rules, span);
  const at = ({ home, work }: Profile) => [home, work].some((aoi) => aoi !== null && marks[map.aoiIndex(aoi)] === 1);
  const without = people.filter((person) => person.attributes.has_car === false && at(person)).length;
  const noCar = without > 0 ? `, and ${counted(without, 'has', 'have')} no car` : '';
  return describeCutOff(map, marks, people, {
    from: 'from public transport',
    where: `nothing else stops within ${grouped(STOP_METRES)} m`,
    fate: `They walk or take another mode${noCar}`,
    others: 'other people walk to these places or take another mode',
  });
}

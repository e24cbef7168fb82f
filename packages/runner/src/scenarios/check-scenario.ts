import { counted, SECONDS_PER_DAY, UserError } from '@itinera/base';
import {
  bridgesOf,
  type CityMap,
  cutOffAois,
  cutOffOnFoot,
  effectsOnBuses,
  isWithinHours,
  openRoutingData,
  type RoadClosure,
  type RoadRule,
  type RoadSelection,
  rulesOnLines,
  rulesOnRoads,
  type Scenario,
  Timetable,
} from '@itinera/city';
import type { PreparedCity, Profile } from '@itinera/engine';
import { type Clock, dayOfStep } from '@itinera/run';
import {
  type ClosedLine,
  cutOffFromTransit,
  describeCancelled,
  nameOfClosed,
  type SimulatedDays,
} from './check-lines.js';
import { describeCutOff } from './cut-off-people.js';
import { type AppliedScenario, applyScenario, closedFor, type Rule } from './effects.js';
import { findRoads, namesakes, plainName } from './find-roads.js';
import { clockTime, hoursText } from './parse-scenario.js';
import { nameOf } from './scenario-map.js';

/** Sentences that a message has at most. */
const MOST_PARTS = 8;

/**
 * Checks a scenario before the run, and says what it does.
 * @param said about its changes of the map
 * @returns what was said: sentences on its effects, and warnings
 * @throws UserError if a road is not on the map, an area lies outside it, or the run ends before a change
 */
export function checkScenario(
  scenario: Scenario,
  city: Pick<PreparedCity, 'map' | 'routing' | 'timetable'>,
  people: readonly Profile[],
  { clock, seed, said = [] }: { readonly clock: Clock; readonly seed: number; readonly said?: readonly string[] },
  {
    warn,
    note,
  }: {
    readonly warn?: ((message: string) => void) | undefined;
    readonly note?: ((message: string) => void) | undefined;
  },
): { readonly said: readonly string[]; readonly warned: readonly string[] } {
  const { map } = city;
  const days = dayOfStep(clock, clock.steps - 1) + 1;
  const { evacuate } = scenario;
  if (evacuate !== null && evacuate.at > (clock.steps - 1) * clock.stepSeconds)
    throw new UserError(
      `evacuate: it begins at ${clockTime(evacuate.at % SECONDS_PER_DAY)} of day ${Math.floor(evacuate.at / SECONDS_PER_DAY)}, after the last step of the run (${counted(days, 'day')}, the first is day 0). Choose an earlier time or simulate more.`,
    );
  const applied = applyScenario(scenario, city, people, { clock, seed });
  const { rules, people: changed } = applied;
  const lines = rules.flatMap((rule, i): ClosedLine[] => {
    const given = scenario.close[i];
    if (!('sublines' in rule) || given === undefined || 'for' in given) return [];
    return [{ given, rule, what: nameOf('close', i, scenario.close.length) }];
  });
  const parts = describe(scenario, city, applied, lines, people);
  const more = parts.length - MOST_PARTS;
  const shown = more > 1 ? [...parts.slice(0, MOST_PARTS), `makes ${more} more changes`] : parts;
  const closed = rulesOnRoads(rules).filter(({ worthSeconds }) => worthSeconds === null);
  const span = { firstDay: clock.firstDay, days };
  const notes = [
    `Scenario ${scenario.name}: ${shown.join(', ')}.`,
    ...said,
    ...bridgesWithin(scenario, map),
    ...describeCancelled(lines, city, span),
    ...busesOf(city, [...closed, ...rulesOnLines(rules)], span),
  ];
  const warnings = [
    ...idleOf(scenario, applied, days),
    ...namesakesOf(scenario, map),
    ...cutOff(city, closed, changed, days),
    ...cutOffFromTransit(lines, city, changed, span),
  ];
  for (const text of notes) note?.(text);
  for (const text of warnings) warn?.(text);
  return { said: notes, warned: warnings };
}

/** What happens to buses. */
function busesOf(
  { map, routing, timetable }: Pick<PreparedCity, 'map' | 'routing' | 'timetable'>,
  closed: readonly Rule[],
  span: SimulatedDays,
): string[] {
  const { days } = span;
  if (timetable === null || !closed.some((rule) => 'roads' in rule)) return [];
  const { diverted, cancelled, skippedStops, longestDelaySeconds } = effectsOnBuses(
    map,
    openRoutingData(routing, map)!,
    Timetable.open(timetable),
    closed,
    span,
  );
  if (diverted + cancelled === 0) return [];
  const late = longestDelaySeconds > 0 ? `, up to ${Math.ceil(longestDelaySeconds / 60)} min late` : '';
  const skipped = skippedStops > 0 ? `, leaving out ${counted(skippedStops, 'stop')} in total` : '';
  const during = days === 1 ? '' : ` in ${days} days`;
  if (diverted === 0) return [`close: ${counted(cancelled, 'bus is', 'buses are')} cancelled${during}.`];
  const off = cancelled > 0 ? `; ${counted(cancelled, 'is', 'are')} cancelled` : '';
  return [`close: ${counted(diverted, 'bus is', 'buses are')} diverted${during}${late}${skipped}${off}.`];
}

/** Entries that apply on no day of the run. */
function idleOf({ close, price, shift }: Scenario, { rules, plans }: AppliedScenario, days: number): string[] {
  const names = [
    ...close.map((_, i) => nameOf('close', i, close.length)),
    ...price.map((_, i) => nameOf('price', i, price.length)),
    ...shift.map((_, i) => nameOf('shift-departures', i, shift.length)),
  ];
  return [...rules, ...plans.shift].flatMap((rule, i) =>
    rule.days === null || rule.days.slice(0, days).includes(true)
      ? []
      : [`${names[i]}: none of its days is in the run, so it has no effect.`],
  );
}

/** Names that mean several streets. */
function namesakesOf({ close, speed, lanes }: Scenario, map: CityMap): string[] {
  const of = <T extends RoadSelection>(
    section: string,
    entries: readonly (T | null)[],
    action: string,
    whose: (one: T) => 'cars' | 'everyone' = () => 'cars',
  ) =>
    entries.flatMap((one, i) => {
      if (one === null) return [];
      const what = nameOf(section, i, entries.length);
      const kind = one.bridge ? 'bridges' : whose(one) === 'everyone' ? 'streets or paths' : 'streets';
      return namesakes(map, one, findRoads(map, one, what, whose(one))).map(
        ({ name, count, streets }) =>
          `${what}: "${name}" is the name of ${count} separate ${kind} (${streets.join('; ')}${count > streets.length ? ' …' : ''}); all are ${action}. To select one, add a box around it.`,
      );
    });
  return [
    ...of<RoadClosure>(
      'close',
      close.map((one) => ('for' in one ? one : null)),
      'closed',
      closedFor,
    ),
    ...of('speed', speed, 'changed'),
    ...of('lanes', lanes, 'changed'),
  ];
}

/** The bridges of streets that are closed as a whole. */
function bridgesWithin({ close }: Scenario, map: CityMap): string[] {
  return close.flatMap((one, i) => {
    if (!('for' in one) || one.area !== undefined) return [];
    const what = nameOf('close', i, close.length);
    return (one.road ?? []).flatMap((road) => {
      if (typeof road !== 'string') return [];
      const closed = new Set(findRoads(map, { road: [road] }, what, closedFor(one)));
      const bridges = bridgesOf(map).filter(
        ({ name, roads }) => plainName(name) === plainName(road) && roads.some((row) => closed.has(row)),
      );
      const across = bridges.flatMap(({ roads }) => roads).filter((row) => closed.has(row));
      if (across.length === 0 || across.length === closed.size) return [];
      const waters = [...new Set(bridges.map(({ water }) => water || 'water'))].join(' and ');
      const rows = `${across.length} of the ${counted(closed.size, 'road')} called ${road}`;
      return [
        `${what}: ${rows} ${across.length === 1 ? 'crosses' : 'cross'} ${waters}. For the bridge alone: "bridge: ${road}".`,
      ];
    });
  });
}

/** The people whom closed roads cut off. */
function cutOff(
  { map, routing }: Pick<PreparedCity, 'map' | 'routing'>,
  closed: readonly RoadRule[],
  people: readonly Profile[],
  days: number,
): string[] {
  if (closed.length === 0) return [];
  const { drive, walk } = openRoutingData(routing, map)!;
  const byCar = new Uint8Array(map.aois.count);
  const onFoot = new Uint8Array(map.aois.count);
  const mark = (marks: Uint8Array, cut: Uint8Array) => marks.set(cut.map((is, aoi) => is | marks[aoi]!));
  for (const together of closedTogether(closed, days)) {
    const rows = (rules: readonly RoadRule[]) => rules.flatMap(({ roads }) => roads.map((id) => map.roadIndex(id)));
    const everyone = together.filter(({ forEveryone }) => forEveryone);
    mark(byCar, cutOffAois(map, drive, rows(together)));
    if (everyone.length > 0) mark(onFoot, cutOffOnFoot(map, walk, rows(everyone)));
  }
  const fail = (mode: string) => `trips ${mode} fail while the roads are closed`;
  const by = (mode: string) => ({
    from: mode,
    where: 'no open road leads',
    fate: `Their ${fail(mode)}`,
    others: `other ${fail(mode)}`,
  });
  return [...describeCutOff(map, byCar, people, by('by car')), ...describeCutOff(map, onFoot, people, by('on foot'))];
}

/** The closures that are in force at the same time, for each time at which one begins. */
function closedTogether(closed: readonly RoadRule[], days: number): RoadRule[][] {
  const sets = new Map<string, RoadRule[]>();
  for (let day = 0; day < days; day++)
    for (const { from } of closed) {
      const time = (day * SECONDS_PER_DAY + from) * 1000;
      const rows = closed.flatMap((rule, row) => (isWithinHours(rule, time) ? [row] : []));
      if (rows.length > 0)
        sets.set(
          rows.join(' '),
          rows.map((row) => closed[row]!),
        );
    }
  return [...sets.values()];
}

/** `closes 4 roads from 07:00 to 19:00`, `lets 12 of 60 people with a workplace work at home`. */
function describe(
  { close, add, speed, lanes, shift, evacuate, price }: Scenario,
  city: Pick<PreparedCity, 'map' | 'timetable'>,
  { rules, plans, people: atHome }: AppliedScenario,
  lines: readonly ClosedLine[],
  people: readonly Profile[],
): string[] {
  const count = (section: string, entries: readonly RoadSelection[], i: number) =>
    counted(findRoads(city.map, entries[i]!, nameOf(section, i, entries.length)).length, 'road');
  const workers = people.filter(({ work, home }) => work !== null && work !== home).length;
  const staying = people.filter((person, i) => person !== atHome[i]).length;
  const inside = new Set(plans.evacuation?.refuges.map(([aoi]) => aoi));
  const residents = people.filter(({ home }) => inside.has(home)).length;
  return [
    ...close.map((one, i) => {
      const rule = rules[i]!;
      const line = lines.find(({ given }) => given === one);
      const closed = line ? nameOfClosed(line, city) : counted('roads' in rule ? rule.roads.length : 0, 'road');
      return `closes ${closed}${hoursText(one)}`;
    }),
    ...speed.map((one, i) =>
      'kmh' in one
        ? `sets ${one.kmh} km/h on ${count('speed', speed, i)}`
        : `multiplies the speed on ${count('speed', speed, i)} by ${one.factor}`,
    ),
    ...lanes.map((one, i) => {
      const buses = one.busLanes === undefined ? '' : ` and ${counted(one.busLanes, 'bus lane')}`;
      return `sets ${counted(one.lanes, 'lane')}${buses} on ${count('lanes', lanes, i)}`;
    }),
    ...add.map((one) =>
      'road' in one
        ? `adds a road${one.road.name && ` (${one.road.name})`}`
        : 'bus' in one
          ? `adds a bus line (${one.bus.name})`
          : `adds the lines of ${one.gtfs.split(/[\\/]/).at(-1)}`,
    ),
    ...(staying > 0
      ? [`lets ${staying} of ${counted(workers, 'person', 'people')} with a workplace work at home`]
      : []),
    ...shift.map(
      ({ seconds, share, purpose, ...hours }) =>
        `moves departures${purpose === 'work' ? ' to work' : ''}${hoursText(hours)} ${Math.abs(seconds) / 60} min ${seconds > 0 ? 'later' : 'earlier'}${share < 1 ? ` for ${Math.round(share * 1000) / 10} % of people` : ''}`,
    ),
    ...(evacuate ? [`evacuates an area where ${residents} of ${counted(people.length, 'person', 'people')} live`] : []),
    ...price.map((one, i) => {
      const rule = rules[close.length + i]!;
      return `charges ${counted('roads' in rule ? rule.roads.length : 0, 'road')} into an area${hoursText(one)}`;
    }),
  ];
}

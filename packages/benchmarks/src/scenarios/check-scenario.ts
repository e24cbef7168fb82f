import {
  type CityMap,
  cutOffAois,
  cutOffOnFoot,
  effectsOnBuses,
  isWithinHours,
  openRoutingData,
  type RoadRule,
  Timetable,
} from '@itinera/city';
import type { PreparedCity, Profile } from '@itinera/engine';
import { counted, SECONDS_PER_DAY, UserError } from '@itinera/metrics';
import { type Clock, dayOfStep, WEEKDAYS } from '@itinera/run';
import { closedFor, effectsOf, peopleOfScenario, type ScenarioEffects } from './effects.js';
import { findRoads, namesakes, type RoadSelection } from './find-roads.js';
import { clockTime, type HoursGiven, type Scenario } from './scenario.js';
import { nameOf } from './scenario-map.js';

/** Sentences that a message has at most. */
const MOST_PARTS = 8;

/**
 * Checks a scenario before the run, and says what it does.
 * @param said about its changes of the map
 * @returns everything that was said
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
): string[] {
  const { map } = city;
  const days = dayOfStep(clock, clock.steps - 1) + 1;
  const { evacuate } = scenario;
  if (evacuate !== null && evacuate.at > (clock.steps - 1) * clock.stepSeconds)
    throw new UserError(
      `evacuate: it begins at ${clockTime(evacuate.at % SECONDS_PER_DAY)} of day ${Math.floor(evacuate.at / SECONDS_PER_DAY)}, after the last step of the run (${counted(days, 'day')}, the first is day 0). Choose an earlier time or simulate more.`,
    );
  const effects = effectsOf(scenario, map, clock);
  const changed = peopleOfScenario(scenario, people, seed);
  const parts = describe(scenario, map, effects, people, changed);
  const more = parts.length - MOST_PARTS;
  const shown = more > 1 ? [...parts.slice(0, MOST_PARTS), `makes ${more} more changes`] : parts;
  const closed = effects.rules.filter(({ worthSeconds }) => worthSeconds === null);
  const notes = [`Scenario ${scenario.name}: ${shown.join(', ')}.`, ...said, ...busesOf(city, closed, clock, days)];
  const warnings = [
    ...idleOf(scenario, effects, days),
    ...namesakesOf(scenario, map),
    ...cutOff(city, closed, changed, days),
  ];
  for (const text of notes) note?.(text);
  for (const text of warnings) warn?.(text);
  return [...notes, ...warnings];
}

/** What happens to buses. */
function busesOf(
  { map, routing, timetable }: Pick<PreparedCity, 'map' | 'routing' | 'timetable'>,
  closed: readonly RoadRule[],
  { firstDay }: Clock,
  days: number,
): string[] {
  if (timetable === null || closed.length === 0) return [];
  const { diverted, cancelled, skippedStops, longestDelaySeconds } = effectsOnBuses(
    map,
    openRoutingData(routing, map)!,
    Timetable.open(timetable),
    closed,
    { firstDay, days },
  );
  if (diverted + cancelled === 0) return [];
  const late = longestDelaySeconds > 0 ? `, up to ${Math.ceil(longestDelaySeconds / 60)} min late` : '';
  const skipped = skippedStops > 0 ? `, leaving out ${counted(skippedStops, 'stop')} in total` : '';
  const off = cancelled > 0 ? `; ${counted(cancelled, 'is', 'are')} cancelled` : '';
  const during = days === 1 ? '' : ` in ${days} days`;
  return [`close: ${counted(diverted, 'bus is', 'buses are')} diverted${during}${late}${skipped}${off}.`];
}

/** Entries that apply on no day of the run. */
function idleOf({ close, price, shift }: Scenario, { rules, plans }: ScenarioEffects, days: number): string[] {
  const names = [
    ...close.map((_, i) => nameOf('close', i, close.length)),
    ...price.map((_, i) => nameOf('price', i, price.length)),
    ...shift.map((_, i) => nameOf('shift-departures', i, shift.length)),
  ];
  return [...rules, ...plans.shift].flatMap((rule, i) =>
    rule.days === null || rule.days.slice(0, days).includes(true)
      ? []
      : [`${names[i]}: the run has none of its days, so it has no effect.`],
  );
}

/** Names that mean several streets. */
function namesakesOf({ close, speed, lanes }: Scenario, map: CityMap): string[] {
  const of = <T extends RoadSelection>(
    section: string,
    entries: readonly T[],
    action: string,
    whose: (one: T) => 'cars' | 'everyone' = () => 'cars',
  ) =>
    entries.flatMap((one, i) => {
      const what = nameOf(section, i, entries.length);
      return namesakes(map, one, findRoads(map, one, what, whose(one))).map(
        ({ name, streets }) =>
          `${what}: "${name}" is the name of ${streets} separate ${whose(one) === 'everyone' ? 'streets or paths' : 'streets'}; all are ${action}. To select one, add a box around it.`,
      );
    });
  return [
    ...of('close', close, 'closed', closedFor),
    ...of('speed', speed, 'changed'),
    ...of('lanes', lanes, 'changed'),
  ];
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
  return [...cutOffFrom(map, byCar, people, 'by car'), ...cutOffFrom(map, onFoot, people, 'on foot')];
}

function cutOffFrom(map: CityMap, marks: Uint8Array, people: readonly Profile[], mode: string): string[] {
  const places = marks.reduce((sum, is) => sum + is, 0);
  if (places === 0) return [];
  const at = (aoi: unknown) => typeof aoi === 'number' && marks[map.aoiIndex(aoi)] === 1;
  const groups = [
    { is: ({ home }: Profile) => at(home), what: 'home', one: 'lives', many: 'live' },
    { is: ({ work }: Profile) => at(work), what: 'work', one: 'works', many: 'work' },
    {
      is: ({ attributes }: Profile) => at(attributes.school),
      what: 'school',
      one: 'goes to school',
      many: 'go to school',
    },
  ] as const;
  const cut = groups.map((group) => ({ ...group, people: [] as Profile[] }));
  for (const person of people) cut.find(({ is }) => is(person))?.people.push(person);
  const all = cut.reduce((sum, group) => sum + group.people.length, 0);
  const fail = `trips ${mode} fail while the roads are closed`;
  const [group, ...others] = cut.filter((one) => one.people.length > 0);
  if (group === undefined)
    return [
      `close: ${counted(places, 'place is', 'places are')} cut off ${mode}, such as AOI ${map.aois.id[marks.indexOf(1)]}. None of the ${counted(people.length, 'person', 'people')} lives, works or goes to school there; other ${fail}.`,
    ];
  const [first] = group.people as [Profile];
  const place = group.what === 'school' ? first.attributes.school : first[group.what];
  const parts = [
    counted(group.people.length, group.one, group.many),
    ...others.map(({ people: more, one, many }) => counted(more.length, `other ${one}`, `others ${many}`)),
  ];
  const list = [parts.slice(0, -1).join(', '), parts.at(-1)].filter((part) => part !== '').join(' and ');
  return [
    `close: ${all} of ${counted(people.length, 'person', 'people')} ${all === 1 ? 'is' : 'are'} cut off ${mode}, such as person ${first.id}, whose ${group.what} is AOI ${place}: ` +
      `${list} where no open road leads. Their ${fail}.`,
  ];
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
  map: CityMap,
  { rules, plans }: ScenarioEffects,
  people: readonly Profile[],
  atHome: readonly Profile[],
): string[] {
  const count = (section: string, entries: readonly RoadSelection[], i: number) =>
    counted(findRoads(map, entries[i]!, nameOf(section, i, entries.length)).length, 'road');
  const workers = people.filter(({ work, home }) => work !== null && work !== home).length;
  const staying = people.filter((person, i) => person !== atHome[i]).length;
  const inside = new Set(plans.evacuation?.refuges.map(([aoi]) => aoi));
  const residents = people.filter(({ home }) => inside.has(home)).length;
  return [
    ...close.map((one, i) => `closes ${counted(rules[i]!.roads.length, 'road')}${hoursText(one)}`),
    ...speed.map((one, i) =>
      'kmh' in one
        ? `sets ${one.kmh} km/h on ${count('speed', speed, i)}`
        : `multiplies the speed on ${count('speed', speed, i)} by ${one.factor}`,
    ),
    ...lanes.map((one, i) => `sets ${counted(one.lanes, 'lane')} on ${count('lanes', lanes, i)}`),
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
    ...price.map(
      (one, i) => `charges ${counted(rules[close.length + i]!.roads.length, 'road')} into an area${hoursText(one)}`,
    ),
  ];
}

/** ` from 07:00 to 19:00 on weekdays`, or nothing for always. */
function hoursText({ from, to, days }: HoursGiven): string {
  const isAllDay = from === 0 && to === SECONDS_PER_DAY;
  const hours = isAllDay ? '' : ` from ${clockTime(from)} to ${clockTime(to)}${to < from ? ' the next day' : ''}`;
  if (days === null) return hours;
  const names = [...days].sort().join();
  if (names === '1,2,3,4,5') return `${hours} on weekdays`;
  return `${hours} ${names === '0,6' ? 'at weekends' : `on ${days.map((day) => WEEKDAYS[day]).join(', ')}`}`;
}

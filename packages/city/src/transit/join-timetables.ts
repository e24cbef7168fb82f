import { UserError } from '@itinera/base';
import type { ColumnArray } from '../map/shared-columns.js';
import { busiestWeek, dateOf, type ServiceColumns, serviceRange } from './service-days.js';
import { Timetable, type TimetableColumns, type TransitLabels } from './timetable.js';

/** Walks between the stops of two timetables: by stop of the first, those of the second, and metres. */
export type WalksBetween = readonly { readonly from: number; readonly to: number; readonly metres: number }[];

/**
 * One timetable of two that belong to the same map. Stops of the second follow those of the first.
 * @param walks between a stop of the first and one of the second, in either direction
 * @param names of both, for messages
 * @throws UserError if their calendars have no day in common
 */
export function joinTimetables(
  a: TimetableColumns,
  b: TimetableColumns,
  walks: WalksBetween,
  names: readonly [string, string],
): Timetable {
  const ranges = [serviceRange(a.services), serviceRange(b.services)] as const;
  const [first, second] = ranges;
  if (first && second && (first[1] < second[0] || second[1] < first[0])) {
    const said = ([from, to]: readonly [number, number]) => `${dateOf(from)} to ${dateOf(to)}`;
    throw new UserError(
      `${names[1]} is valid from ${said(second)}, ${names[0]} from ${said(first)}: they have no day in common, so they cannot be merged. Use feeds of the same period.`,
    );
  }
  const [stops, hops] = [a.stops.aoiIds.length, a.hops.metres.length];
  const services = joinServices(a.services, b.services);
  const [blocks, others] = [a, b].map(
    ({ patterns }) => patterns.blocks ?? new Int32Array(patterns.services.length).fill(-1),
  );
  const blockCount = blocks.reduce((most, block) => Math.max(most, block), -1) + 1;
  const patterns = joined(
    { ...a.patterns, blocks },
    {
      ...b.patterns,
      blocks: others.map((block) => (block < 0 ? block : block + blockCount)),
      stops: b.patterns.stops.map((stop) => stop + stops),
      hops: b.patterns.hops.map((hop) => (hop < 0 ? hop : hop + hops)),
      services: b.patterns.services.map((service) => service + a.services.weekdays.length),
      eventOffsets: b.patterns.eventOffsets.map((offset) => offset + a.patterns.arrivals.length),
    },
    ['stopOffsets', 'tripOffsets'],
  );
  const trips = new Int32Array(services.weekdays.length);
  for (const service of patterns.services) trips[service]++;
  return Timetable.of({
    stops: joined({ ...a.stops }, { ...b.stops }, []),
    footpaths: joinFootpaths(a.footpaths, b.footpaths, walks),
    patterns,
    hops: joined({ ...a.hops }, { ...b.hops }, ['laneOffsets']),
    services,
    usualWeek: busiestWeek(services, trips),
    labels: joinLabels(a, b),
  });
}

function joinLabels(a: TimetableColumns, b: TimetableColumns): TransitLabels {
  const of = ({ labels, patterns, stops }: TimetableColumns): TransitLabels =>
    labels ?? {
      lines: [],
      lineOf: Array.from(patterns.kinds, () => -1),
      stops: Array.from(stops.aoiIds, () => ['', '', ''] as const),
    };
  const [one, other] = [of(a), of(b)];
  return {
    lines: [...one.lines, ...other.lines],
    lineOf: [...one.lineOf, ...other.lineOf.map((line) => (line < 0 ? line : line + one.lines.length))],
    stops: [...one.stops, ...other.stops],
  };
}

function joinServices(a: ServiceColumns, b: ServiceColumns): ServiceColumns {
  return joined({ ...a }, { ...b }, ['exceptionOffsets']);
}

function joinFootpaths(
  a: TimetableColumns['footpaths'],
  b: TimetableColumns['footpaths'],
  walks: WalksBetween,
): TimetableColumns['footpaths'] {
  const [countA, countB] = [a.offsets.length - 1, b.offsets.length - 1];
  const rows: { to: number; metres: number; seconds: number }[][] = Array.from({ length: countA + countB }, () => []);
  for (const [paths, shift] of [
    [a, 0],
    [b, countA],
  ] as const)
    for (let from = 0; from < paths.offsets.length - 1; from++)
      for (let i = paths.offsets[from]; i < paths.offsets[from + 1]; i++)
        rows[from + shift]!.push({ to: paths.stops[i] + shift, metres: paths.metres[i], seconds: paths.seconds[i] });
  for (const { from, to, metres } of walks) {
    rows[from]!.push({ to: to + countA, metres, seconds: 0 });
    rows[to + countA]!.push({ to: from, metres, seconds: 0 });
  }
  for (const row of rows) row.sort((one, other) => one.to - other.to);
  const all = rows.flat();
  const offsets = new Int32Array(rows.length + 1);
  rows.forEach((row, i) => {
    offsets[i + 1] = offsets[i] + row.length;
  });
  return {
    offsets,
    stops: Int32Array.from(all, ({ to }) => to),
    metres: Float64Array.from(all, ({ metres }) => metres),
    seconds: Int32Array.from(all, ({ seconds }) => seconds),
  };
}

/** Columns one after the other; those of offsets continue where the first end. */
function joined<T extends { readonly [K in keyof T]: ColumnArray }>(a: T, b: T, offsets: readonly (keyof T)[]): T {
  const names = Object.keys(a) as (keyof T)[];
  return Object.fromEntries(
    names.map((name) => {
      const [one, other] = [a[name] as Int32Array, b[name] as Int32Array];
      const isOffsets = offsets.includes(name);
      const [start, shift] = isOffsets ? [1, one.at(-1)!] : [0, 0];
      const all = new (one.constructor as Int32ArrayConstructor)(one.length + other.length - start);
      all.set(one);
      all.set(isOffsets ? other.subarray(start).map((value) => value + shift) : other, one.length);
      return [name, all];
    }),
  ) as T;
}

import type { RouteStretch } from '@itinera/city';
import { idsOf, type RouteTable } from '@itinera/run';
import type { LoggedPerson } from './person-trips.js';

/** Builds the table of routes. */
export function routeTable(people: readonly LoggedPerson[]): RouteTable {
  const rows = people.flatMap(({ id, routes }) =>
    (routes ?? []).flatMap((route, trip) => route.map((stretch) => ({ id, trip, stretch }))),
  );
  const offsets = new Int32Array(rows.length + 1);
  rows.forEach(({ stretch }, row) => {
    offsets[row + 1] = offsets[row]! + stretch.laneIds.length;
  });
  const count = offsets.at(-1)!;
  const joined = <T extends Int32Array | Uint8Array>(items: T, of: (stretch: RouteStretch) => ArrayLike<number>) => {
    rows.forEach(({ stretch }, row) => {
      items.set(of(stretch), offsets[row]);
    });
    return { offsets, items };
  };
  const numbers = (of: (stretch: RouteStretch) => number) => Float64Array.from(rows, ({ stretch }) => of(stretch));
  return {
    id: idsOf(rows.map(({ id }) => id)),
    trip: Int32Array.from(rows, ({ trip }) => trip),
    status: Uint8Array.from(rows, ({ stretch }) => stretch.status),
    begin: numbers(({ begin }) => begin / 1000),
    startS: numbers(({ startS }) => startS),
    endS: numbers(({ endS }) => endS),
    lanes: joined(new Int32Array(count), ({ laneIds }) => laneIds),
    backward: joined(new Uint8Array(count), ({ backward }) => backward),
    entered: joined(new Int32Array(count), ({ entered }) => entered),
    reached: joined(new Int32Array(count), ({ reached }) => reached),
  };
}

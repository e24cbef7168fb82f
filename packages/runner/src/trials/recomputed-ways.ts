import { groupBy, SECONDS_PER_HOUR } from '@itinera/base';
import { type Trip, TripMode, type World } from '@itinera/city';
import { stretchTable } from '@itinera/engine';
import type { TripRow, WayPart } from '@itinera/run';

/**
 * Moves people through the map again: each departs and stops as recorded. Without congestion, times are equal to the
 * millisecond, and people move group by group; with congestion, all people move together, hour by hour.
 * @param groups each reads the trips of a group
 */
export function* recomputedWays(
  groups: readonly (() => readonly TripRow[])[],
  world: World,
  endSecond: number,
): Generator<WayPart> {
  for (const [i, read] of groups.entries()) {
    const people = new Recomputed(world, read());
    let hour = 1;
    for (const { row, time, trips } of people.turns()) {
      if (world.coupled && time >= hour * SECONDS_PER_HOUR * 1000) {
        yield people.take((hour * SECONDS_PER_HOUR) / endSecond, true);
        hour = Math.floor(time / 1000 / SECONDS_PER_HOUR) + 1;
      }
      people.turn(row, time, trips);
    }
    people.finish(endSecond * 1000);
    yield people.take((i + 1) / groups.length, false);
  }
}

/** The people of a group who are moved again. */
class Recomputed {
  readonly #world: World;
  readonly #rows: readonly TripRow[];
  readonly #people: ReadonlyMap<number, readonly TripRow[]>;
  /** Trips taken of each person in the world. */
  readonly #taken = new Map<number, number>();

  constructor(world: World, rows: readonly TripRow[]) {
    this.#world = world;
    this.#rows = rows;
    this.#people = groupBy(rows, ({ id }) => id);
  }

  /** Departures and stops, in the order in which they are simulated. */
  turns(): readonly Turn[] {
    const turns = this.#rows.flatMap((row, i) => turnsOf(row, this.#rows[i + 1]));
    return this.#world.coupled ? turns.sort((a, b) => a.time - b.time) : turns;
  }

  turn({ id, trip, origin }: TripRow, time: number, trips: readonly Trip[]): void {
    const world = this.#world;
    if (trip === 0 && origin !== null && trips.length > 0) {
      world.addPerson(id, origin);
      world.keepRoutes(id);
      this.#taken.set(id, 0);
    }
    if (world.coupled) world.advance(time);
    else world.advancePerson(id, time);
    world.setSchedule(id, trips, { stops: trips.length === 0 });
  }

  finish(end: number): void {
    if (this.#world.coupled) this.#world.advance(end);
    else for (const id of this.#taken.keys()) this.#world.advancePerson(id, end);
  }

  /** Takes the routes since the last call. @param finished leaves current trips to a later call */
  take(share: number, finished: boolean): WayPart {
    const trips: TripRow[] = [];
    const rows: Parameters<typeof stretchTable>[0][number][] = [];
    for (const [id, taken] of this.#taken) {
      const routes = this.#world.takeRoutes(id, { finished });
      const own = this.#people.get(id)!.slice(taken, taken + routes.length);
      this.#taken.set(id, taken + routes.length);
      trips.push(...own);
      own.forEach(({ trip }, i) => {
        for (const stretch of routes[i]!) rows.push({ id, trip, stretch });
      });
      this.#world.takeEvents(id);
    }
    return { trips, routes: stretchTable(rows), share };
  }
}

interface Turn {
  readonly row: TripRow;
  readonly time: number;
  readonly trips: Trip[];
}

/** The departure of a trip, and its end if it was stopped on the way and no other trip followed. */
function turnsOf(row: TripRow, next: TripRow | undefined): Turn[] {
  const { id, departure, destination, mode, seconds, ended } = row;
  const [time, end] = [departure, departure + seconds].map((at) => Math.round(at * 1000)) as [number, number];
  const trip = { aoiId: destination, departure: time, mode: TripMode[mode as keyof typeof TripMode] };
  const isTurn = next?.id === id && Math.round(next.departure * 1000) === end;
  const departs = { row, time, trips: [trip] };
  return ended === 'interrupted' && !isTurn ? [departs, { row, time: end, trips: [] }] : [departs];
}

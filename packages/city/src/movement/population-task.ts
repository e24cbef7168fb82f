import type { SharedColumns } from '../map/shared-columns.js';
import { advanceFreely } from './free-world.js';
import type { Movement } from './movement.js';
import type { Population } from './population.js';
import {
  type EventColumns,
  eventColumns,
  openColumns,
  type RowColumns,
  type TotalColumns,
} from './population-columns.js';
import type { Milliseconds, MovementEvent, Trip, TripMode } from './world.js';

/** Instants at which people are looked at. */
export interface RowTimes {
  readonly first: Milliseconds;
  readonly every: Milliseconds;
  readonly count: number;
}

/** What is to be done, and the memory that its results but for events go to. */
export interface PopulationTask {
  /** The columns of the population, the totals and, if there are row times, the rows. */
  readonly columns: SharedColumns;
  readonly until: Milliseconds;
  readonly rowTimes: RowTimes | null;
}

/** People that a thread takes on at a time. */
export const CHUNK = 256;

/** Makes the function that simulates the i-th chunk of people, writes their rows and totals, and returns their events. */
export function chunkRunner(
  movement: Movement,
  { columns, until, rowTimes }: PopulationTask,
): (chunk: number) => EventColumns {
  const { personIds, homeAoiIds, tripOffsets, tripAoiIds, tripDepartures, tripModes, ...out } = openColumns<
    Population & RowColumns & TotalColumns
  >(columns);
  const scheduleOf = (i: number): Trip[] => {
    const trips: Trip[] = [];
    for (let trip = tripOffsets[i]!; trip < tripOffsets[i + 1]!; trip++) {
      const departure = tripDepartures[trip]!;
      trips.push({
        aoiId: tripAoiIds[trip]!,
        departure: Number.isNaN(departure) ? null : departure,
        mode: tripModes[trip]! as TripMode,
      });
    }
    return trips;
  };
  const simulate = (i: number): MovementEvent[] => {
    const traveller = movement.traveller(personIds[i]!, movement.city.aoiIndex(homeAoiIds[i]!));
    movement.setSchedule(traveller, scheduleOf(i));
    if (rowTimes !== null)
      for (let k = 0; k < rowTimes.count; k++) {
        advanceFreely(movement, traveller, rowTimes.first + k * rowTimes.every);
        const motion = movement.motion(traveller);
        const row = i * rowTimes.count + k;
        out.status[row] = motion.status;
        out.aoiId[row] = motion.aoiId ?? -1;
        out.laneId[row] = motion.laneId ?? -1;
        out.s[row] = motion.s;
        out.x[row] = motion.x;
        out.y[row] = motion.y;
      }
    advanceFreely(movement, traveller, until);
    const totals = movement.totals(traveller);
    out.trips[i] = totals.trips;
    out.seconds[i] = totals.seconds;
    out.metres[i] = totals.metres;
    return traveller.events;
  };
  return (chunk) => {
    const end = Math.min((chunk + 1) * CHUNK, personIds.length);
    return eventColumns(Array.from({ length: end - chunk * CHUNK }, (_, i) => simulate(chunk * CHUNK + i)));
  };
}

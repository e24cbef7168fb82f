import { CHECKSUM_MARK, footerStart } from './checksum.js';
import { type EventTable, encodeEvents } from './event-table.js';
import { encodeRoutes, type RouteTable } from './route-table.js';
import { encodeStatuses, type StatusTable } from './status-table.js';
import { encodeTrips, type TripTable } from './trip-table.js';

/** The tables of a run, one folder each. Statuses come last: once they exist, their group is done. */
export const TABLES = ['events', 'trips', 'routes', 'statuses'] as const;
export type TableName = (typeof TABLES)[number];

/** The rows of a group of people. */
export interface GroupTables {
  readonly statuses: StatusTable;
  readonly events: EventTable;
  readonly trips: TripTable;
  /** Null if the run does not keep any. */
  readonly routes: RouteTable | null;
}

/** The file of a table, in pieces. */
interface SealedTable {
  readonly table: TableName;
  readonly parts: readonly Uint8Array[];
}

/** Returns the SHA-256 of pieces, one after another. */
type HashPieces = (pieces: readonly Uint8Array[]) => Uint8Array | Promise<Uint8Array>;

/** Encodes the tables of a group with their checksums. Statuses come last and list the checksums of the others. */
export async function sealGroup(
  { statuses, events, trips, routes }: GroupTables,
  sha256: HashPieces,
): Promise<SealedTable[]> {
  const sealed: SealedTable[] = [];
  const beside: Record<string, string> = {};
  const add = async (table: TableName, bytes: Uint8Array) => {
    const footer = footerStart(bytes);
    const before = bytes.subarray(0, footer);
    const after = bytes.subarray(footer);
    const sum = await sha256([before, CHECKSUM_MARK, after]);
    sealed.push({ table, parts: [before, CHECKSUM_MARK, sum, after] });
    beside[table] = Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
  await add('events', encodeEvents(events));
  await add('trips', encodeTrips(trips));
  if (routes !== null) await add('routes', encodeRoutes(routes));
  await add('statuses', encodeStatuses(statuses, { ...beside }));
  return sealed;
}

import { readWithin, writeTogether } from '@itinera/base/node';
import { type GroupTables, sealGroup, type TableName } from '../tables/group-tables.js';
import { decodeStatuses } from '../tables/status-table.js';
import { hashPieces, LARGEST_TABLE, verifiedChecksum } from './table-file.js';

/** Writes the tables of a group: all of them are on disk before the first appears. */
export async function writeGroupTables(path: (table: TableName) => string, tables: GroupTables): Promise<void> {
  const sealed = await sealGroup(tables, hashPieces);
  await writeTogether(sealed.map(({ table, parts }) => ({ path: path(table), parts })));
}

/** True when all tables of a group exist, are complete, and belong to the same run. */
export function isIntactGroup(path: (table: TableName) => string): boolean {
  try {
    const bytes = readWithin(path('statuses'), LARGEST_TABLE);
    if (verifiedChecksum(bytes) === null) return false;
    const { beside } = decodeStatuses(bytes).facts as { beside?: Record<string, string> };
    return Object.entries(beside!).every(
      ([table, sum]) => verifiedChecksum(readWithin(path(table as TableName), LARGEST_TABLE)) === sum,
    );
  } catch {
    return false;
  }
}

import type { StatusRow } from './port/status-row.js';

export type MapOfCase = Record<string, { readonly centroid: [number, number] }>;

/** Yields the rows of a table as objects by column. */
export function rowsOf({ columns, rows }: { columns: string[]; rows: unknown[][] }): StatusRow[] {
  return rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]]))) as unknown as StatusRow[];
}

/** Yields the rows of a whole run: one per agent and time. */
export function* expandRows({
  clock,
  agents,
  actions,
}: {
  clock: [day: number, t: number][];
  agents: { id: number; parent_ids: (number | null)[]; action_index: number[] }[];
  actions: string[];
}): Generator<StatusRow> {
  for (const [k, [day, t]] of clock.entries()) {
    for (const { id, parent_ids, action_index } of agents) {
      yield { id, day, t, parent_id: parent_ids[k] ?? null, action: actions[action_index[k] ?? 0]! };
    }
  }
}

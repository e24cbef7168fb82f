import { RunFolder } from '@itinera/run';
import { type ExportTableName, openTable } from '@itinera/studies';
import type { Frame } from './frames.js';

/** Head of a request for a table of a run. */
interface TableRequest {
  readonly run: string;
  readonly table: ExportTableName;
  readonly home: string;
  readonly map?: string;
}

/**
 * Reads a table of a run as columns. The body has numbers as consecutive doubles, NaN if missing; texts as indices into a
 * list, -1 if missing; and lists as JSON texts.
 */
export async function runTable({ head }: Frame): Promise<{ readonly head: object; readonly body: Uint8Array }> {
  const { run, table: name, home, map } = head as TableRequest;
  const table = await openTable(new RunFolder(run), { table: name, home, ...(map !== undefined && { map }) });
  const names = Object.keys(table.columns);
  const columns = names.map((): number[] => []);
  const texts = names.map(() => new Map<string, number>());
  let rows = 0;
  for (const row of table.rows()) {
    names.forEach((name, i) => {
      const cell = row[name] ?? null;
      if (cell === null) columns[i]!.push(table.columns[name] === 'text' ? -1 : Number.NaN);
      else if (typeof cell === 'number') columns[i]!.push(cell);
      else columns[i]!.push(placeOf(texts[i]!, typeof cell === 'string' ? cell : JSON.stringify(Array.from(cell))));
    });
    rows++;
  }
  const body = new Float64Array(rows * names.length);
  columns.forEach((column, i) => {
    body.set(column, i * rows);
  });
  const kinds = names.map((name, i) => ({ name, kind: table.columns[name], texts: [...texts[i]!.keys()] }));
  return { head: { rows, columns: kinds }, body: new Uint8Array(body.buffer) };
}

function placeOf(texts: Map<string, number>, text: string): number {
  const place = texts.get(text) ?? texts.size;
  if (place === texts.size) texts.set(text, place);
  return place;
}

import { type ExportTableName, openTable } from '@itinera/benchmarks';
import { RunFolder } from '@itinera/run';
import type { Frame } from './frames.js';

/** Which table of which run, as the head of a request says it. */
interface TableRequest {
  readonly run: string;
  readonly table: ExportTableName;
  readonly home: string;
  readonly map?: string;
}

/**
 * A table of a run as columns: numbers as doubles one after another in the body, NaN where there is none; texts as
 * numbers of their places in a list, -1 where there is none; lists as JSON texts.
 */
export async function readTable({ head }: Frame): Promise<{ readonly head: object; readonly body: Uint8Array }> {
  const { run, table: name, home, map } = head as unknown as TableRequest;
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

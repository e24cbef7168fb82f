import type { ExportGeometry, ExportRow, ExportTable } from '../export-table.js';
import { type FileInfo, factsOf } from './file-info.js';
import { inPieces } from './pieces.js';

/**
 * Writes a FeatureCollection, one feature per line, with name and description as additional members. Rows that are not
 * on the map have no geometry.
 * @see https://www.rfc-editor.org/rfc/rfc7946
 */
export function geoJsonOf(table: ExportTable, info: FileInfo): Iterable<string> {
  return inPieces(lines(table, factsOf(table, info)));
}

function* lines({ columns, places }: ExportTable, facts: object): Generator<string> {
  const names = Object.keys(columns);
  yield `{"type":"FeatureCollection",${JSON.stringify(facts).slice(1, -1)},"features":[`;
  let between = '\n';
  for (const { row, geometry } of places!.features()) {
    const properties = propertiesOf(row, names);
    yield `${between}${JSON.stringify({ type: 'Feature', geometry: geometry && flat(geometry), properties })}`;
    between = ',\n';
  }
  yield '\n]}\n';
}

/** Returns the cells of a row as JSON values. */
export function propertiesOf(row: ExportRow, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, jsonCell(row[name] ?? null)]));
}

function jsonCell(cell: ExportRow[string]): unknown {
  return cell !== null && typeof cell === 'object' ? Array.from(cell) : cell;
}

/** Removes times, and thus stops. */
function flat({ type, coordinates }: ExportGeometry): object {
  if (type === 'Point') return { type, coordinates };
  const line = coordinates.filter(
    ([lon, lat], i) => i === 0 || lon !== coordinates[i - 1]![0] || lat !== coordinates[i - 1]![1],
  );
  return { type, coordinates: line.length > 1 ? line : [coordinates[0], coordinates.at(-1)] };
}

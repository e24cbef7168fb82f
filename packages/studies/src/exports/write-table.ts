import { rmSync } from 'node:fs';
import { extname } from 'node:path';
import { UserError } from '@itinera/base';
import { isPipe, writeDurably } from '@itinera/base/node';
import type { ExportFeature, ExportTable } from './export-table.js';
import { type FileInfo, noteBeside } from './formats/file-info.js';
import { exportFormats } from './formats/formats.js';

const FORMATS = ['geojson', 'csv', 'parquet'] as const;

/**
 * Writes a table as GeoJSON, CSV or Parquet, by the ending of its name. Synthetic data are marked in the file, CSV by a file
 * next to it.
 * @param others names for errors: further endings, and what has places
 * @throws UserError for another ending, and a table without places as GeoJSON
 */
export function writeTable(
  path: string,
  table: ExportTable,
  info: FileInfo,
  others: { readonly endings?: readonly string[]; readonly places?: string } = {},
): void {
  const format = FORMATS.find((one) => extname(path) === `.${one}`);
  if (format === undefined)
    throw new UserError(
      `--output ${path}: expected a name that ends in ${[...FORMATS, ...(others.endings ?? [])].map((one) => `.${one}`).join(', ')}.`,
    );
  if (format === 'geojson' && table.places === null)
    throw new UserError(
      `--output ${path}: ${table.name} have no places. Tables for GeoJSON: ${others.places}; or use .csv.`,
    );
  if (format === 'csv' && !isPipe(path)) {
    const beside = noteBeside(path, table, info);
    // The note of an earlier table would say something else about this one.
    if (info.description !== '') writeDurably(beside.path, [beside.text]);
    else rmSync(beside.path, { force: true });
  }
  writeDurably(path, exportFormats[format].write(table, info));
}

/** A table of some items. @param layer null for a table without places */
export function tableOfItems<T>(
  name: string,
  columns: ExportTable['columns'],
  layer: 'line' | 'point' | null,
  items: readonly T[],
  featureOf: (item: T) => ExportFeature,
): ExportTable {
  function* features() {
    for (const item of items) yield featureOf(item);
  }
  return {
    name,
    columns,
    *rows() {
      for (const { row } of features()) yield row;
    },
    places: layer === null ? null : { layer, time: null, colour: null, features },
  };
}

import type { ExportTable } from '../export-table.js';
import { arrowOf } from './arrow.js';
import { csvOf } from './csv.js';
import { geoJsonOf } from './geojson.js';
import { type KeplerInfo, keplerOf } from './kepler.js';
import { parquetOf } from './parquet.js';

/**
 * A file format: its extension, whether it draws places, and its bytes, piece by piece. A format without room for metadata
 * `needsNote`, a separate file.
 */
export interface ExportFormat {
  readonly extension: string;
  readonly needsPlaces: boolean;
  readonly needsNote?: boolean;
  write(table: ExportTable, info: KeplerInfo): Iterable<Uint8Array | string>;
}

/** The export formats by name. */
export const exportFormats = {
  parquet: { extension: 'parquet', needsPlaces: false, write: parquetOf },
  csv: { extension: 'csv', needsPlaces: false, needsNote: true, write: csvOf },
  geojson: { extension: 'geojson', needsPlaces: true, write: geoJsonOf },
  kepler: { extension: 'kepler.json', needsPlaces: true, write: keplerOf },
  arrow: { extension: 'arrow', needsPlaces: false, write: arrowOf },
} as const satisfies Record<string, ExportFormat>;
export type ExportFormatName = keyof typeof exportFormats;

export { type ByteSource, bytesSource, type Chunks, type FileLike, type Packing, sourceOf } from './byte-source.js';
export { CsvScanner } from './csv/csv-scanner.js';
export { csvShape, splitCells } from './csv/csv-shape.js';
export { scanCsv } from './csv/read-csv.js';
export { csvChunks, type Format, formatOfName, formats, isTableOfSynthetic, readRows } from './formats.js';
export { pointOf } from './geometry.js';
export { type ClockOptions, createClock, type DayForm, type LocalClock, OtherClockError } from './local-clock.js';
export { isNoteOfSynthetic, NOTE_ENDING } from './note.js';
export { readWhole, unpackedChunks } from './open-file.js';
export {
  type ReadTableOptions,
  readRecords,
  readTable,
  recordsOfText,
  type Table,
  type TableRecord,
} from './read-table.js';
export type { OnStart, RowTaker, TableRow, TableStart } from './row.js';

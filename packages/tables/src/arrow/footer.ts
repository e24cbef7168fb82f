import { checkWords } from './check-message.js';
import { FlatBytes } from './flat-bytes.js';

const MOST_BLOCKS = 1_000_000;
const BLOCK_BYTES = 24;
/** Position of the footer's copy in the message that is built for its schema. */
const COPY = 32;

/**
 * The schema of an Arrow file, and the positions of its messages. Some writers store the schema in the footer only; it is
 * then put into a message like those of a stream: a table of three fields that refers to the schema in a copy of the footer.
 */
export function readFooter(footer: Uint8Array): { readonly schema: Uint8Array; readonly places: readonly number[] } {
  const file = new FlatBytes(footer);
  const table = file.table(file.follow(0));
  const [version, schema] = [table(0), table(1)];
  if (schema === 0) throw new RangeError('it has no columns');
  checkWords(file, table(4));
  const metadata = new Uint8Array(COPY + 8 * Math.ceil(footer.length / 8));
  metadata.set(footer, COPY);
  const view = new DataView(metadata.buffer);
  view.setUint32(0, 16, true);
  // Layout at 4: its size, the size of the table, and the positions of the three fields. The table is at 16.
  for (const [i, value] of [10, 12, 4, 6, 8].entries()) view.setUint16(4 + 2 * i, value, true);
  view.setInt32(16, 12, true);
  if (version !== 0) metadata.set(footer.subarray(version, version + 2), 20);
  view.setUint8(22, 1);
  view.setUint32(24, COPY + file.follow(schema) - 24, true);
  const places = [2, 3].flatMap((field) => {
    const blocks = file.vector(table(field), BLOCK_BYTES, MOST_BLOCKS);
    return Array.from({ length: blocks.count }, (_, i) => file.long(blocks.at + i * BLOCK_BYTES));
  });
  return { schema: metadata, places: places.sort((a, b) => a - b) };
}

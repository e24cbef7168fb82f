import { columnFromArray, dictionary, float64, int32, tableFromColumns, tableToIPC, utf8 } from '@uwdata/flechette';
import { parquetWriteBuffer } from 'hyparquet-writer';

const numbers = Array.from({ length: 40 }, (_, i) => i);
const texts = numbers.map((i) => `text ${i % 5}`);
const columns = () => ({
  n: columnFromArray(numbers, float64()),
  t: columnFromArray(texts, utf8()),
  k: columnFromArray(texts, dictionary(utf8(), int32())),
});
/** 40 rows. */
export const smallArrow = (format: 'file' | 'stream') => tableToIPC(tableFromColumns(columns()), { format })!;
/** 40 rows. */
export const smallParquet = (codec: 'SNAPPY' | 'UNCOMPRESSED') =>
  new Uint8Array(
    parquetWriteBuffer({
      codec,
      columnData: [
        { name: 'n', data: numbers, type: 'INT32' },
        { name: 'd', data: numbers.map((i) => (i % 7 === 0 ? null : i)), type: 'DOUBLE' },
        { name: 'b', data: numbers, type: 'INT32', encoding: 'DELTA_BINARY_PACKED' },
        { name: 's', data: texts, type: 'STRING', encoding: 'DELTA_BYTE_ARRAY' },
        { name: 't', data: texts, type: 'STRING' },
      ],
    }),
  );

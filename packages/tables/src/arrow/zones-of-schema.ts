import { tableFromIPC } from '@uwdata/flechette';
import { checkMessage } from './check-message.js';

/** Bytes before a message: a mark, and its length. */
const HEAD_BYTES = 8;

/**
 * The time zones of columns of times by name, in a schema of Arrow as Parquet files contain it; '' for those without one.
 * @param base64 the message of the schema; one that cannot be read has no zones
 */
export function zonesOfSchema(base64: string): ReadonlyMap<string, string> {
  try {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    checkMessage(bytes.subarray(HEAD_BYTES));
    return new Map(
      tableFromIPC(bytes).schema.fields.flatMap(({ name, type }) =>
        'timezone' in type ? [[name, type.timezone ?? ''] as const] : [],
      ),
    );
  } catch {
    return new Map();
  }
}

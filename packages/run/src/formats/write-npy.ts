/**
 * Writes numbers as a numpy `.npy` file: version 1.0, C order, little-endian float64.
 * @param values as many as the shape has, the last index varying fastest
 */
export function writeNpy(values: ArrayLike<number>, shape: readonly number[]): Uint8Array {
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const header = `{'descr': '<f8', 'fortran_order': False, 'shape': ${tuple}, }`;
  // Magic, version, length and header together are a multiple of 64 bytes, ending in a newline.
  const length = Math.ceil((10 + header.length + 1) / 64) * 64 - 10;
  const bytes = new Uint8Array(10 + length + 8 * values.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]);
  view.setUint16(8, length, true);
  bytes.set(new TextEncoder().encode(`${header.padEnd(length - 1)}\n`), 10);
  for (let i = 0; i < values.length; i++) view.setFloat64(10 + length + 8 * i, values[i]!, true);
  return bytes;
}

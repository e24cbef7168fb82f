/**
 * Unpacks Zstandard data.
 *
 * @param length unpacked length; no more than this is kept in memory
 * @throws Error if the data are damaged
 */
export async function unpackZstd(bytes: Uint8Array, length: number): Promise<Uint8Array> {
  return (await zstdDecoder())(bytes, length);
}

export async function zstdDecoder(): Promise<(bytes: Uint8Array, length: number) => Uint8Array> {
  const { decompress } = await import('fzstd');
  return (bytes, length) => {
    const unpacked = decompress(bytes, new Uint8Array(length));
    if (unpacked.length !== length) throw new RangeError(`zstd: ${unpacked.length} bytes, but ${length} are declared`);
    return unpacked;
  };
}

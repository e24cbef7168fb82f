/** Longer addresses are cut by some programs. */
export const MOST_ADDRESS_CHARACTERS = 8000;
const MOST_CODE_BYTES = 200_000;

/** The code of an agent for an address: compressed, in characters that addresses may contain. */
export async function packCode(code: string): Promise<string> {
  const stream = new Blob([code]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The code in an address. @throws Error with one line for the user if the address is cut short, damaged or too large */
export async function unpackCode(packed: string): Promise<string> {
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let [code, size] = ['', 0];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return code + decoder.decode();
      size += value.length;
      if (size > MOST_CODE_BYTES) {
        void reader.cancel();
        break;
      }
      code += decoder.decode(value, { stream: true });
    }
  } catch {
    throw new Error('The agent in the address is damaged: the address was probably cut short. Copy all of it.');
  }
  throw new Error('The agent in the address is too large.');
}

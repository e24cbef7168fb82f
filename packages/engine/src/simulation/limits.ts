/** Memory limit of the agents of a thread, MB: on the heap, and the same again in array buffers. */
export const MEMORY_MEGABYTES = 1536;
/**
 * Memory of new objects in a thread, MB: V8 would keep 48, nearly all of it garbage. With less, more time is spent collecting. V8
 * takes twice a third of it, rounded up to a power of two: 32 (from 25 on) or 8.
 */
export const youngMegabytes = (threads: number): number => (threads === 1 ? 26 : 12);
/** Maximum number of characters that the agents of a thread can print; the rest is omitted. */
export const MAX_PRINTED = 5_000_000;

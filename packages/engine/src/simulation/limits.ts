/** What the agents of a thread may take of the memory, MB: on the heap, and again beside it in array buffers. */
export const MEMORY_MEGABYTES = 1536;
/** More than this, characters, and what the agents of a thread print is left out. */
export const MAX_PRINTED = 5_000_000;

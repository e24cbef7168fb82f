import { setFlagsFromString } from 'node:v8';

const isNode20 = process.versions.node.startsWith('20.');

/**
 * Keeps the memory for new objects as it is while code is loaded and a run is prepared, before threads start: they would
 * make it 16 MB, which the main thread then keeps while it waits for others. On Node 20, where it was measured.
 */
export function keepNewSpace(): void {
  if (isNode20) setFlagsFromString('--semi-space-growth-factor=1');
}

/** Lets it grow again, as that of threads must: the flag is that of the whole process. */
export function letNewSpaceGrow(): void {
  if (isNode20) setFlagsFromString('--semi-space-growth-factor=2');
}

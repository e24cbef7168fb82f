import { setFlagsFromString } from 'node:v8';

const isNode20 = process.versions.node.startsWith('20.');
let isKept = false;

/**
 * Keeps the memory for new objects of the main thread as it is while code is loaded and a run is prepared and finished: it would
 * become 32 MB, nearly all of it garbage. On Node 20, where it was measured.
 */
export function keepNewSpace(): void {
  isKept = true;
  grow(1);
}

/** Lets it grow again. */
export function letNewSpaceGrow(): void {
  isKept = false;
  grow(2);
}

/** Lets that of threads grow while they work: the flag is that of the whole process. */
export async function growingNewSpace<T>(work: () => Promise<T>): Promise<T> {
  grow(2);
  try {
    return await work();
  } finally {
    if (isKept) grow(1);
  }
}

function grow(factor: number): void {
  if (isNode20) setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}

import { setFlagsFromString } from 'node:v8';
import { collectGarbage } from './collect-garbage.js';

const isNode20 = process.versions.node.startsWith('20.');
let isKept = false;
/** Runs whose threads work. */
let working = 0;

/**
 * Keeps the memory for new objects of the main thread as it is while code is loaded and a run is prepared and finished: it would
 * become 32 MB, nearly all of it garbage. On Node 20, where it was measured.
 */
export function keepNewSpace(): void {
  isKept = true;
  update();
}

/** Lets it grow again. */
export function letNewSpaceGrow(): void {
  isKept = false;
  update();
}

/** Lets that of threads grow while they work: the flag is that of the whole process. */
export async function growingNewSpace<T>(work: () => Promise<T>): Promise<T> {
  // What was read to prepare the run: while threads work, the main thread allocates too little to collect it.
  if (isKept) collectGarbage();
  working++;
  update();
  try {
    return await work();
  } finally {
    working--;
    update();
  }
}

function update(): void {
  const factor = isKept && working === 0 ? 1 : 2;
  if (isNode20) setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}

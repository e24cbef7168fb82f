export { collectGarbage } from './node/collect-garbage.js';
export { isAlive } from './node/is-alive.js';
export { makeFolder } from './node/make-folder.js';
export { isAbandonedPart, partPath, scratchFolder } from './node/part-path.js';
export { hashFile, readableStats, readWithin, requireEnd, requireUnchanged } from './node/read-within.js';
export { requireApart } from './node/require-apart.js';
export { similarFile } from './node/similar-file.js';
export { type FileToWrite, isPipe, writeDurably, writeTogether } from './node/write-durably.js';
export { requireWholeSet, writeFileSet, writeSet, writeSets } from './node/write-set.js';

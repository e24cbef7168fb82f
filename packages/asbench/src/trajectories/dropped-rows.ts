import type { TrajectoryFile } from './trajectory-rows.js';

/** What was left out of a file and why, a line a reason. */
export function droppedRows(name: string, { dropped, firstDropped }: TrajectoryFile): string[] {
  return Object.entries(dropped).map(([why, count]) => {
    const first = firstDropped[why];
    return `${name}: ${count} rows dropped: ${why}${first === undefined ? '' : `; the first is ${first}`}`;
  });
}

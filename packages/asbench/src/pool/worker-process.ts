import { UnitMaker } from './make-unit.js';
import type { Unit } from './unit-queue.js';

/** What a worker's process is told: where it is, what to make, and to give it up. */
export type ToMaker =
  | { readonly kind: 'place'; readonly home: string; readonly threads: number }
  | { readonly kind: 'unit'; readonly unit: Unit }
  | { readonly kind: 'stop' };

/** What it tells. */
export type FromMaker =
  | { readonly kind: 'made'; readonly isMade: boolean }
  | { readonly kind: 'warning' | 'note'; readonly message: string };

const stop = new AbortController();
const send = (message: FromMaker) => void process.send?.(message);
let maker: UnitMaker;

// Ctrl-C is for the worker that began this process; when that is gone, nobody waits for it.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());
process.on('message', (message: ToMaker) => {
  if (message.kind === 'stop') stop.abort();
  else if (message.kind === 'unit') void maker.make(message.unit).then((isMade) => send({ kind: 'made', isMade }), die);
  else
    maker = new UnitMaker({
      ...message,
      signal: stop.signal,
      warn: (text) => send({ kind: 'warning', message: text }),
      note: (text) => send({ kind: 'note', message: text }),
    });
});

/** A fault of ours: the worker sees the process end, and others try. */
function die(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}

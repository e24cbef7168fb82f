import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compiledUrl } from '@itinera/metrics';
import { OrderFolder } from './order-folder.js';
import type { Unit } from './unit-queue.js';
import type { FromMaker, ToMaker } from './worker-process.js';

/** A unit whose makers ended so often is not tried any more. */
const MOST_TRIES = 3;

export interface MakerOptions {
  readonly home: string;
  readonly threads: number;
  readonly warn: (message: string) => void;
  readonly note: (message: string) => void;
}

/**
 * A process beside this one that makes units: however busy it is, this one keeps the queue's locks, and when it ends, units are
 * made in the next one.
 */
export class MakerProcess {
  readonly #options: MakerOptions;
  readonly #ends = new Map<string, number>();
  #child: ChildProcess | null = null;

  constructor(options: MakerOptions) {
    this.#options = options;
  }

  /** @returns false when the unit is to be made by another. */
  async make(unit: Unit): Promise<boolean> {
    const child = this.#running();
    const made = await new Promise<boolean | null>((resolve) => {
      const end = (isMade: boolean | null) => {
        child.off('message', heard).off('exit', died);
        resolve(isMade);
      };
      const heard = (message: FromMaker) => message.kind === 'made' && end(message.isMade);
      const died = () => end(null);
      child.on('message', heard).on('exit', died);
      tell(child, { kind: 'unit', unit });
    });
    return made ?? this.#ended(unit);
  }

  /** Gives up what is under way. */
  stop(): void {
    if (this.#child) tell(this.#child, { kind: 'stop' });
  }

  end(): void {
    this.#child?.disconnect();
    this.#child = null;
  }

  #running(): ChildProcess {
    if (this.#child) return this.#child;
    const { home, threads, warn, note } = this.#options;
    const child = fork(fileURLToPath(compiledUrl('./worker-process.js', import.meta.url)), { execArgv: [] });
    child.on('message', (message: FromMaker) => {
      if (message.kind === 'warning') warn(message.message);
      else if (message.kind === 'note') note(message.message);
    });
    child.on('exit', () => {
      if (this.#child === child) this.#child = null;
    });
    // What cannot be sent to a process that ends is seen by its end.
    child.on('error', () => {});
    tell(child, { kind: 'place', home, threads });
    this.#child = child;
    return child;
  }

  #ended(unit: Unit): boolean {
    const name = `${unit.order}-${unit.number}`;
    const ends = (this.#ends.get(name) ?? 0) + 1;
    this.#ends.set(name, ends);
    this.#options.warn(
      `The process that made unit ${unit.number} of ${unit.order} ended, ${ends} of ${MOST_TRIES} times.`,
    );
    if (ends < MOST_TRIES) return false;
    const error = `${MOST_TRIES} processes ended while they made it, for want of memory or by a fault; see what the worker printed.`;
    OrderFolder.of(this.#options.home, unit)?.folder.write(unit.number, { error });
    return true;
  }
}

function tell(child: ChildProcess, message: ToMaker): void {
  if (child.connected) child.send(message, () => {});
}

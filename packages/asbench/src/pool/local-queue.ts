import type { Unit, UnitQueue } from './unit-queue.js';

/** Units of one process: who serves them is done when none is left. */
export class LocalQueue implements UnitQueue {
  readonly #waiting: Unit[] = [];

  async add(units: readonly Unit[]): Promise<void> {
    this.#waiting.push(...units);
  }

  async claim(signal: AbortSignal): Promise<Unit | null> {
    return (signal.aborted ? undefined : this.#waiting.shift()) ?? null;
  }

  async done(): Promise<void> {}

  async lost(unit: Unit): Promise<void> {
    this.#waiting.push(unit);
  }

  async close(): Promise<void> {}
}

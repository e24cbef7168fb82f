import type { Claim, Unit, UnitQueue } from './unit-queue.js';

/** Units of one process: who serves them is done when none is left. */
export class LocalQueue implements UnitQueue {
  readonly #waiting: Claim[] = [];
  readonly #taken = new Map<Unit, Claim>();

  async add(units: readonly Unit[]): Promise<void> {
    this.#waiting.push(...units.map((unit) => ({ unit, tries: 1 })));
  }

  async claim(signal: AbortSignal): Promise<Claim | null> {
    const claim = signal.aborted ? undefined : this.#waiting.shift();
    if (claim) this.#taken.set(claim.unit, claim);
    return claim ?? null;
  }

  async done({ unit }: Claim): Promise<void> {
    this.#taken.delete(unit);
  }

  async lost({ unit, tries }: Claim): Promise<void> {
    this.#taken.delete(unit);
    this.#waiting.push({ unit, tries: tries + 1 });
  }

  async close(): Promise<void> {}
}

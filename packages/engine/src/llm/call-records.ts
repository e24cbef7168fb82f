import type { Cassette } from './cassette.js';

/** The records of calls of a run: one for everyone, or separate files for groups of people. */
export class CallRecords {
  readonly #ofAll: Cassette | null;
  readonly #own = new Map<number, Cassette>();

  /** @param ofAll record of people without a separate file; null to record none of them. */
  constructor(ofAll: Cassette | null) {
    this.#ofAll = ofAll;
  }

  recordSeparately(record: Cassette, people: Iterable<number>): void {
    for (const person of people) this.#own.set(person, record);
  }

  of(person: number): Cassette | null {
    return this.#own.get(person) ?? this.#ofAll;
  }

  close(): void {
    for (const record of new Set([this.#ofAll, ...this.#own.values()])) record?.close();
  }
}

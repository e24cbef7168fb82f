import type { Cassette } from './cassette.js';

/** The run's own records of calls: one of everybody, or files of their own for groups of people. */
export class CallRecords {
  readonly #ofAll: Cassette | null;
  readonly #own = new Map<number, Cassette>();

  /** @param ofAll of who has no file of its own; null when nothing is kept of them. */
  constructor(ofAll: Cassette | null) {
    this.#ofAll = ofAll;
  }

  keepApart(record: Cassette, people: Iterable<number>): void {
    for (const person of people) this.#own.set(person, record);
  }

  of(person: number): Cassette | null {
    return this.#own.get(person) ?? this.#ofAll;
  }

  close(): void {
    for (const record of new Set([this.#ofAll, ...this.#own.values()])) record?.close();
  }
}

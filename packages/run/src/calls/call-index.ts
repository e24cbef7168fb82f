import type { CallHead } from './call-head.js';
import { addCall, type CallTally, newTally, uniqueCalls } from './call-tally.js';
import { scanCalls } from './scan-calls.js';

/** Position of a recorded call in its file, and the keys by which calls are found. */
export interface IndexedCall {
  readonly person: number;
  readonly sequence: number;
  readonly offset: number;
  readonly length: number;
  /** Seconds since midnight of its step. */
  readonly day: number;
  readonly t: number;
  readonly model: string;
  readonly failed: boolean;
  /** Time of the answer, milliseconds since 1970, and the time it took. */
  readonly at: number;
  readonly milliseconds: number;
}

/**
 * The calls of a run by person: their figures, and their positions in `calls.ndjson`. Built by `scanCalls`, in a few flat
 * lists; texts stay in the file.
 */
export class CallIndex {
  readonly models: string[] = [];
  readonly #totals = newTally();
  readonly #isUnique = uniqueCalls();
  readonly #models = new Map<string, number>();
  readonly #person: number[] = [];
  readonly #sequence: number[] = [];
  readonly #offset: number[] = [];
  readonly #length: number[] = [];
  readonly #day: number[] = [];
  readonly #t: number[] = [];
  readonly #model: number[] = [];
  readonly #failed: boolean[] = [];
  readonly #at: number[] = [];
  readonly #milliseconds: number[] = [];
  /** Numbers of calls by person and sequence; computed on first use. */
  #order: Uint32Array | null = null;

  /** The calls of a whole file; torn or damaged lines are skipped. */
  static of(bytes: Uint8Array): CallIndex {
    const index = new CallIndex();
    scanCalls(bytes, (head, offset, length) => index.add(head, offset, length));
    return index;
  }

  /** Number of lines. */
  get size(): number {
    return this.#person.length;
  }

  get totals(): CallTally {
    return this.#totals;
  }

  /** Adds a call of the file; the first is number 0. */
  add(head: CallHead, offset: number, length: number): void {
    let model = this.#models.get(head.model);
    if (model === undefined) {
      model = this.#models.size;
      this.#models.set(head.model, model);
      this.models.push(head.model);
    }
    this.#person.push(head.person);
    this.#sequence.push(head.sequence);
    this.#offset.push(offset);
    this.#length.push(length);
    this.#day.push(head.day);
    this.#t.push(head.t);
    this.#model.push(model);
    this.#failed.push(head.failed);
    this.#at.push(head.at);
    this.#milliseconds.push(head.milliseconds);
    this.#order = null;
    if (this.#isUnique(head)) addCall(this.#totals, head);
  }

  /** The call with a number; null if there is none. */
  at(number: number): IndexedCall | null {
    if (this.#person[number] === undefined) return null;
    return {
      person: this.#person[number],
      sequence: this.#sequence[number]!,
      offset: this.#offset[number]!,
      length: this.#length[number]!,
      day: this.#day[number]!,
      t: this.#t[number]!,
      model: this.models[this.#model[number]!]!,
      failed: this.#failed[number]!,
      at: this.#at[number]!,
      milliseconds: this.#milliseconds[number]!,
    };
  }

  /** Numbers of calls by person and sequence, for all people or for one. */
  numbers(person: number | null = null): Uint32Array {
    this.#order ??= Uint32Array.from(this.#person.keys()).sort(
      (a, b) => this.#person[a]! - this.#person[b]! || this.#sequence[a]! - this.#sequence[b]! || a - b,
    );
    return person === null
      ? this.#order
      : this.#order.subarray(this.#firstFrom(person, false), this.#firstFrom(person, true));
  }

  /** Position in the order of the first call of a person, or of the first one after them. */
  #firstFrom(person: number, isAfter: boolean): number {
    const order = this.#order!;
    let [low, high] = [0, order.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const found = this.#person[order[middle]!]!;
      if (found < person || (isAfter && found === person)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

import type { Milliseconds } from './world.js';

/** Children of an item of the heap: more than two make it flatter, so that fewer items are moved. */
const WAYS = 4;

/**
 * A queue ordered by time, then person, then insertion: a heap in arrays, since an object per item would take most of the
 * time of a large simulation.
 */
export class EventQueue<K> {
  /** The item taken last. */
  time: Milliseconds = 0;
  person = 0;
  what: K | undefined;
  #times = new Float64Array(1024);
  #people = new Float64Array(1024);
  #sequences = new Float64Array(1024);
  readonly #whats: K[] = [];
  #sequence = 0;

  put(time: Milliseconds, person: number, what: K): void {
    const at = this.#whats.push(what) - 1;
    if (at === this.#times.length) {
      this.#times = grown(this.#times);
      this.#people = grown(this.#people);
      this.#sequences = grown(this.#sequences);
    }
    this.#place(this.#rise(at, time, person), time, person, this.#sequence++, what);
  }

  /** Removes the next item if it is due at or before `time`. @returns whether there was one */
  take(time: Milliseconds): boolean {
    const whats = this.#whats;
    if (whats.length === 0 || !(this.#times[0] <= time)) return false;
    this.time = this.#times[0];
    this.person = this.#people[0];
    this.what = whats[0];
    const last = whats.pop()!;
    const count = whats.length;
    if (count > 0) {
      const [t, person, sequence] = [this.#times[count], this.#people[count], this.#sequences[count]];
      this.#place(this.#sink(count, t, person, sequence), t, person, sequence, last);
    }
    return true;
  }

  /** Moves items down from the end until there is a place for a new item, which is the last of equal ones. */
  #rise(end: number, time: Milliseconds, person: number): number {
    let at = end;
    while (at > 0) {
      const parent = Math.trunc((at - 1) / WAYS);
      const before = this.#times[parent];
      if (time > before || (time === before && person >= this.#people[parent])) break;
      this.#move(parent, at);
      at = parent;
    }
    return at;
  }

  /** Moves items up from the start until there is a place for an item. */
  #sink(count: number, time: Milliseconds, person: number, sequence: number): number {
    let at = 0;
    for (;;) {
      const first = WAYS * at + 1;
      if (first >= count) return at;
      let child = first;
      const end = Math.min(first + WAYS, count);
      for (let i = first + 1; i < end; i++)
        if (this.#isBefore(i, this.#times[child], this.#people[child], this.#sequences[child])) child = i;
      if (!this.#isBefore(child, time, person, sequence)) return at;
      this.#move(child, at);
      at = child;
    }
  }

  #isBefore(i: number, time: Milliseconds, person: number, sequence: number): boolean {
    const mine = this.#times[i];
    if (mine !== time) return mine < time;
    const other = this.#people[i];
    return other === person ? this.#sequences[i] < sequence : other < person;
  }

  #move(from: number, to: number): void {
    this.#place(to, this.#times[from], this.#people[from], this.#sequences[from], this.#whats[from]);
  }

  #place(at: number, time: Milliseconds, person: number, sequence: number, what: K): void {
    this.#times[at] = time;
    this.#people[at] = person;
    this.#sequences[at] = sequence;
    this.#whats[at] = what;
  }
}

function grown(old: Float64Array): Float64Array<ArrayBuffer> {
  const next = new Float64Array(2 * old.length);
  next.set(old);
  return next;
}

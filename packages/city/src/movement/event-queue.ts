import type { Milliseconds } from './world.js';

/** An item that is due at a time. */
export interface Due<K> {
  readonly time: Milliseconds;
  readonly person: number;
  readonly sequence: number;
  readonly what: K;
}

/** A queue ordered by time, then person, then insertion. */
export class EventQueue<K> {
  readonly #heap: Due<K>[] = [];
  #sequence = 0;

  put(time: Milliseconds, person: number, what: K): void {
    const due = { time, person, sequence: this.#sequence++, what };
    const heap = this.#heap;
    let at = heap.push(due) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(due, heap[parent])) break;
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = due;
  }

  /** Removes the next item if it is due at or before `time`. */
  take(time: Milliseconds): Due<K> | undefined {
    const heap = this.#heap;
    const top = heap[0];
    if (top === undefined || top.time > time) return undefined;
    const last = heap.pop()!;
    if (heap.length > 0) {
      let at = 0;
      for (;;) {
        let child = 2 * at + 1;
        if (child >= heap.length) break;
        if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child++;
        if (!isBefore(heap[child], last)) break;
        heap[at] = heap[child];
        at = child;
      }
      heap[at] = last;
    }
    return top;
  }
}

function isBefore(a: Due<unknown>, b: Due<unknown>): boolean {
  return (a.time - b.time || a.person - b.person || a.sequence - b.sequence) < 0;
}

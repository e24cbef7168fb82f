const MINUTE = 60_000;
/** Capacity of the memory; beyond this number of requests per minute, the next one waits. */
const MOST_SENDS = 2 ** 16;
/** Header of the memory: number of expired requests, number of requests, total weight of the others. */
const [FORGOTTEN, SENT, SUM, HEADER] = [0, 1, 2, 3] as const;

/** Creates the record of the last minute in shared memory: a ring of alternating times and weights. */
export function createRateMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer((HEADER + 2 * MOST_SENDS) * Float64Array.BYTES_PER_ELEMENT);
}

/**
 * Keeps the requests of any minute within a limit, exactly, by recording the last minute. Windows with the same memory, in
 * any thread, share the limit.
 */
export class RateWindow {
  readonly #limit: number;
  readonly #memory: Float64Array;

  /** @param memory of `createRateMemory`, with one writer at a time; default: a new one. */
  constructor(limit: number, memory?: SharedArrayBuffer) {
    this.#limit = limit;
    const isUnlimited = limit === Number.POSITIVE_INFINITY;
    this.#memory = new Float64Array(isUnlimited ? new SharedArrayBuffer(0) : (memory ?? createRateMemory()));
  }

  /** Returns the milliseconds until a request of this weight may be sent. A weight above the limit waits for an empty window. */
  delay(now: number, weight: number): number {
    if (this.#limit === Number.POSITIVE_INFINITY) return 0;
    this.#forget(now);
    const memory = this.#memory;
    const isFull = memory[SENT]! - memory[FORGOTTEN]! === MOST_SENDS;
    let sum = memory[SUM]!;
    if (sum + weight <= this.#limit && !isFull) return 0;
    for (let send = memory[FORGOTTEN]!; send < memory[SENT]!; send++) {
      sum -= memory[slotOf(send) + 1]!;
      if (sum + weight <= this.#limit || sum <= 0) return Math.max(memory[slotOf(send)]! + MINUTE - now, 1);
    }
    return 0;
  }

  /** Counts a request; the returned function corrects its weight once the true one is known. */
  add(now: number, weight: number): (trueWeight: number) => void {
    if (this.#limit === Number.POSITIVE_INFINITY) return () => {};
    const memory = this.#memory;
    const send = memory[SENT]!++;
    const slot = slotOf(send);
    memory[slot] = now;
    memory[slot + 1] = weight;
    memory[SUM]! += weight;
    return (trueWeight) => {
      if (send < memory[FORGOTTEN]!) return;
      memory[SUM]! += trueWeight - memory[slot + 1]!;
      memory[slot + 1] = trueWeight;
    };
  }

  #forget(now: number): void {
    const memory = this.#memory;
    while (memory[FORGOTTEN]! < memory[SENT]! && memory[slotOf(memory[FORGOTTEN]!)]! <= now - MINUTE)
      memory[SUM]! -= memory[slotOf(memory[FORGOTTEN]!++) + 1]!;
  }
}

function slotOf(send: number): number {
  return HEADER + 2 * (send % MOST_SENDS);
}

const MINUTE = 60_000;
/** Sends that are remembered; when there are more in a minute, the next one waits. */
const MOST_SENDS = 2 ** 16;
/** Where the memory has how many sends were forgotten, how many there were, and the weight of those between. */
const [FORGOTTEN, SENT, SUM, HEADER] = [0, 1, 2, 3] as const;

/** The sends of the last minute, in the memory of all threads: times and weights by turns, as a ring. */
export function createRateMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer((HEADER + 2 * MOST_SENDS) * Float64Array.BYTES_PER_ELEMENT);
}

/**
 * Keeps what is sent in any minute within a limit, exactly: it remembers the sends of the last minute. Who goes on with the
 * memory of another window, in whatever thread, keeps within the limit together with it.
 */
export class RateWindow {
  readonly #limit: number;
  readonly #memory: Float64Array;

  /** @param memory of `createRateMemory`, which one window at a time writes to; by default nobody else's. */
  constructor(limit: number, memory?: SharedArrayBuffer) {
    this.#limit = limit;
    const isUnlimited = limit === Number.POSITIVE_INFINITY;
    this.#memory = new Float64Array(isUnlimited ? new SharedArrayBuffer(0) : (memory ?? createRateMemory()));
  }

  /** Milliseconds until something of this weight may be sent. A weight above the limit waits for an empty window. */
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

  /** Books a send that need not be delayed; the returned function corrects its weight once the true one is known. */
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

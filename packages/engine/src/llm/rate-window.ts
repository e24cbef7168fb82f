const MINUTE = 60_000;

/** Keeps what is sent in any minute within a limit, exactly: it remembers the sends of the last minute. */
export class RateWindow {
  readonly #limit: number;
  readonly #sends: { readonly time: number; weight: number }[] = [];
  #first = 0;
  #sum = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Milliseconds until something of this weight may be sent. A weight above the limit waits for an empty window. */
  delay(now: number, weight: number): number {
    this.#forget(now);
    let sum = this.#sum;
    if (sum + weight <= this.#limit) return 0;
    for (let i = this.#first; i < this.#sends.length; i++) {
      sum -= this.#sends[i]!.weight;
      if (sum + weight <= this.#limit || sum <= 0) return Math.max(this.#sends[i]!.time + MINUTE - now, 1);
    }
    return 0;
  }

  /** Books a send; the returned function corrects its weight once the true one is known. */
  add(now: number, weight: number): (trueWeight: number) => void {
    if (this.#limit === Number.POSITIVE_INFINITY) return () => {};
    const send = { time: now, weight };
    this.#sends.push(send);
    this.#sum += weight;
    return (trueWeight) => {
      if (send.weight !== 0) this.#sum += trueWeight - send.weight;
      send.weight = send.weight === 0 ? 0 : trueWeight;
    };
  }

  #forget(now: number): void {
    while (this.#first < this.#sends.length && this.#sends[this.#first]!.time <= now - MINUTE) {
      const send = this.#sends[this.#first++]!;
      this.#sum -= send.weight;
      send.weight = 0;
    }
    if (this.#first > 1024 && this.#first * 2 > this.#sends.length) {
      this.#sends.splice(0, this.#first);
      this.#first = 0;
    }
  }
}

const CHECKS_PER_LIMIT = 10;

/** A person to wait for. */
export interface Awaited {
  /** True while the person waits for a language model; this time does not count. */
  readonly excused: boolean;
}

/**
 * Waits for promises up to a limit. One timer serves all of them, since a timer per step would cost more than most steps.
 */
export class Patience {
  readonly #limit: number;
  readonly #waits = new Set<{ readonly awaited: Awaited; checks: number; readonly giveUp: () => void }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(limitSeconds: number) {
    this.#limit = limitSeconds * 1000;
  }

  /** @returns whether the promise was fulfilled in time. @throws the error of the promise. */
  async wait(promise: PromiseLike<unknown>, awaited: Awaited): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const wait = { awaited, checks: 0, giveUp: () => resolve(false) };
      this.#waits.add(wait);
      this.#timer ??= setInterval(() => this.#check(), Math.max(1, this.#limit / CHECKS_PER_LIMIT));
      const settle = (then: () => void) => {
        this.#waits.delete(wait);
        then();
      };
      promise.then(
        () => settle(() => resolve(true)),
        (error) => settle(() => reject(error)),
      );
    });
  }

  /** Stops the timer. */
  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #check(): void {
    for (const wait of this.#waits) {
      if (wait.awaited.excused || ++wait.checks <= CHECKS_PER_LIMIT) continue;
      this.#waits.delete(wait);
      wait.giveUp();
    }
    if (this.#waits.size === 0) this.close();
  }
}

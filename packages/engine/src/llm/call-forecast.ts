/** Remaining requests. */
export interface ExpectedCalls {
  /** Requests of people who have started, after their current step. */
  readonly ahead: number;
  /** Requests of a person who has not started, in all steps. */
  readonly ofOne: number;
}

/**
 * Forecasts the requests of remaining steps: for each step the mean of those who have reached it, or the mean over all
 * known steps if nobody has reached it yet. Steps differ: agents make no requests at night.
 * @see Nelson–Aalen, doi:10.1214/aos/1176344247
 */
export class CallForecast {
  /** Requests by the number of remaining steps of the person, including the current one. */
  readonly #asked: number[] = [];
  readonly #underWay = new Set<() => number>();
  #steps = 0;
  #finished = 0;

  /** Adds a person at the first step. @param remaining remaining steps, including the current one. */
  begin(remaining: () => number): void {
    this.#steps = Math.max(this.#steps, remaining());
    this.#underWay.add(remaining);
  }

  /** Counts a request. */
  asked(remaining: number): void {
    this.#asked[remaining] = (this.#asked[remaining] ?? 0) + 1;
  }

  /** Null before the first request. */
  expectedCalls(): ExpectedCalls | null {
    if (this.#asked.length === 0) return null;
    /** People by remaining steps. */
    const standing: number[] = [this.#finished];
    for (const remaining of this.#underWay) {
      const left = Math.max(0, remaining());
      standing[left] = (standing[left] ?? 0) + 1;
      if (left > 1) continue;
      // People at their last step are released to save memory.
      this.#underWay.delete(remaining);
      this.#finished++;
    }
    return expected(this.#steps, standing, this.#asked);
  }
}

function expected(steps: number, standing: readonly number[], asked: readonly number[]): ExpectedCalls {
  const furthest = standing.findIndex((people) => people > 0);
  /** Mean requests per person at a step that anyone has reached. */
  const rates: number[] = [];
  let reached = 0;
  let sum = 0;
  for (let left = furthest; left <= steps; left++) {
    reached += standing[left] ?? 0;
    rates[left] = (asked[left] ?? 0) / reached;
    sum += rates[left]!;
  }
  const mean = sum / (steps + 1 - furthest);
  let ofOne = 0;
  let ahead = 0;
  for (let left = 1; left <= steps; left++) {
    ahead += (standing[left] ?? 0) * ofOne;
    ofOne += rates[left] ?? mean;
  }
  return { ahead, ofOne };
}

/** What is still to be asked, in requests. */
export interface CallsToCome {
  /** By people who have begun, at steps after the one they are at. */
  readonly ahead: number;
  /** By a person who has not begun, from first to last. */
  readonly ofOne: number;
}

/**
 * How much people will ask at the steps before them: at each step as much as those asked who have reached it, and where
 * nobody has been yet as much as at a step of the others on average. Steps differ: nobody asks at night.
 * @see Nelson–Aalen, doi:10.1214/aos/1176344247
 */
export class CallForecast {
  /** Requests by the steps that were left to the person, the one under way among them. */
  readonly #asked: number[] = [];
  readonly #underWay = new Set<() => number>();
  #steps = 0;
  #finished = 0;

  /** Watches a person who is at its first step. @param remaining steps left, the one under way among them. */
  begin(remaining: () => number): void {
    this.#steps = Math.max(this.#steps, remaining());
    this.#underWay.add(remaining);
  }

  /** Counts a request. */
  asked(remaining: number): void {
    this.#asked[remaining] = (this.#asked[remaining] ?? 0) + 1;
  }

  /** Null as long as nobody has asked. */
  toCome(): CallsToCome | null {
    if (this.#asked.length === 0) return null;
    /** People by the steps that are left to them. */
    const standing: number[] = [this.#finished];
    for (const remaining of this.#underWay) {
      const left = Math.max(0, remaining());
      standing[left] = (standing[left] ?? 0) + 1;
      if (left > 1) continue;
      // Nothing comes after the last step; a person that is let go of costs no memory.
      this.#underWay.delete(remaining);
      this.#finished++;
    }
    return expected(this.#steps, standing, this.#asked);
  }
}

function expected(steps: number, standing: readonly number[], asked: readonly number[]): CallsToCome {
  const furthest = standing.findIndex((people) => people > 0);
  /** Requests a person at a step that somebody has reached. */
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

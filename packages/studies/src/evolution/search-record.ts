import { existsSync } from 'node:fs';
import { readWithin, writeDurably } from '@itinera/base/node';

/** A step of a search: a proposal of a model, or a candidate in a rung. */
export interface SearchStep {
  readonly kind: 'proposal' | 'candidate';
  /** Identifies the step: a hash of everything that determines it. */
  readonly key: string;
  /** Why it has no outcome. */
  readonly failure: string | null;
  /** Whether a repeated search takes the failure from here. */
  readonly isFinal: boolean;
  readonly [detail: string]: unknown;
}

/**
 * The steps of a search, one line of JSON each, in the order in which they were first made. A repeated search takes
 * failures of a time limit or of a server from here, because they could end differently the second time.
 */
export class SearchRecord {
  readonly #steps: Map<string, SearchStep>;
  readonly #path: string | null;

  /** @param path null to keep nothing */
  constructor(path: string | null) {
    this.#path = path;
    const lines = path !== null && existsSync(path) ? readWithin(path).toString('utf8').trim().split('\n') : [];
    const steps = lines.map((line) => JSON.parse(line) as SearchStep);
    this.#steps = new Map(steps.map((step) => [step.key, step]));
  }

  /** Why a step failed for good; null if it did not, or is new. */
  failureOf(key: string): string | null {
    const step = this.#steps.get(key);
    return step?.isFinal ? step.failure : null;
  }

  add(step: SearchStep): void {
    this.#steps.set(step.key, step);
    if (this.#path !== null)
      writeDurably(
        this.#path,
        [...this.#steps.values()].map((one) => `${JSON.stringify(one)}\n`),
      );
  }
}

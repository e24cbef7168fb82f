import type { CallHead, Outcome } from '@itinera/run';
import { type CallPlace, difference, placeText } from './call-place.js';
import type { CallRecords } from './call-records.js';
import { type Cassette, cassetteLine } from './cassette.js';
import { RunStopped } from './errors.js';
import { redactJson } from './secrets.js';
import type { UsageMeter } from './usage.js';

/** Number of changed prompts that are described; the others are only counted. */
const CHANGES_SHOWN = 3;

export interface CallKeeperOptions {
  readonly records: CallRecords;
  readonly redact: (text: string) => string;
  readonly meter: UsageMeter;
  readonly warn: (message: string) => void;
  readonly stop: (reason: RunStopped) => void;
}

/** Records calls before their answers are used, so that no answer that an agent has seen is lost. */
export class CallKeeper {
  readonly #options: CallKeeperOptions;

  constructor(options: CallKeeperOptions) {
    this.#options = options;
  }

  /** Counts a call and adds it to the run's record. @throws RunStopped when it cannot be written. */
  record(head: CallHead, text: string, outcome: Outcome): void {
    this.#options.meter.add(head);
    this.keep(this.#options.records.of(head.person), head, text, outcome);
  }

  /** @throws RunStopped when it cannot be written. */
  keep(cassette: Cassette | null, head: CallHead, text: string, outcome: Outcome): void {
    const { redact, stop } = this.#options;
    try {
      cassette?.append(cassetteLine(head, redactJson(text, redact), outcome));
    } catch (error) {
      const stopped = new RunStopped('disk', (error as Error).message);
      stop(stopped);
      throw stopped;
    }
  }

  /** Reports a prompt that differs from the recorded one. @returns whether another prompt is recorded at this place. */
  noteChange(cassette: Cassette, place: CallPlace, text: string): boolean {
    const { meter, warn } = this.#options;
    const old = cassette.hashAt(place.person, place.sequence);
    if (old === null || old === place.hash) return false;
    meter.changedPrompts++;
    if (meter.changedPrompts <= CHANGES_SHOWN)
      warn(
        `The prompt of ${placeText(place)} differs from the recorded one. ${difference(cassette.requestAt(place.person, place.sequence) ?? '', text)}`,
      );
    return true;
  }
}

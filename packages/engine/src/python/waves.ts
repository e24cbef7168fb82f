import type { Entry, Mind } from './python-mind.js';
import { ProcessEnded } from './python-process.js';

/** A message to a person. */
interface Told {
  readonly mind: Mind;
  readonly entry: Entry;
}

/**
 * People in step: messages go to everyone together, in the order of creation, and the next wave starts when the current one
 * is finished. After a restart all waves are replayed from the first.
 */
export class Waves {
  readonly #play: (told: Told) => Promise<void>;
  readonly #isStarting: () => boolean;
  readonly #waves: Told[][] = [];
  /** Waves that any process has started, and those that the current process has finished. */
  #begun = 0;
  #played = 0;
  #isPlaying = false;

  /**
   * @param play sends a message and waits until it is handled. @throws ProcessEnded when the process has ended.
   * @param isStarting whether the process is still starting.
   */
  constructor(play: (told: Told) => Promise<void>, isStarting: () => boolean) {
    this.#play = play;
    this.#isStarting = isStarting;
  }

  join(told: Told): void {
    if (this.#waves.length <= this.#begun) this.#waves.push([]);
    this.#waves.at(-1)!.push(told);
    if (!this.#isPlaying) setImmediate(() => void this.play());
  }

  /** Starts again from the first wave. */
  rewind(): void {
    this.#played = 0;
  }

  async play(): Promise<void> {
    if (this.#isPlaying || this.#isStarting()) return;
    this.#isPlaying = true;
    try {
      for (let wave = this.#waves[this.#played]; wave; wave = this.#waves[this.#played]) {
        this.#begun = Math.max(this.#begun, this.#played + 1);
        wave.sort((a, b) => a.mind.number - b.mind.number);
        await Promise.all(wave.map(this.#play));
        this.#played++;
        // People who continue at once join the next wave.
        await new Promise(setImmediate);
      }
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
    } finally {
      this.#isPlaying = false;
    }
  }
}

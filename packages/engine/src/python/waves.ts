import type { Entry, Mind } from './python-mind.js';
import { ProcessEnded } from './python-process.js';

/** What somebody is told. */
interface Told {
  readonly mind: Mind;
  readonly entry: Entry;
}

/**
 * People in step: they are told things everybody together, in the order of their making, and the next wave begins when the
 * one under way is over. After a restart all waves are played again from the first.
 */
export class Waves {
  readonly #play: (told: Told) => Promise<void>;
  readonly #isStarting: () => boolean;
  readonly #waves: Told[][] = [];
  /** Those that any process has begun, and those that the process of now has been through. */
  #begun = 0;
  #played = 0;
  #isPlaying = false;

  /**
   * @param play tells somebody something and waits until it is done. @throws ProcessEnded when the process is gone.
   * @param isStarting while there is no process that could be told anything.
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

  /** The process of now has been through none. */
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
        // Whoever goes on at once joins the next wave.
        await new Promise(setImmediate);
      }
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
    } finally {
      this.#isPlaying = false;
    }
  }
}

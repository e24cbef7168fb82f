import { BIN_SECONDS } from '../../wire/replay.js';
import { source } from '../source.js';
import { Bin } from './bin.js';

/** Bins kept in memory: the one that is shown, the next, and where one has just been. */
const KEPT = 8;

/** Loads bins when they are wanted, and the next one ahead of time. */
export class Bins {
  readonly #base: string;
  readonly #count: number;
  readonly #loaded = new Map<number, Bin>();
  readonly #loading = new Map<number, Promise<void>>();
  /** Those that could not be loaded: asked for once, else every frame would ask again. */
  readonly #failed = new Set<number>();
  /** Called when a bin has come, or could not. */
  onChange: (error: string | null) => void = () => undefined;

  constructor(base: string, count: number) {
    this.#base = base;
    this.#count = count;
  }

  numberAt(time: number): number {
    return Math.min(this.#count - 1, Math.max(0, Math.floor(time / BIN_SECONDS)));
  }

  /** Begins to load the bin of a time, unless it is there. @param ahead the next one as well */
  want(time: number, ahead: boolean): void {
    const wanted = this.numberAt(time);
    void this.#load(wanted);
    if (ahead && wanted + 1 < this.#count) void this.#load(wanted + 1);
  }

  /** The bin of a time; null while it is loading. */
  at(time: number, ahead: boolean): Bin | null {
    this.want(time, ahead);
    const wanted = this.numberAt(time);
    const bin = this.#loaded.get(wanted);
    if (bin === undefined) return null;
    this.#loaded.delete(wanted);
    this.#loaded.set(wanted, bin);
    return bin;
  }

  #load(number: number): Promise<void> {
    if (this.#loaded.has(number) || this.#failed.has(number)) return Promise.resolve();
    const known = this.#loading.get(number);
    if (known) return known;
    const loading = source
      .bytes(`${this.#base}/bins/${number}`)
      .then((buffer) => {
        this.#loaded.set(number, new Bin(buffer));
        for (const old of this.#loaded.keys()) {
          if (this.#loaded.size <= KEPT) break;
          this.#loaded.delete(old);
        }
        this.onChange(null);
      })
      .catch((error: Error) => {
        this.#failed.add(number);
        this.onChange(error.message);
      })
      .finally(() => this.#loading.delete(number));
    this.#loading.set(number, loading);
    return loading;
  }
}

import { API } from '../../wire/addresses.js';
import { BIN_SECONDS } from '../../wire/replay.js';
import { source } from '../source.js';
import { Bin } from './bin.js';

/** Bins kept in memory: the one on screen, the next, and those shown before. */
const KEPT = 8;

/** A replay of a run. Its version changes when more people have finished. */
export type ReplayPlace = Readonly<Record<'run' | 'version', string>>;

/** Loads bins when they are needed, and the next one ahead of time. */
export class Bins {
  readonly #of: ReplayPlace;
  readonly #count: number;
  readonly #unit: number;
  readonly #loaded = new Map<number, Bin>();
  readonly #loading = new Map<number, Promise<void>>();
  /** Bins that failed to load; without this, every frame would request them again. */
  readonly #failed = new Set<number>();
  /** Called when a bin has been loaded, or has failed to load. */
  onChange: (error: string | null) => void = () => undefined;

  /** @param unit metres per unit of the plane */
  constructor(of: ReplayPlace, count: number, unit: number) {
    this.#of = of;
    this.#count = count;
    this.#unit = unit;
  }

  numberAt(time: number): number {
    return Math.min(this.#count - 1, Math.max(0, Math.floor(time / BIN_SECONDS)));
  }

  /** Starts to load the bin of a time unless it is loaded. @param ahead whether to load the next one as well */
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

  /** The bin before the one of a time, once it is loaded; null for the first. */
  before(time: number): Bin | null {
    const wanted = this.numberAt(time) - 1;
    if (wanted < 0) return null;
    void this.#load(wanted);
    return this.#loaded.get(wanted) ?? null;
  }

  #load(number: number): Promise<void> {
    if (this.#loaded.has(number) || this.#failed.has(number)) return Promise.resolve();
    const known = this.#loading.get(number);
    if (known) return known;
    const loading = source
      .bytes(API.replayBin.at({ ...this.#of, bin: number }))
      .then((buffer) => {
        this.#loaded.set(number, new Bin(buffer, this.#unit));
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

import { UserError } from '@itinera/metrics';

/** Limits on the cost of a file; raise them for a file that you trust. */
export interface Limits {
  /** Unpacked bytes per byte of the file, beyond 64 MiB: 200 by default. */
  readonly ratio?: number;
  /** Maximum bytes of a file that is kept in memory as a whole, such as JSON: 400 MiB by default. */
  readonly wholeBytes?: number;
}

const FREE_BYTES = 2 ** 26;
const RATIO = 200;
export const WHOLE_BYTES = 400 * 2 ** 20;

/** Counts the unpacked bytes of a file before memory or time is spent on them. */
export class UnpackBudget {
  readonly #name: string;
  readonly #ratio: number;
  #packed = 0;
  #spent = 0;

  constructor(name: string, ratio = RATIO) {
    this.#name = name;
    this.#ratio = ratio;
  }

  /** Counts bytes of the file that have been read. */
  earn(bytes: number): void {
    this.#packed += bytes;
  }

  /** @throws UserError if a file of this size should not unpack to that many bytes in total; nothing has been spent by then */
  spend(bytes: number): void {
    this.#spent += bytes;
    this.hold(Math.max(bytes, this.#spent));
  }

  /** Same as `spend`, for bytes that are in memory temporarily. */
  hold(bytes: number): void {
    if (bytes >= 0 && bytes <= FREE_BYTES + this.#ratio * this.#packed) return;
    throw new UserError(
      `${this.#name}: unpacks to more than ${this.#ratio} times its size, so it is not read. ` +
        `If you trust the file, set ITINERA_UNPACK_RATIO=${10 * this.#ratio}.`,
    );
  }
}

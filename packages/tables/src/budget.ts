import { UserError } from '@itinera/metrics';

/** What a file may cost. Each limit can be raised for a file that is trusted. */
export interface Limits {
  /** Bytes in memory for each byte of the file, from 64 MiB on: 200 by default. */
  readonly ratio?: number;
  /** Bytes of a file that has to be in memory as a whole, as JSON has: 400 MiB by default. */
  readonly wholeBytes?: number;
}

const FREE_BYTES = 2 ** 26;
const RATIO = 200;
export const WHOLE_BYTES = 400 * 2 ** 20;

/** Counts what a file unpacks to, before memory or time is spent on it. */
export class Budget {
  readonly #name: string;
  readonly #ratio: number;
  #packed = 0;
  #spent = 0;

  constructor(name: string, { ratio = RATIO }: Limits) {
    this.#name = name;
    this.#ratio = ratio;
  }

  /** More bytes of the file are there. */
  earn(bytes: number): void {
    this.#packed += bytes;
  }

  /** @throws UserError when a file of its size does not hold that much; nothing has been spent then */
  spend(bytes: number): void {
    this.#spent += bytes;
    if (!(bytes >= 0 && this.#spent <= FREE_BYTES + this.#ratio * this.#packed))
      throw new UserError(
        `${this.#name}: unpacks to more than ${this.#ratio} times its size, so it is not read. ` +
          'If you trust the file, write it again without compression.',
      );
  }
}

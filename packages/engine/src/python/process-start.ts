import { UserError } from '@itinera/base';
import { cannotStart } from './python-process.js';

/** The process was killed from outside before the agent was loaded: worth a retry. */
export class KilledAtStart extends Error {}

/** A process from its start until its agent is loaded or has failed to load. */
export class ProcessStart {
  readonly ready: Promise<void>;
  readonly #python: string;
  readonly #file: string;
  readonly #loadSeconds: number;
  #isLoading = false;
  #resolve!: () => void;
  #reject!: (error: Error) => void;

  constructor({
    python,
    file,
    loadSeconds,
  }: { readonly python: string; readonly file: string; readonly loadSeconds: number }) {
    this.#python = python;
    this.#file = file;
    this.#loadSeconds = loadSeconds;
    this.ready = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** The process starts to load the agent's file. */
  loads(): void {
    this.#isLoading = true;
  }

  succeeds(): void {
    this.#resolve();
  }

  refuses(message: string): void {
    this.#reject(new UserError(message));
  }

  takesTooLong(): void {
    const seconds = this.#loadSeconds;
    this.#reject(
      this.#isLoading
        ? new UserError(`${this.#file} takes longer than ${seconds} s to load. Check its top-level code.`)
        : cannotStart(this.#python, `no response for ${seconds} s`),
    );
  }

  ends(reason: string, killed: boolean): void {
    const atLoading = `${this.#file} ends its Python process while it loads (${reason}). Check its top-level code.`;
    if (killed) this.#reject(new KilledAtStart(reason));
    else this.#reject(this.#isLoading ? new UserError(atLoading) : cannotStart(this.#python, reason));
  }
}

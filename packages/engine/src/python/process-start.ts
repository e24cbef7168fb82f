import { UserError } from '@itinera/metrics';
import { cannotStart } from './python-process.js';

/** The process was ended from outside before the agent was there: worth another try. */
export class KilledAtStart extends Error {}

/** A process between its start and the moment that its agent is there, or the reason why it never will be. */
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

  /** It begins to load the agent's file. */
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
        ? new UserError(`${this.#file}: takes longer than ${seconds} s to load. Look at what it does at the top level.`)
        : cannotStart(this.#python, `it says nothing for ${seconds} s`),
    );
  }

  ends(reason: string, killed: boolean): void {
    const atLoading = `${this.#file}: ends its Python process while it is loaded (${reason}). Look at what it does at the top level.`;
    if (killed) this.#reject(new KilledAtStart(reason));
    else this.#reject(this.#isLoading ? new UserError(atLoading) : cannotStart(this.#python, reason));
  }
}

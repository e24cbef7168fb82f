/** Failed requests in a row, with a server that answers in between, after which a request gives up. */
const MOST_FAILURES = 3;

/** Whether the server answers. Requests to a lost server wait until it is back. */
export class Connection {
  readonly #ping: () => Promise<boolean>;
  readonly #wait: (failures: number) => Promise<void>;
  readonly #listeners = new Set<() => void>();
  #back: Promise<void> | null = null;

  /** @param ping whether the server answers now @param wait until the next ping */
  constructor(ping: () => Promise<boolean>, wait: (failures: number) => Promise<void>) {
    this.#ping = ping;
    this.#wait = wait;
  }

  get isLost(): boolean {
    return this.#back !== null;
  }

  /** Calls a function when the server is lost, and when it is back. @returns a function that ends this */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Sends a request, again if the server was lost meanwhile. @throws the error of a request that fails all the same */
  async request<T>(send: () => Promise<T>): Promise<T> {
    for (let failures = 0; ; ) {
      if (this.#back !== null) await this.#back;
      try {
        return await send();
      } catch (error) {
        if (++failures >= MOST_FAILURES) throw error;
        this.#back ??= this.#untilBack();
        await this.#back;
      }
    }
  }

  async #untilBack(): Promise<void> {
    // A request that the browser refuses is no reason to call the server lost.
    for (let failures = 0; !(await this.#ping().catch(() => false)); failures++) {
      if (failures === 0) this.#tell();
      await this.#wait(failures);
    }
    this.#back = null;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

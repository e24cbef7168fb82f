/** Where pages get their data: a server, or what a report holds in itself. */
export interface Source {
  /** False for a report: nothing changes any more, and only what was put in can be seen. */
  readonly live: boolean;
  /** The one run that a report is of. */
  readonly run: string | null;
  has(path: string): boolean;
  json<T>(path: string): Promise<T>;
  bytes(path: string): Promise<ArrayBuffer>;
}

class Server implements Source {
  readonly live = true;
  readonly run = null;
  has(): boolean {
    return true;
  }

  async json<T>(path: string): Promise<T> {
    return (await this.#get(path)).json() as Promise<T>;
  }

  async bytes(path: string): Promise<ArrayBuffer> {
    return (await this.#get(path)).arrayBuffer();
  }

  async #get(path: string): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(`api/${path}`);
    } catch {
      throw new Error('The server does not answer. Is asbench ui still running?');
    }
    if (response.ok) return response;
    const body = (await response.json().catch(() => null)) as { error?: string } | null;
    throw new Error(body?.error ?? `The server answered ${response.status}.`);
  }
}

/** What a report was given: texts as they are, bytes as base64 of gzip. */
interface Embedded {
  readonly run: string;
  readonly json: Readonly<Record<string, unknown>>;
  readonly bytes: Readonly<Record<string, string>>;
}

class Report implements Source {
  readonly live = false;
  readonly run: string;
  readonly #held: Embedded;

  constructor(held: Embedded) {
    this.#held = held;
    this.run = held.run;
  }

  has(path: string): boolean {
    return path in this.#held.json || path in this.#held.bytes;
  }

  async json<T>(path: string): Promise<T> {
    if (!(path in this.#held.json)) throw new Error('This was not put into the report.');
    return this.#held.json[path] as T;
  }

  async bytes(path: string): Promise<ArrayBuffer> {
    const text = this.#held.bytes[path];
    if (text === undefined) throw new Error('This was not put into the report.');
    const packed = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    return await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  }
}

function open(): Source {
  const held = document.getElementById('itinera-data')?.textContent;
  return held ? new Report(JSON.parse(held) as Embedded) : new Server();
}

export const source: Source = open();

import { bm25 } from './bm25.js';

/** One memory of a person. */
export interface Memory {
  readonly id: number;
  readonly topic: string;
  readonly day: number;
  /** Seconds since midnight. */
  readonly t: number;
  readonly description: string;
}

/** The experiences of a person, in order. */
export class StreamMemory {
  readonly #memories: Memory[] = [];
  readonly #now: () => readonly [day: number, t: number];

  constructor(now: () => readonly [day: number, t: number]) {
    this.#now = now;
  }

  /** Adds a memory at the current time. @returns its id. */
  add(topic: string, description: string): number {
    const [day, t] = this.#now();
    const id = this.#memories.length;
    this.#memories.push({ id, topic: String(topic), day, t, description: String(description) });
    return id;
  }

  /** Returns the `topK` memories (of one topic, if given) whose words best match the query, best first. */
  search(query: string, { topK = 3, topic }: { topK?: number; topic?: string } = {}): Memory[] {
    const memories = topic === undefined ? this.#memories : this.#memories.filter((memory) => memory.topic === topic);
    const found = bm25(
      memories.map(({ topic, description }) => `${topic} ${description}`),
      query,
      topK,
    );
    return found.map(({ position }) => memories[position]!);
  }

  getAll(): readonly Memory[] {
    return [...this.#memories];
  }
}

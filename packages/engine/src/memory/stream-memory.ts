import { bm25 } from './bm25.js';

/** One thing that a person remembers. */
export interface Memory {
  readonly id: number;
  readonly topic: string;
  readonly day: number;
  /** Seconds since midnight. */
  readonly t: number;
  readonly description: string;
}

/** What a person has lived through, in order. */
export class StreamMemory {
  readonly #memories: Memory[] = [];
  readonly #now: () => readonly [day: number, t: number];

  constructor(now: () => readonly [day: number, t: number]) {
    this.#now = now;
  }

  /** Remembers something as of now. @returns its id. */
  add(topic: string, description: string): number {
    const [day, t] = this.#now();
    const id = this.#memories.length;
    this.#memories.push({ id, topic: String(topic), day, t, description: String(description) });
    return id;
  }

  /** The `topK` memories (of one topic, when given) whose words best match the query, best first. */
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

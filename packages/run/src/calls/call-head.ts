/** The figures of a recorded call; they stand before its texts in the line, so that opening a file skips the texts. */
export interface CallHead {
  readonly person: number;
  /** Number of the request among the person's, from 0. */
  readonly sequence: number;
  /** Of the request, 32 hexadecimal digits. */
  readonly hash: string;
  readonly day: number;
  readonly t: number;
  /** When the answer came, milliseconds since 1970. */
  readonly at: number;
  readonly model: string;
  /**
   * `agent`: no answer, since the agent had stopped waiting; what a provider still answered is a line of its own.
   * `unfinished`: attempts that count, of a request that the end of a session cut short and the next one makes again.
   */
  readonly source: 'provider' | 'cache' | 'replay' | 'agent' | 'unfinished';
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null when the model has no price. */
  readonly cost: number | null;
  readonly milliseconds: number;
  readonly retries: number;
  readonly failed: boolean;
}

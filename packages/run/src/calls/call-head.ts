/** The figures of a recorded call. They precede its texts in the line, so that a reader can skip the texts. */
export interface CallHead {
  readonly person: number;
  /** Number of the request among the person's, from 0. */
  readonly sequence: number;
  /** Hash of the request, 32 hexadecimal digits. */
  readonly hash: string;
  readonly day: number;
  readonly t: number;
  /** Time of the answer, milliseconds since 1970. */
  readonly at: number;
  readonly model: string;
  /**
   * `agent`: no answer, because the agent had stopped waiting; a late answer of the provider is a separate line.
   * `unfinished`: attempts of a request that is repeated on a later line, because the last of them failed but was
   * billed, or the session ended first. They count.
   */
  readonly source: 'provider' | 'cache' | 'replay' | 'agent' | 'unfinished';
  /** Of the attempts on this line, at most one of which was billed. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null if the price of the model is unknown. */
  readonly cost: number | null;
  /** Sum over the attempts on this line. */
  readonly milliseconds: number;
  /** Attempts on this line after the first. */
  readonly retries: number;
  readonly failed: boolean;
  /**
   * Why an answer is not a whole text: the model `refused`, a content filter removed or cut it (`filtered`), or it was
   * `cut` off at `max_tokens`.
   */
  readonly ended?: 'refused' | 'filtered' | 'cut';
}

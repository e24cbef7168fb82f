const MOST_SPANS = 60;
const LONGEST_STEP = 120;
const LONGEST_PROMPT = 100_000;
/** Lengths of a span, seconds. */
const SPANS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400];

/** Calls in equal spans of time, by the time of their answers. */
export interface CallsOverTime {
  /** Start of the first span, milliseconds since 1970. */
  readonly from: number;
  /** Length of a span. */
  readonly seconds: number;
  readonly calls: readonly number[];
  readonly failed: readonly number[];
  /** Median seconds per answer; null for spans without one. */
  readonly latency: readonly (number | null)[];
}

/** Failed calls with one message, except for numbers in it. */
export interface SameFailures {
  readonly message: string;
  readonly count: number;
  /** Number of the first one. */
  readonly first: number;
}

interface TimedCall {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly milliseconds: number;
  readonly failed: boolean;
}

/** Counts calls in at most 60 spans of time. Returns null if they have no times. */
export function callsOverTime(calls: readonly TimedCall[]): CallsOverTime | null {
  const timed = calls.filter(({ at }) => at > 0 && at < Number.MAX_SAFE_INTEGER);
  if (timed.length === 0) return null;
  let [first, last] = [timed[0]!.at, timed[0]!.at];
  for (const { at } of timed) {
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  const least = (last - first) / 1000 / (MOST_SPANS - 1);
  const seconds = SPANS.find((span) => span >= least) ?? Math.ceil(least);
  const from = Math.floor(first / 1000 / seconds) * seconds * 1000;
  const length = Math.floor((last - from) / 1000 / seconds) + 1;
  const spans = Array.from({ length }, () => ({ calls: 0, failed: 0, times: [] as number[] }));
  for (const { at, milliseconds, failed } of timed) {
    const span = spans[Math.floor((at - from) / 1000 / seconds)]!;
    span.calls++;
    if (failed) span.failed++;
    else span.times.push(milliseconds);
  }
  return {
    ...{ from, seconds },
    calls: spans.map((span) => span.calls),
    failed: spans.map((span) => span.failed),
    latency: spans.map(({ times }) => (times.length === 0 ? null : median(times) / 1000)),
  };
}

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  const middle = values.length >> 1;
  return values.length % 2 === 1 ? values[middle]! : (values[middle - 1]! + values[middle]!) / 2;
}

/** Groups failures by message, whatever the numbers in it; the most frequent first. */
export function sameFailures(failed: Iterable<readonly [number: number, message: string]>): SameFailures[] {
  const groups = new Map<string, { message: string; count: number; first: number }>();
  for (const [first, message] of failed) {
    const key = message.replace(/\d+/g, '0');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { message, count: 1, first });
    else group.count++;
  }
  return [...groups.values()].sort((a, b) => b.count - a.count);
}

/**
 * The name of the step that a dialog is about: the first sentence of its instructions. Without instructions it is that
 * of the last line of the last message, where agents usually put their question, before any JSON.
 */
export function stepOf(messages: unknown): string {
  const all = (Array.isArray(messages) ? messages : []) as ({ role?: unknown; content?: unknown } | null)[];
  const textOf = (content: unknown) =>
    (typeof content === 'string' ? content : content == null ? '' : JSON.stringify(content)).trim();
  const instructions = all.find((message) => message?.role === 'system' || message?.role === 'developer');
  const lines = textOf((instructions ?? all.at(-1))?.content)
    .slice(0, LONGEST_PROMPT)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const line = instructions ? lines[0] : (lines.findLast((one) => !/^\s*[[{]|:\s*$/.test(one)) ?? lines.at(-1));
  const step = /^.*?(?:[.!?](?=\s|$)|[。！？]|$)/u.exec((line ?? '').trim())![0];
  return step.length > LONGEST_STEP ? `${step.slice(0, LONGEST_STEP)} …` : step;
}

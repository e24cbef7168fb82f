/** What kept an agent from deciding in a step; `fell-back`: its language model gave nothing, so it took its declared way out. */
export type ProblemKind = 'threw' | 'timed-out' | 'blocked' | 'crashed' | 'given-up' | 'fell-back';

export interface Problem {
  readonly person: number;
  readonly day: number;
  readonly t: number;
  readonly kind: ProblemKind;
  readonly message: string;
}

/** Thrown by an agent that cannot be asked any more. */
export class AgentGone extends Error {
  override readonly name = 'AgentGone';
}

const LONGEST_MESSAGE = 500;

/** An error of an agent as one line: its name and message, and the place in the agent's file. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error))
    return clip(`threw ${typeof error === 'object' ? 'an object that is no Error' : String(error)}`);
  const place = /[/\\]([^/\\()]+\.[cm]?[jt]s:\d+)(?::\d+)?\)?\s*$/m.exec(userFrames(error.stack ?? ''))?.[1];
  return clip(`${error.name}: ${error.message}${place === undefined ? '' : ` (${place})`}`);
}

/** The frames of the stack that are neither ours nor Node's. */
function userFrames(stack: string): string {
  return stack
    .split('\n')
    .filter(
      (line) =>
        /^\s+at /.test(line) &&
        !/node:|node_modules|packages[/\\]bench[/\\](src|dist)[/\\](engine|memory|llm|python)/.test(line),
    )
    .filter((line) => !/[/\\](environment|mobility-agent)\.[jt]s/.test(line))
    .slice(0, 1)
    .join('\n');
}

function clip(text: string): string {
  // What an agent (or a model through it) says may hold escape codes; none reaches a terminal or a log.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed.
  const clean = text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  return clean.length > LONGEST_MESSAGE ? `${clean.slice(0, LONGEST_MESSAGE)}…` : clean;
}

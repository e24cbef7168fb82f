import { type Problem, printable } from '@itinera/run';

const MAX_KEPT = 20;

/** The problems of a person: all are counted, the first are kept. */
export class ProblemList {
  readonly kept: Problem[] = [];
  count = 0;

  /** Adds a problem. Which are kept, and in which order, does not depend on when work that nobody awaits has failed. */
  add(problem: Problem): void {
    this.count++;
    let at = this.kept.length;
    while (at > 0 && comesBefore(problem, this.kept[at - 1]!)) at--;
    this.kept.splice(at, 0, problem);
    if (this.kept.length > MAX_KEPT) this.kept.pop();
  }
}

function comesBefore(a: Problem, b: Problem): boolean {
  if (a.day !== b.day) return a.day < b.day;
  if (a.t !== b.t) return a.t < b.t;
  const isUnawaited = a.kind === 'not-awaited';
  if (isUnawaited !== (b.kind === 'not-awaited')) return !isUnawaited;
  return isUnawaited && a.message < b.message;
}

/** Thrown at an agent that still acts in a step that is over. */
export class StepOver extends Error {
  override readonly name = 'StepOver';

  constructor() {
    super('This step is over: it took longer than a step may take.');
  }
}

/** Thrown by an agent that cannot be asked any more. */
export class AgentGone extends Error {
  override readonly name = 'AgentGone';
}

/** Thrown by an agent's `close()`: what failed in work that it had begun and not awaited. */
export class FailedAlone extends Error {
  override readonly name = 'FailedAlone';

  /**
   * @param failures each with the simulated second since the first midnight in which its work was begun.
   * @param cause what went wrong in `close()` itself; null for nothing.
   */
  constructor(
    readonly failures: readonly { readonly time: number; readonly error: Error }[],
    override readonly cause: Error | null,
  ) {
    super('work that nobody awaited has failed');
  }
}

const MAX_MESSAGE_LENGTH = 500;

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
        !/node:|node_modules|packages[/\\]engine[/\\](src|dist)[/\\](simulation|memory|llm|python)/.test(line) &&
        !/(packages[/\\]asbench[/\\]bundle|itinera[/\\]_node)[/\\]/.test(line),
    )
    .filter((line) => !/[/\\](environment|mobility-agent)\.[jt]s/.test(line))
    .slice(0, 1)
    .join('\n');
}

/** What an agent (or a model through it) says may hold escape codes; none reaches a terminal or a log. */
function clip(text: string): string {
  return printable(text, MAX_MESSAGE_LENGTH);
}

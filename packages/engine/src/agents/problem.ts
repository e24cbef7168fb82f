import { printable } from '@itinera/base';
import type { Problem } from '@itinera/run/browser';

const MAX_KEPT = 20;

/** The problems of a person: all are counted, the first of each kind are kept, so that none hides another. */
export class ProblemList {
  readonly kept: Problem[] = [];
  count = 0;

  /** Adds a problem. The kept problems and their order do not depend on the time at which unawaited work failed. */
  add(problem: Problem): void {
    this.count++;
    let at = this.kept.length;
    while (at > 0 && comesBefore(problem, this.kept[at - 1]!)) at--;
    this.kept.splice(at, 0, problem);
    const alike = this.kept.filter(({ kind }) => kind === problem.kind);
    if (alike.length > MAX_KEPT) this.kept.splice(this.kept.lastIndexOf(alike.at(-1)!), 1);
  }
}

function comesBefore(a: Problem, b: Problem): boolean {
  if (a.day !== b.day) return a.day < b.day;
  if (a.t !== b.t) return a.t < b.t;
  const isUnawaited = a.kind === 'not-awaited';
  if (isUnawaited !== (b.kind === 'not-awaited')) return !isUnawaited;
  return isUnawaited && a.message < b.message;
}

/** Thrown when an agent acts in a step that has ended. */
export class StepOver extends Error {
  override readonly name = 'StepOver';

  constructor() {
    super('This step has ended: it exceeded the time limit of a step.');
  }
}

/** Thrown by an agent that is no longer available. */
export class AgentGone extends Error {
  override readonly name = 'AgentGone';
}

/** Thrown by an agent's `close()` with the failures of work that it had started and not awaited. */
export class FailedAlone extends Error {
  override readonly name = 'FailedAlone';

  /**
   * @param failures each with the simulated second, since the first midnight, in which its work started.
   * @param cause the failure of `close()` itself, or null.
   */
  constructor(
    readonly failures: readonly { readonly time: number; readonly error: Error }[],
    override readonly cause: Error | null,
  ) {
    super('unawaited work failed');
  }
}

const MAX_MESSAGE_LENGTH = 500;

/** Formats an error of an agent as one line: name, message, and place in the agent's file. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error))
    return clip(`threw ${typeof error === 'object' ? 'an object that is not an Error' : String(error)}`);
  const place = /[/\\]([^/\\()]+\.[cm]?[jt]s:\d+)(?::\d+)?\)?\s*$/m.exec(userFrames(error.stack ?? ''))?.[1];
  return clip(`${error.name}: ${error.message}${place === undefined ? '' : ` (${place})`}`);
}

/** Returns the stack frames of user code. */
function userFrames(stack: string): string {
  return stack
    .split('\n')
    .filter(
      (line) =>
        /^\s+at /.test(line) &&
        !/node:|blob:|node_modules|packages[/\\]engine[/\\](src|dist)[/\\](simulation|memory|llm|python)/.test(line) &&
        !/(packages[/\\]asbench[/\\]bundle|itinera[/\\]_node)[/\\]/.test(line),
    )
    .filter((line) => !/[/\\](environment|mobility-agent)\.[jt]s/.test(line))
    .slice(0, 1)
    .join('\n');
}

/**
 * Text from an agent, or from a model through the agent, may contain escape codes, which must not reach a terminal or a
 * log.
 */
function clip(text: string): string {
  return printable(text, MAX_MESSAGE_LENGTH);
}

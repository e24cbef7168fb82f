import { parseJson, UserError } from '@itinera/base';
import { hasFields, isText, isWhole, nullable } from './formats/shape.js';

/**
 * A problem in a step. `fell-back`: the language model returned nothing, so the agent used its declared fallback;
 * `not-awaited`: work that the agent started there failed, and nothing awaits it.
 */
export type ProblemKind = 'threw' | 'timed-out' | 'blocked' | 'crashed' | 'given-up' | 'fell-back' | 'not-awaited';

export interface Problem {
  /** Null for the agent's file itself, while it is loaded. */
  readonly person: number | null;
  readonly day: number;
  readonly t: number;
  readonly kind: ProblemKind;
  readonly message: string;
}

/**
 * Reads `problems.ndjson`.
 * @throws UserError for an invalid line.
 */
export function parseProblems(text: string, name = 'problems.ndjson'): Problem[] {
  const problems: Problem[] = [];
  let number = 0;
  // Line by line: a list of millions of empty lines takes hundreds of megabytes.
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const line = end < 0 ? text.slice(at) : text.slice(at, end);
    at += line.length + 1;
    number++;
    if (line.trim() === '') continue;
    const problem = parseJson(line, `${name}:${number}`);
    const fault = isProblem(problem, '');
    if (fault !== null) throw new UserError(`${name}:${number}: ${fault}. Resume the run to write the file again.`);
    problems.push(problem as Problem);
  }
  return problems;
}

const isProblem = hasFields({ person: nullable(isWhole), day: isWhole, t: isWhole, kind: isText, message: isText });

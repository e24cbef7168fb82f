import { didYouMean } from '@itinera/base';
import type { z } from 'zod';

/** The part of a schema by which the server checks arguments. */
type Standard = z.ZodObject['~standard'];
type Issue = z.core.$ZodIssue;

/** A schema of arguments whose problems are said in plain words, with the names of arguments. */
export function inPlainWords<T extends z.ZodObject>(input: T): { readonly '~standard': T['~standard'] } {
  const standard: Standard = input['~standard'];
  const validate: Standard['validate'] = async (value) => {
    const { success, data, error } = await input.safeParseAsync(value, { reportInput: true });
    if (success) return { value: data };
    // The first problem of each value; the server puts commas between several issues.
    const problems = new Map(error.issues.toReversed().map((issue) => [issue.path.join(), said(issue, input)]));
    return { issues: [{ message: [...problems.values()].toReversed().join(' ') }] };
  };
  return { '~standard': { ...standard, validate } as T['~standard'] };
}

function said(issue: Issue, { shape }: z.ZodObject): string {
  const [name = '', at] = issue.path.map((part) => (typeof part === 'number' ? `value ${part + 1}` : String(part)));
  const subject = at === undefined ? name : `${name}, ${at}`;
  const got = issue.input === undefined ? '' : `, got ${JSON.stringify(issue.input).slice(0, LONGEST)}`;
  switch (issue.code) {
    case 'unrecognized_keys': {
      const names = Object.keys(shape);
      const known = ` Expected ${names.join(', ') || 'no arguments'}.`;
      return issue.keys.map((key) => `unknown argument "${key}".${didYouMean(key, names) || known}`).join(' ');
    }
    case 'invalid_type':
      return got === ''
        ? `missing argument ${subject}.`
        : `${subject}: expected ${WORDS[issue.expected] ?? issue.expected}${got}.`;
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array') return `${subject}: is empty.`;
      return `${subject}: expected ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}${got}.`;
    case 'too_big':
      return `${subject}: expected at most ${issue.maximum}${UNITS[issue.origin] ?? got}.`;
    case 'invalid_value':
      return `${subject}: expected one of ${issue.values.join(', ')}${got}.${didYouMean(String(issue.input), issue.values.map(String))}`;
    case 'invalid_format':
      return `${subject}: expected ${shape[name]?.meta()?.description ?? 'another form'}${got}.`;
    default:
      return `${subject}: ${issue.message}.`;
  }
}

/** Characters of a value that are said. */
const LONGEST = 100;

/** The types of values in words. */
const WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
};

/** What the lengths of values are counted in. */
const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' values' };

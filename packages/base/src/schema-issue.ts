/** A complaint of a schema about a value, as zod has it. */
interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** Of a value that may have several forms: the complaints of each. */
  readonly errors?: readonly (readonly SchemaIssue[])[];
}

/** A schema's complaint about a value, such as `expected string, got nothing`. @param issue of zod */
export function describeIssue({ message }: { readonly message: string }): string {
  return message.replace(/^Invalid input: /, '').replace(/, received (\w+)$/, (_, got) => {
    return `, got ${got === 'undefined' ? 'nothing' : got}`;
  });
}

/** For a value that fits none of several forms, without a message of its own: the complaint of the form that fits furthest. */
export function furthestIssue(issue: SchemaIssue): SchemaIssue {
  if (issue.errors === undefined || issue.message !== 'Invalid input') return issue;
  const faults = issue.errors.flatMap(([first]) => (first ? [furthestIssue(first)] : []));
  const deepest = Math.max(0, ...faults.map(({ path }) => path.length));
  const { path, message } = faults.find((fault) => fault.path.length === deepest) ?? issue;
  return { path: [...issue.path, ...path], message };
}

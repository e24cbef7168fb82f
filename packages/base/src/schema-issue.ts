/** A schema's complaint about a value, such as `expected string, got nothing`. @param issue of zod */
export function describeIssue({ message }: { readonly message: string }): string {
  return message.replace(/^Invalid input: /, '').replace(/, received (\w+)$/, (_, got) => {
    return `, got ${got === 'undefined' ? 'nothing' : got}`;
  });
}

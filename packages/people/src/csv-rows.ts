import { UserError } from '@itinera/metrics';

/** Small tables of the user: a line of names, then values without quotes. Files of others that are large have readers of their own. */
export function csvRows(text: string, path: string, required: readonly string[]): ReadonlyMap<string, string>[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((line, i) => ({ line: line.trim(), number: i + 1 }))
    .filter(({ line }) => line !== '' && !line.startsWith('#'));
  const names = (lines[0]?.line ?? '').split(',').map((name) => name.trim().toLowerCase());
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw new UserError(
      `${path}: has no column ${missing.join(', ')}; its first line is "${(lines[0]?.line ?? '').slice(0, 200)}". ` +
        `Expected the columns ${required.join(', ')}, separated by commas.`,
    );
  return lines.slice(1).map(({ line, number }) => {
    const values = line.split(',');
    if (values.length !== names.length)
      throw new UserError(`${path}:${number}: ${values.length} values, expected ${names.length} as in the first line.`);
    return new Map(names.map((name, i) => [name, values[i].trim()]));
  });
}

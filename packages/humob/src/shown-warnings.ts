/** The name of a file without its folder. */
export const withoutFolder = (path: string): string => path.split(/[\\/]/).at(-1) || path;

/**
 * Warnings of a scoring for its page, each once. Files have their names on the page, since a page that is sent should not tell folders.
 * @param names names by path
 */
export function shownWarnings(warnings: readonly string[], names: ReadonlyMap<string, string>): string[] {
  const longest = [...names].sort(([one], [other]) => other.length - one.length);
  const shown = warnings.map((warning) => {
    const named = longest.find(([path]) => warning.startsWith(path) && /[: ]/.test(warning[path.length] ?? ''));
    return named === undefined ? warning : named[1] + warning.slice(named[0].length);
  });
  return [...new Set(shown)];
}

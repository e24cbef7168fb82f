/** A path quoted for a shell, whatever characters it contains. */
export function shellPath(path: string): string {
  if (/^[\w./:\\-]+$/.test(path)) return path;
  // Windows knows only double quotes, in which other shells run commands.
  return /["$`!]/.test(path) ? `'${path.replaceAll("'", "'\\''")}'` : `"${path}"`;
}

const faults: Readonly<Record<string, string>> = {
  EACCES: 'there is no permission for it',
  EPERM: 'there is no permission for it',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'there is no such file or folder',
  EEXIST: 'a file of this name is in the way',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EISDIR: 'it is a folder, not a file',
};

/** A file or folder that cannot be read or written: nothing that a stack would explain. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  const { code, path } = error as NodeJS.ErrnoException;
  return error instanceof Error && typeof code === 'string' && typeof path === 'string' && 'syscall' in error;
}

/** What is wrong with which file, and what to do. */
export function describeFileError({ code, path, message }: NodeJS.ErrnoException): string {
  const what = faults[code!] ?? message;
  return `${path}: ${what}. Check the path and its permissions, or choose another place; --home-dir moves the home.`;
}

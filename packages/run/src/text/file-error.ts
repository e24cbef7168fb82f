import { UserError } from '@itinera/metrics';

const FULL = 'Make room and do it again: what is whole is kept, and a run goes on with asbench resume.';
const ELSEWHERE = 'Check the path and its permissions, or choose another place; --home-dir moves the home.';

/** What the system says of files and disks, in words, and what to do. */
const faults: Readonly<Record<string, readonly [what: string, next: string]>> = {
  ENOSPC: ['the disk is full', FULL],
  EDQUOT: ['your share of the disk is used up', FULL],
  EFBIG: ['the file is larger than this disk or account may hold', FULL],
  EIO: ['the disk does not work', 'Look after the disk, and do it again.'],
  EROFS: ['the disk is read-only', ELSEWHERE],
  EACCES: ['there is no permission for it', ELSEWHERE],
  EPERM: ['there is no permission for it', ELSEWHERE],
  ENOENT: ['there is no such file or folder', ELSEWHERE],
  EEXIST: ['a file of this name is in the way', ELSEWHERE],
  ENOTDIR: ['a part of the path is a file, not a folder', ELSEWHERE],
  EISDIR: ['it is a folder, not a file', ELSEWHERE],
  ENOTEMPTY: ['a folder that is not empty is in the way', ELSEWHERE],
  ENAMETOOLONG: ['the name is too long', ELSEWHERE],
  ELOOP: ['it is a link that leads to itself', ELSEWHERE],
  EMFILE: ['too many files are open', 'Raise the limit (ulimit -n), and do it again.'],
  ENFILE: ['too many files are open', 'Close other programs, and do it again.'],
};

/** What Node says of a file, by the fields that are looked at. */
export interface FileError extends Error {
  readonly code?: string;
  readonly path?: string;
}

/** A file or folder that cannot be read or written: nothing that a stack would explain. */
export function isFileError(error: unknown): error is FileError {
  if (!(error instanceof Error) || !('syscall' in error)) return false;
  const { code = '', path } = error as FileError;
  return typeof path === 'string' || Object.hasOwn(faults, code);
}

/** In one line, which file it is, what is wrong with it, and what to do. */
export function describeFileError({ code = '', path, message }: FileError): string {
  const [what, next] = faults[code] ?? [message, ELSEWHERE];
  return `${path ?? 'A file cannot be read or written'}: ${what}. ${next}`;
}

/** An error of files as one for the user; others as they are. */
export function asUserError(error: unknown): unknown {
  return isFileError(error) ? new UserError(describeFileError(error), { cause: error }) : error;
}

/** The system's errors of writing name no file: the one that it was is put in. */
export function withPath(error: unknown, path: string): unknown {
  return error instanceof Error && 'syscall' in error ? Object.assign(error, { path }) : error;
}

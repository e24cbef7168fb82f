import { UserError } from './user-error.js';

const FULL = 'Free some space and try again: complete files are kept, and asbench runs resume continues a run.';
const PATH = 'Check the path.';
const OTHER = 'Choose another name, or move it away.';
/** Only the home is written without being named. */
const ELSEWHERE = 'Check the path and its permissions, or choose another place; --home-dir selects another home.';

/** Explanations of the system's error codes for files and disks, with the next step. */
const faults: Readonly<Record<string, readonly [what: string, next: string]>> = {
  ENOSPC: ['the disk is full', FULL],
  EDQUOT: ['your disk quota is exceeded', FULL],
  EFBIG: ['the file exceeds the size limit of this disk or account', FULL],
  EIO: ['the disk reports an error', 'Check the disk, then try again.'],
  EROFS: ['the disk is read-only', ELSEWHERE],
  EACCES: ['permission is denied', ELSEWHERE],
  EPERM: ['permission is denied', ELSEWHERE],
  ENOENT: ['there is no such file or folder', PATH],
  EEXIST: ['a file of this name already exists', OTHER],
  ENOTDIR: ['part of the path is a file, not a folder', PATH],
  EISDIR: ['it is a folder, not a file', PATH],
  ENODEV: ['it is a device, not a file', PATH],
  ENXIO: ['it is a device or a socket, not a file', PATH],
  ENOTEMPTY: ['the folder exists and is not empty', OTHER],
  ENAMETOOLONG: ['the name is too long', PATH],
  ELOOP: ['it is a symbolic link that points to itself', PATH],
  EMFILE: ['too many files are open', 'Raise the limit (ulimit -n), and try again.'],
  ENFILE: ['too many files are open', 'Close other programs, and try again.'],
};

/** A system error about a file. */
export interface FileError extends Error {
  readonly code?: string;
  readonly path?: string;
}

/** Whether an error concerns a file or folder that cannot be read or written, so that a stack trace would not help. */
export function isFileError(error: unknown): error is FileError {
  if (!(error instanceof Error) || !('syscall' in error)) return false;
  const { code = '', path } = error as FileError;
  return typeof path === 'string' || Object.hasOwn(faults, code);
}

/** One line: the file, the fault, and the next step. */
export function describeFileError({ code = '', path, message }: FileError): string {
  const [what, next] = faults[code] ?? [message, ELSEWHERE];
  return `${path === undefined ? 'A file cannot be read or written' : targetOf(path)}: ${what}. ${next}`;
}

/** The path that a file gets once it is complete: the temporary names of `partPath` mean nothing to the user. */
function targetOf(path: string): string {
  const [inPlace, part] = [
    /[\\/]set(?=\.[\w-]+-\d{1,10}-\d+-\d+\.part[\\/])/g,
    /\.[\w-]+-\d{1,10}-\d+-\d+\.part(?=[\\/]|$)/g,
  ];
  return path.replace(inPlace, '').replace(part, '');
}

/** Converts a file error to a `UserError`; returns any other error unchanged. */
export function asUserError(error: unknown): unknown {
  return isFileError(error) ? new UserError(describeFileError(error), { cause: error }) : error;
}

/** Adds the path to a system error, because write errors lack it. */
export function withPath(error: unknown, path: string): unknown {
  return error instanceof Error && 'syscall' in error ? Object.assign(error, { path }) : error;
}

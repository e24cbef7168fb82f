import { counted, UserError } from '@itinera/base';
import { type FlowFile, flowFileOf } from '@itinera/humob/browser';
import { type ByteSource, sourceOf } from '@itinera/tables';
import type { TabFiles } from './job.js';

/** Part of browsers' workers, but of no library of types that pages use. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

const LONGEST_NAME = 80;
/** Controls, marks that change the direction of writing, and lone halves of characters. */
const UNSHOWN = /[\p{Cc}\p{Bidi_Control}\p{Cs}\u2028\u2029]/gu;

/** The name of a file for messages and titles: one line, from left to right, cut in the middle if it is long. */
export function shownName(name: string): string {
  const plain = [...name.slice(0, 20_000).replace(UNSHOWN, '')];
  const half = LONGEST_NAME / 2;
  if (plain.length > LONGEST_NAME) plain.splice(half, plain.length - LONGEST_NAME, '…');
  return plain.join('').trim() || 'unnamed file';
}

/** @throws UserError if a file is empty, or larger than a page can process */
export function requireUsable(files: TabFiles, mostBytes: number): void {
  for (const { name, size } of Object.values(files)) {
    if (size === 0) throw new UserError(`${shownName(name)}: the file is empty, or it is a folder. Choose a file.`);
    if (size > mostBytes)
      throw new UserError(
        `${shownName(name)} has ${gigabytes(size)}, more than the ${gigabytes(mostBytes)} that a page can process. Use asbench instead.`,
      );
  }
}

const gigabytes = (bytes: number) => counted(Math.round(bytes / 1e8) / 10, 'gigabyte');

/** A file that is read in pieces. */
export function tableFile(file: File): ByteSource {
  return { ...sourceOf(file), name: shownName(file.name) };
}

/** A file that is read in pieces without waiting, which only workers can. */
export function flowFile(file: File): FlowFile {
  const reader = new FileReaderSync();
  return flowFileOf(
    shownName(file.name),
    (start, end) => new Uint8Array(reader.readAsArrayBuffer(file.slice(start, end))),
  );
}

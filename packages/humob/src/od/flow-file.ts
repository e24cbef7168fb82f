/** A file of daily flows, which is read in order and without waiting: on a disk, or in the worker of a page. */
export interface FlowFile {
  /** Name for messages. */
  readonly name: string;
  /** The first bytes, at most 16; none if it cannot be read, which reading will report. */
  head(): Uint8Array;
  /** Opens the file at its first byte. @throws the system's error if it cannot be read */
  open(): {
    /** Fills the buffer as far as possible. @returns the number of bytes, 0 at the end */
    read(buffer: Uint8Array): number;
    close(): void;
  };
}

/** A file whose parts can be read without waiting. @param read the bytes from `start` up to, but not including, `end` */
export function flowFileOf(name: string, read: (start: number, end: number) => Uint8Array): FlowFile {
  return {
    name,
    head: () => read(0, 16),
    open() {
      let at = 0;
      return {
        read(buffer) {
          const bytes = read(at, at + buffer.length);
          buffer.set(bytes);
          at += bytes.length;
          return bytes.length;
        },
        close: () => undefined,
      };
    },
  };
}

import { Transform } from 'node:stream';

/** Maximum bytes of a message. The library ends the connection at 10 MB. */
export const LONGEST_LINE = 8_000_000;
/** Bytes at both ends of a longer message in which its id is looked for. */
const ENDS = 4096;
const NEWLINE = 10;
const TOO_LARGE = -32_600;

/**
 * Passes on lines up to a length. A longer one is not kept in memory, and is answered by an error of JSON-RPC.
 * @param refuse writes a line to the client
 */
export function boundedLines(refuse: (line: string) => void, longest = LONGEST_LINE): Transform {
  let pieces: Buffer[] = [];
  let length = 0;
  let end = Buffer.alloc(0);
  const add = (piece: Buffer) => {
    length += piece.length;
    if (length <= longest) pieces.push(piece);
    else {
      end = Buffer.concat([...(end.length === 0 ? pieces : [end]), piece]).subarray(-ENDS);
      pieces = [Buffer.from(Buffer.concat([...pieces, piece]).subarray(0, ENDS))];
    }
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      let from = 0;
      for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
        add(chunk.subarray(from, to + 1));
        if (length <= longest) this.push(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces));
        else refuse(`${JSON.stringify(refusal(Buffer.concat(pieces), end, length, longest))}\n`);
        [pieces, length, end, from] = [[], 0, Buffer.alloc(0), to + 1];
      }
      if (from < chunk.length) add(chunk.subarray(from));
      done();
    },
  });
}

function refusal(start: Buffer, end: Buffer, length: number, longest: number): object {
  const message = `The message has ${length} bytes, but at most ${longest} are read. Pass large data in a file of the folder.`;
  return { jsonrpc: '2.0', id: idIn(start.toString(), end.toString()), error: { code: TOO_LARGE, message } };
}

/** The id of a request, before its parameters or at its end; null if it is elsewhere. */
function idIn(start: string, end: string): string | number | null {
  const found =
    /"id"\s*:\s*(-?\d{1,15}|"[^"\\]{0,200}")\s*\}\s*$/.exec(end) ??
    /^[^{]*\{[^{[]*?"id"\s*:\s*(-?\d{1,15}|"[^"\\]{0,200}")\s*,/.exec(start);
  return found === null ? null : (JSON.parse(found[1]!) as string | number);
}

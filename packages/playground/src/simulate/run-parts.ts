/** What a run needs and the page does not. */
export interface RunParts {
  /** The code of the workers of the city, and of the agent. */
  readonly world: string;
  readonly agent: string;
  /** The map of the city, compressed, in base 64. */
  readonly city: string;
}

/** Milliseconds after its loading within which the page of the parts must have sent them. */
const PATIENCE = 5000;
let parts: Promise<RunParts> | undefined;

/** The parts, from a page next to this one: a frame can be loaded from the disk, too. @throws Error if it is not there */
export function runParts(): Promise<RunParts> {
  parts ??= new Promise<RunParts>((resolve, reject) => {
    const frame = document.createElement('iframe');
    Object.assign(frame, { hidden: true, src: 'run.html', title: 'Parts of the page' });
    addEventListener('message', ({ source, data }) => {
      if (source === frame.contentWindow) resolve(data);
    });
    frame.onload = () =>
      setTimeout(
        () =>
          reject(
            new Error('run.html cannot be loaded. It has to be in the folder of this page: reload, or copy both.'),
          ),
        PATIENCE,
      );
    document.body.append(frame);
  });
  return parts;
}

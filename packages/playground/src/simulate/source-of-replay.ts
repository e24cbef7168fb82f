import type { Source } from '../../../viewer/src/app/source.js';
import { API } from '../../../viewer/src/wire/addresses.js';
import type { Replay } from './world/world.js';

/** The replay of the last run, in memory, as the source of the viewer's pages. */
export function sourceOfReplay(run: string, { meta, files }: Replay): Source {
  const of = { run, version: meta.version };
  const bytes = new Map<string, Uint8Array>();
  for (const [name, content] of files) {
    const bin = /^bins\/(\d+)$/.exec(name)?.[1];
    bytes.set(
      name === 'city'
        ? API.city.at({ run })
        : bin === undefined
          ? API.replayFile.at({ ...of, file: name })
          : API.replayBin.at({ ...of, bin }),
      content,
    );
  }
  const json = new Map<string, unknown>([[API.replay.at({ run }), { state: 'ready', ...meta }]]);
  const missing = () => new Error('The playground does not show this.');
  return {
    live: false,
    home: [],
    has: (address) => bytes.has(address) || json.has(address),
    searchFor: () => undefined,
    json: async <T>(address: string) => {
      if (!json.has(address)) throw missing();
      return json.get(address) as T;
    },
    bytes: async (address) => {
      const content = bytes.get(address);
      if (content === undefined) throw missing();
      // The reader changes it in place.
      return content.slice().buffer as ArrayBuffer;
    },
  };
}

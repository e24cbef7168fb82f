import { beyondLimits, limitOf } from '@itinera/base';
import type { OsmVisitor } from './elements.js';

/**
 * A visitor that limits the total number of way nodes and relation members: compressed, a few kilobytes may repeat one way
 * any number of times.
 * @param size of the file in bytes, as it is stored
 */
export function boundedVisitor(path: string, size: number, visitor: OsmVisitor): OsmVisitor {
  const { way, relation } = visitor;
  const most = limitOf('osmRatio') * size + limitOf('osmSpare');
  let parts = 0;
  const count = (more: number) => {
    parts += more;
    if (parts > most)
      throw beyondLimits(path, `has ways and relations of more than ${Math.floor(most)} parts in ${size} bytes`);
  };
  return {
    ...visitor,
    ...(way && {
      way: (id, refs, tags) => {
        count(refs.length);
        way(id, refs, tags);
      },
    }),
    ...(relation && {
      relation: (id, members, tags) => {
        count(members.length);
        relation(id, members, tags);
      },
    }),
  };
}

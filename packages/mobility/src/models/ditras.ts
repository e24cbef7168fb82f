import { Random } from '@itinera/base';
import { DAY } from '../clock.js';
import type { Trajectories } from '../trajectories.js';
import { drawAlias } from './alias-table.js';
import { checkGeneration, densityEprWeights, EprMover, type GenerateOptions } from './epr.js';
import { type ExplorationLaw, SONG_EXPLORATION } from './epr-law.js';
import { DiaryWriter, type MarkovDiary } from './markov-diary.js';
import { RowBuffer } from './row-buffer.js';
import type { Tiles } from './tiles.js';

export interface DitrasOptions extends GenerateOptions {
  /** Default ρ 0.3, γ 0.21. */
  readonly exploration?: ExplorationLaw;
  /** Number of the tile at which each person lives; by default drawn by relevance. */
  readonly homes?: ArrayLike<number>;
}

/**
 * DITRAS: a Markov diary determines when people are at home and when they are elsewhere, and density EPR determines
 * where. The diary begins at home, at the actual hour of `start`. Elsewhere is never the home tile.
 *
 * @param diary from `fitMarkovDiary`
 * @returns a row per arrival, the first at `start`; places are tile numbers or names
 * @throws RangeError when people or days are invalid, or no tile has relevance
 * @see L. Pappalardo, F. Simini (2018), Data-driven generation of spatio-temporal routines in human mobility,
 *   doi:10.1007/s10618-017-0548-4
 */
export function ditras(tiles: Tiles, diary: MarkovDiary, options: DitrasOptions): Trajectories {
  const { people, days, seed, start = 0, homes } = options;
  const { exploration = { ...SONG_EXPLORATION, rho: 0.3 } } = options;
  const beginnings = checkGeneration('ditras', tiles, options);
  const mover = new EprMover(tiles.lons.length, densityEprWeights(tiles), exploration);
  const writer = new DiaryWriter(diary);
  const rows = new RowBuffer();
  for (let person = 0; person < people; person++) {
    const random = new Random(seed, person);
    const home = homes ? homes[person] : drawAlias(beginnings, random);
    mover.begin(home);
    rows.push(start, home);
    writer.write(start, start + days * DAY, random, (time, isHome) => {
      if (isHome && mover.current !== home) {
        mover.visit(home);
        rows.push(time, home);
      } else if (!isHome) {
        const tile = mover.move(random, home);
        if (tile >= 0) rows.push(time, tile);
      }
    });
    rows.endPerson();
  }
  return rows.finish(tiles);
}

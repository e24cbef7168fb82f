/** Time in which the next driver of a queue moves up to the line, ms: Highway Capacity Manual, chapter 21. */
export const MOVE_UP = 2000;

/**
 * Seconds between two drivers from the same lane of a crossing of equal streets, by degree of conflict (rows: no one else;
 * one from opposite; from one side; from two of the other directions; from all three) and number of lanes from which they
 * come, first the fewest possible. One lane per direction, and more.
 * @see Transportation Research Board, Highway Capacity Manual, 6th edition, exhibit 21-14 (geometry groups 1 and 5)
 */
const HEADWAYS = {
  one: [[3.9], [4.7], [5.8], [7], [9.6]],
  several: [[4.5], [5, 6.2], [6.4, 7.2], [7.6, 7.8, 9], [9.7, 9.7, 10, 11.5]],
} as const;
/**
 * Where ways straight on cross without signs, those from the right go first, which lets through somewhat less than the manual's
 * all-way stops: in SUMO 0.86 to 0.98 of it, unless most turn to the near side.
 */
const UNSIGNED = 1.1;
/** The fewest lanes from which others come in each row. */
const FEWEST = [0, 1, 1, 2, 3];
/**
 * Added for turns straight, to the near side, across oncoming traffic and around, seconds: near-side turns cross no one. One lane
 * per direction, and more.
 * @see Highway Capacity Manual, 6th edition, exhibit 21-13 (all-way stops); around: as at lights, 1.7 times as long as straight on
 */
const TURNS = { one: [0, -0.6, 0.2, 1.4], several: [0, -0.7, 0.5, 1.4] } as const;

/** A street that meets others of the same rank. */
export interface EqualStreet {
  /** Whether it has one lane. */
  readonly isSingle: boolean;
  /** Whether it meets two and neither is opposite: everyone turns. */
  readonly isFork: boolean;
}

/**
 * Milliseconds from one driver to the next of the same lane at a crossing where all streets are equal, if all want to go.
 * Streets where the one from the right goes first have the same capacity as those where all stop.
 * @param rank of its turn: 0 straight, 1 to the near side, 2 across oncoming traffic, 3 around
 * @param opposite whether someone waits on the street opposite
 * @param sides number of streets from the sides with someone waiting
 * @param lanes number of lanes of all other streets with someone waiting
 */
export function allWayHeadway(
  { isSingle, isFork }: EqualStreet,
  rank: number,
  opposite: boolean,
  sides: number,
  lanes: number,
): number {
  const group = isSingle ? 'one' : 'several';
  const conflict = sides === 0 ? Number(opposite) : opposite ? Math.min(4, 2 + sides) : Math.min(3, 1 + sides);
  const row = HEADWAYS[group][conflict];
  const seconds = row[Math.min(row.length - 1, Math.max(0, lanes - FEWEST[conflict]))];
  return Math.round(((sides > 0 && !isFork ? UNSIGNED : 1) * seconds + TURNS[group][rank]) * 1000);
}

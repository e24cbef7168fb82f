import type { Trajectories } from '../trajectories.js';
import type { GenerateOptions } from './epr.js';

/** A model that has learned and makes people. */
export interface MobilityModel {
  /**
   * Makes people, called 1, 2, 3, … at the places that the model learned from, recorded as the training people were: at
   * their times, or as stays where theirs are stays.
   *
   * @param options `start`: by default the midnight before the first training row
   * @throws RangeError when people or days make no sense
   */
  generate(options: GenerateOptions): Trajectories;
}

/** A model of movement as data: one file declares it, one line in `generators.ts` puts it into commands and reports. */
export interface Generator {
  /** As in commands, such as `d-epr`. */
  readonly name: string;
  /** In the field's words. */
  readonly title: string;
  /** What it keeps of the training data, and what it cannot know; one sentence. */
  readonly keeps: string;
  readonly source: string;
  /**
   * Learns from trajectories; places are those of `places`, or distinct coordinates.
   *
   * @throws RangeError when there are no rows
   */
  fit(train: Trajectories): MobilityModel;
}

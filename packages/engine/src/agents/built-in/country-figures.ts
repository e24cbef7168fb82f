/** A normal distribution: hours, or hours since midnight. */
export interface HourFigures {
  readonly mean: number;
  readonly deviation: number;
}

export type Day = 'weekday' | 'weekend';
/** Of people who are employed, at work that day or not, and of all others. */
type ByDay<T> = Readonly<Record<Day, T>>;
type ByPerson = Readonly<Record<'employed' | 'others', number>>;

/** What people leave home for beside work and school. */
export type Outing = 'shopping' | 'eating out' | 'leisure and entertainment' | 'other';

/** What differs between countries. */
export interface CountryFigures {
  /** Hours asleep. */
  readonly sleep: ByDay<ByPerson>;
  /** Share of the employed who work on a day; share of these who stay at home; hours of work. */
  readonly work: ByDay<{ readonly share: number; readonly atHome: number; readonly hours: HourFigures }>;
  /** When people set out for work: hours, and the share of them who have done so by then; straight lines between. */
  readonly setOut: readonly (readonly [hour: number, share: number])[];
  readonly outings: Readonly<
    Record<
      Outing,
      {
        /** Share of people who go on a day. */
        readonly share: ByDay<ByPerson>;
        /** At how many places, in the mean, those who go. */
        readonly stops: number;
        /** At each. */
        readonly hours: HourFigures;
        /** Mean straight line from the place before, metres, where places are spread evenly. */
        readonly distance: number;
      }
    >
  >;
}

import type { Findings, PersonCost } from '@itinera/benchmarks';

/** The findings on a run's page; points lost per person are loaded later. */
export type ShownFindings = Omit<Findings, 'people'>;

/** The people of a run who lose the most points. */
export interface PeopleCosts {
  readonly people: readonly PersonCost[];
}

/** The explanation of a run's scores by its benchmark. */
export type {
  CategoryFigure,
  FindingFigure,
  FindingSpread,
  Findings,
  HistogramFigure,
  HoursFigure,
  PeopleLinesFigure,
  PersonCost,
  Points,
  Quantity,
  RatesFigure,
  SharesByTimeFigure,
} from '@itinera/benchmarks';

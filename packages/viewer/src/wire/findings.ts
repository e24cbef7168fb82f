import type { Findings, PersonCost } from '@itinera/benchmarks';

/** What a run's page shows of its findings; what people cost comes later. */
export type ShownFindings = Omit<Findings, 'people'>;

/** The costliest people of a run. */
export interface PeopleCosts {
  readonly people: readonly PersonCost[];
}

/** What a run's scores come from, as benchmarks tell it. */
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

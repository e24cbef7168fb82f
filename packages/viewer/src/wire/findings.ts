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

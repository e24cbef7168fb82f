import type { FindingFigure } from '../../wire/findings.js';
import { Categories } from './categories.js';
import { HistogramChart } from './histogram.js';
import { HoursChart } from './hours.js';
import { PeopleLines } from './people-lines.js';
import { Rates } from './rates.js';
import { SharesByTime } from './shares-by-time.js';

/** Draws a figure of any kind. */
export function AnyFigure({ title, figure }: { readonly title: string; readonly figure: FindingFigure }) {
  switch (figure.kind) {
    case 'histogram':
      return <HistogramChart title={title} figure={figure} />;
    case 'categories':
      return <Categories title={title} figure={figure} />;
    case 'shares-by-time':
      return <SharesByTime title={title} figure={figure} />;
    case 'people-lines':
      return <PeopleLines title={title} figure={figure} />;
    case 'hours':
      return <HoursChart figure={figure} />;
    case 'rates':
      return <Rates title={title} figure={figure} />;
  }
}

import type { Figure } from '../../wire/findings.js';
import { Categories } from './categories.js';
import { Histogram } from './histogram.js';
import { Hours } from './hours.js';
import { PeopleLines } from './people-lines.js';
import { Rates } from './rates.js';
import { SharesByTime } from './shares-by-time.js';

/** A figure of any kind. */
export function AnyFigure({ title, figure }: { readonly title: string; readonly figure: Figure }) {
  switch (figure.kind) {
    case 'histogram':
      return <Histogram title={title} figure={figure} />;
    case 'categories':
      return <Categories title={title} figure={figure} />;
    case 'shares-by-time':
      return <SharesByTime title={title} figure={figure} />;
    case 'people-lines':
      return <PeopleLines title={title} figure={figure} />;
    case 'hours':
      return <Hours figure={figure} />;
    case 'rates':
      return <Rates title={title} figure={figure} />;
  }
}

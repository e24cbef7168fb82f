import { type BarsProps, bars } from '../../charts/bin-chart.js';
import { chartsOf } from '../../charts/finding-charts.js';
import type { FindingFigure } from '../../wire/findings.js';
import { Figure } from './figure.js';

/** Draws a figure of any kind. */
export function AnyFigure({ title, figure }: { readonly title: string; readonly figure: FindingFigure }) {
  const charts = chartsOf(title, figure).map((chart) => <Figure key={chart.title} {...chart} />);
  return charts.length === 1 ? charts[0]! : <div class="trio">{charts}</div>;
}

/** Bars of one side, or of two side by side. */
export const Bars = (props: BarsProps) => <Figure {...bars(props)} />;

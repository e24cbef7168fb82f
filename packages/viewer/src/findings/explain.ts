import type { RunDetail } from '../wire/runs.js';
import { points } from './words.js';

/** What a run's scores come from, as text for a terminal. */
export function explainFindings({ run, findings }: RunDetail): string {
  const lines: string[] = [`${run.name}: ${run.task} ${run.taskVersion ?? ''}, ${run.agent ?? 'unknown agent'}`];
  if (findings === null) return `${lines.join('\n')}\n`;
  for (const one of findings.quantities)
    lines.push(
      '',
      `${one.title}: ${one.points.got === null ? '–' : points(one.points.got)} of ${points(one.points.of)}`,
      `  ${one.verdict}`,
    );
  return `${lines.join('\n')}\n`;
}

import type { Scores } from '../engine/scores.js';
import { textTable } from './text-table.js';

/** The scores of a run as a table: a metric a line, the documented and the reference profile side by side. */
export function describeScores(scores: Scores): string {
  const { documented, reference } = scores as unknown as Record<'documented' | 'reference', Record<string, unknown>>;
  const names = Object.keys(documented).filter((name) => isValue(documented[name]) || isValue(reference[name]));
  const rows = names.map((name) => [name, show(documented[name]), show(reference[name])]);
  const { trips, minutes, kilometres } = scores.travel;
  const travel = `${scores.people} people made ${trips} trips: ${minutes.toFixed(0)} min, ${kilometres.toFixed(1)} km.`;
  const undefinedReasons = Object.entries((documented.undefined ?? {}) as Record<string, string>);
  const notes = undefinedReasons.map(([name, reason]) => `${name}: – because: ${reason}`);
  return [
    `${scores.task} ${scores.taskVersion}`,
    textTable([['', 'documented', 'reference'], ...rows]),
    ...notes,
    travel,
  ].join('\n');
}

function isValue(value: unknown): boolean {
  return value === null || typeof value === 'number';
}

function show(value: unknown): string {
  return typeof value === 'number' ? (Math.abs(value) >= 10 ? value.toFixed(2) : value.toFixed(4)) : '–';
}

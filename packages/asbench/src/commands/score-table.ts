import type { Calibration, Scores } from '@itinera/benchmarks';
import { metricsOf, type NoiseReport, type Spread } from '@itinera/benchmarks';
import { textTable } from './text-table.js';

const profiles = ['documented', 'reference'] as const;

/** The scores as tables: for both profiles a metric a line, with its interval and the floor and ceiling of the set-up. */
export function describeScores(scores: Scores): string {
  const lines = profiles.flatMap((profile) => {
    const title =
      profile === 'documented'
        ? `${scores.task} ${scores.task_version}, documented formulas`
        : 'reference arithmetic, to compare with published tables';
    const rows = Object.entries(metricsOf(scores[profile])).map(([metric, value]) => {
      const spread = scores.noise[profile][metric];
      return [
        metric,
        show(metric, value),
        range(metric, spread),
        mean(scores.floor, profile, metric),
        mean(scores.ceiling, profile, metric),
      ];
    });
    return [
      title,
      textTable([['', 'score', `${100 * scores.noise.level} % interval`, 'floor', 'ceiling'], ...rows]),
      ...reasons(scores[profile]),
      '',
    ];
  });
  if (scores.synthetic)
    lines.push('SYNTHETIC demo data: city, people and truth are made up, so these scores say nothing about reality.');
  lines.push(`interval: ${scores.noise.method}; floor: the random agent; ceiling: ${scores.ceiling.method}`);
  if (scores.run !== null) {
    const { people, trips, failed_trips: failed, minutes, kilometres, fallbacks } = scores.run;
    lines.push(`${people} people made ${trips} trips: ${minutes.toFixed(0)} min, ${kilometres.toFixed(1)} km`);
    if (failed > 0) lines.push(`${failed} more trips could not be made: no such AOI, or no way there`);
    if (fallbacks > 0) lines.push(`${fallbacks} decisions fell back because a language model gave nothing usable`);
  }
  return lines.join('\n');
}

/** Floor and ceiling of a dataset, both with their range. */
export function describeScale(task: string, { floor, ceiling }: Calibration): string {
  const rows = Object.entries(ceiling.documented).map(([metric, spread]) => {
    const chance = floor?.documented[metric];
    return [
      metric,
      mean(floor, 'documented', metric),
      range(metric, chance),
      show(metric, spread.value),
      range(metric, spread),
    ];
  });
  const heading = ['', 'floor', 'range', 'ceiling', 'range'];
  return `${task}, documented formulas\n${textTable([heading, ...rows])}\nfloor: the random agent; ceiling: ${ceiling.method}`;
}

function mean(report: NoiseReport | null, profile: (typeof profiles)[number], metric: string): string {
  return show(metric, report?.[profile][metric]?.value ?? null);
}

function range(metric: string, spread: Spread | undefined): string {
  if (spread === undefined || spread.low === null || spread.high === null) return '–';
  return `${show(metric, spread.low)} to ${show(metric, spread.high)}`;
}

function show(metric: string, value: number | null): string {
  if (value === null || Number.isNaN(value)) return '–';
  return value.toFixed(metric.includes('score') ? 2 : 4);
}

function reasons(profile: object): string[] {
  const undefinedMetrics = (profile as { undefined?: Record<string, string> }).undefined ?? {};
  return Object.entries(undefinedMetrics).map(([metric, reason]) => `${metric} has no value: ${reason}`);
}

// node examples/05-run-and-score.js [TASK] [PEOPLE]: which built-in agent is best, and is the difference significant?
import { compare, runAndScore } from 'itinera';

const [task = 'DailyMobility', people = '60'] = process.argv.slice(2);
const home = process.env.ITINERA_HOME ?? './.agentsociety-benchmark';
const reports = [];
for (const agent of ['random', 'commuter', 'day-pattern']) {
  const report = await runAndScore({ task, agent, home, people: Number(people), seed: 1, warn: console.warn });
  const { low, high } = report.scores.noise.documented.final_score;
  console.log(`${agent.padEnd(12)} ${report.scores.final_score.toFixed(1)} (${low.toFixed(1)} to ${high.toFixed(1)})`);
  reports.push(report);
}
reports.sort((a, b) => b.scores.final_score - a.scores.final_score);
const { difference } = await compare(reports[0].folder, reports[1].folder, { home });
const { value, pValue } = difference.documented.final_score;
console.log(`the best is ahead by ${value.toFixed(1)}, p = ${pValue.toFixed(3)}`);
if (reports[0].scores.synthetic) console.log('SYNTHETIC demo data: this says nothing about reality.');

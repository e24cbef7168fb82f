// node examples/03-read-a-run.js [RUN-FOLDER]: prints a # for each row of the first day in which someone is travelling, by hour
import { RunFolder, readManifest, readStatuses } from 'itinera';

const folder = new RunFolder(process.argv[2] ?? '.agentsociety-benchmark/runs/daily-mobility-1');
const manifest = readManifest(folder);
const onTheRoad = new Array(24).fill(0);
for (const { day, t, status } of readStatuses(folder, manifest))
  if (day === 0 && status !== 1) onTheRoad[Math.floor(t / 3600)]++;
console.log(`${manifest.task}, ${manifest.people} people, seed ${manifest.seed}`);
for (const [hour, rows] of onTheRoad.entries()) console.log(`${String(hour).padStart(2)} ${'#'.repeat(rows)}`);

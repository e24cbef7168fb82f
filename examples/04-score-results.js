// node examples/04-score-results.js RESULTS GROUNDTRUTH-FOLDER: prints both profiles of a DailyMobility results file
import { readDailyMobilityTruth, readResults, scoreWithNoise } from 'itinera';

const [resultsFile, truthFolder] = process.argv.slice(2);
if (truthFolder === undefined) throw new Error('Pass a results file and the groundtruth folder of the dataset.');
const { results } = await readResults(resultsFile);
const score = scoreWithNoise('DailyMobility', { results }, readDailyMobilityTruth(truthFolder), { seed: 1 });
const { value, low, high } = score.noise.documented.final_score;
console.log(`documented ${value.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`);
console.log(`reference ${score.reference.final_score.toFixed(2)}`);

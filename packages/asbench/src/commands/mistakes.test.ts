import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withDemo } from '../../../benchmarks/src/demo.fixture.js';
import { asbench, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const home = join(folder, '.agentsociety-benchmark');
for (const run of ['daily-mobility-1', 'daily-mobility-2']) {
  mkdirSync(join(home, 'runs', run), { recursive: true });
  writeFileSync(join(home, 'runs', run, 'run.json'), '{}');
}
mkdirSync(join(folder, 'empty'));
await withDemo(home, 'DailyMobility');
const files = {
  'garbage.pkl': 'garbage\n',
  'notes.txt': 'just some text\n',
  'real.csv': 'uid,time,lat,lon\na,1600000000,35,139\n',
  'empty.csv': '',
  'columns.csv': 'a,b,c\n1,2,3\n',
  'broken.json': '{broken',
  'broken.yml': 'llm: [\n',
  'provider.yml': 'llm: [{provider: opnai, api_key: x, model: y}]\n',
  'a.osm': '<xml/>',
  'empty.pkl': '',
  'empty.json': '',
  'empty.yml': '',
  'bare.json':
    '{"gyration_radius": [1], "daily_location_numbers": [1], "intention_sequences": [[0]], "intention_proportions": [[1]]}',
  'steps.csv': 'uid,d,t,x,y\n1,60,12,84,88\n',
  'semicolons.csv': 'user;time;lat;lon\na;2024-01-01 08:00;48,1;200,5\n',
  'swapped.csv': 'uid,time,lat,lon\na,1600000000,139.7,35.6\n',
  'clock.csv': 'uid,time,lat,lon\na,08:00,35.6,139.7\n',
  'metres.csv': 'uid,time,lat,lon\na,1600000000,3560000,1397000\n',
  'excel.csv': 'PK\u0003\u0004xxxx',
  'page.csv': '<html><body>404</body></html>\n',
  'gone.csv': 'uid,lat,lon\na,35,139\n',
  'days.csv': 'uid,day,slot,x,y\n1,60,12,84,88\n',
  'user.csv': 'user,d,t,x,y\n1,60,12,84,88\n',
  't48.csv': 'uid,d,t,x,y\n1,60,48,84,88\n',
  'x0.csv': 'uid,d,t,x,y\n1,60,12,0,88\n',
  'half.csv': 'uid,d,t,x,y\n1,60,12,84.5,88\n',
  'others.csv': 'uid,d,t,x,y\n2,60,12,84,88\n',
  'agent.ts': 'export default 3;\n',
  'open.ts': 'export default class {',
  'model.yml': 'llm: [{provider: openai, api_key: x}]\n',
  'key.yml': 'llm: [{provider: openai, model: x}]\n',
  'sweep.yml': 'task: DailyMobility\nagents: [random]\nsede: 3\n',
  'city.osm.pbf': '<!DOCTYPE html><html>log in</html>',
  'empty.pb': '',
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);

const run = 'run DailyMobility';
const gone = 'daily-mobility-9';
/** Natural mistakes, with the exit code and the sentence that each must give: what was found, and what to do. */
const mistakes: readonly (readonly [line: string, status: 1 | 2, sentence: string])[] = [
  // Names
  ['rnu DailyMobility', 2, 'Did you mean run?'],
  ['run', 2, "missing required argument 'task'"],
  ['run DailyMobilty', 1, 'Unknown task DailyMobilty. Did you mean "DailyMobility"? Tasks: '],
  ['run daily', 1, 'Unknown task daily. Did you mean "DailyMobility"?'],
  ['run Hurricane', 1, 'Unknown task Hurricane. Did you mean "HurricaneMobility"?'],
  ['run diary-day', 1, 'Unknown task diary-day. Did you mean "DiaryDay"?'],
  ['run missing.ts', 1, 'Or pass the path of a file that exports a benchmark.'],
  ['clone DailyMobilty', 1, 'Did you mean "DailyMobility"?'],
  ['runs leaderboard DailyMobilty', 1, 'Did you mean "DailyMobility"?'],
  [`${run} --agent comuter`, 1, 'Unknown agent comuter. Did you mean "commuter"? Built-in agents: '],
  [`${run} --agent daypattern`, 1, 'Did you mean "day-pattern"?'],
  [`${run} --agent broken.js`, 1, 'broken.js: file not found. Did you mean "broken.json"? Pass an agent as a .ts'],
  [`${run} --agent missing.ts`, 1, 'missing.ts: file not found. Pass an agent as a .ts, .js or .py file'],
  [`${run} --agent missing.py`, 1, 'missing.py: file not found. Pass an agent as a .ts, .js or .py file'],
  ['new agnt x', 2, 'Did you mean agent?'],
  ['new agent', 2, "missing required argument 'name'"],
  ['help stdy', 2, 'Did you mean study?'],
  ['help runs comparre', 2, 'Did you mean compare?'],
  ['runs help comparre', 2, 'Did you mean compare?'],
  ['runs help sweep', 2, 'Commands of this name: asbench study sweep.'],
  ['help data next-place scoree', 2, 'Did you mean score?'],
  ['help map bild', 2, 'Did you mean build?'],
  ['new help agnt', 2, 'Did you mean agent?'],
  ['diarie', 2, 'Did you mean asbench data diaries?'],
  ['calibrat', 2, 'Did you mean asbench study calibrate or asbench traffic calibrate?'],
  ['buidl city.osm', 2, 'Did you mean asbench map build?'],
  ['help calibrate-trafic', 2, 'Did you mean asbench traffic calibrate?'],
  ['new agent .py', 1, '".py": a name starts with a letter'],
  ['new benchmark DailyMobility', 1, 'DailyMobility is a built-in benchmark. Choose another name.'],
  ['new metric default', 1, 'default means something else in the code. Choose another name.'],
  ['new agent 9lives', 1, 'a name starts with a letter and consists of letters, digits, - and _. Try: lives'],
  ['runs list', 2, 'Runs are listed by: asbench runs leaderboard, asbench ui'],
  // Options
  [`${run} -agent my.py`, 2, 'Long options have two dashes: --agent'],
  [`${run} --poeple 5`, 2, 'Did you mean --people?'],
  [`${run} --people many`, 2, "'many' is invalid. Expected a whole number from 1"],
  [`${run} --people 0`, 2, "'0' is invalid. Expected a whole number from 1"],
  [`${run} --people -5`, 2, "'-5' is invalid. Expected a whole number from 1"],
  [`${run} --seed abc`, 2, "'abc' is invalid. Expected a whole number of at least 0"],
  [`${run} --seeds 0`, 2, "'0' is invalid. Expected a whole number from 1"],
  [`${run} --threads x`, 2, "'x' is invalid. Expected a whole number from 1"],
  [`${run} --mode fast`, 2, 'Allowed choices are test, inference'],
  [`${run} --mode tset`, 2, 'Did you mean "test"? Allowed choices are test, inference'],
  [`${run} --congestion queues`, 2, 'Did you mean "queue"? Allowed choices are off, bpr, queue'],
  ['humob baseline center-pont --train real.csv --target real.csv -o x.csv', 2, 'Did you mean "center-point"? Allowed'],
  [`${run} --formulas mine`, 2, 'Allowed choices are documented, reference, both'],
  [`${run} --demo -d empty`, 2, "option '--demo' cannot be used with option '-d, --datasets <folder>'"],
  [
    'humob score garbage.csv --reference real.csv --per-user ./real.csv',
    1,
    'real.csv is an input, and --per-user would',
  ],
  ['data stays real.csv -o real.csv', 1, 'real.csv is an input, and --output would replace it. Write to another'],
  ['traffic counts daily-mobility-1 real.csv -o real.csv', 1, 'real.csv is an input, and --output would replace it.'],
  ['ui --port abc', 2, "'abc' is invalid. Expected a whole number from 1 to 65535"],
  ['map synth --size huge -o x.pb', 2, 'Expected village, town, city, metropolis, or a number of residents'],
  [
    'humob score --sample --rules 2023',
    2,
    'Did you mean "humob2023"? Allowed choices are humob2023, humob2024, giscup2025',
  ],
  ['humob baseline mode --train real.csv --target real.csv -o x.csv', 2, 'Allowed choices are center-point'],
  ['humob score', 2, 'pass a prediction and --reference, or --sample'],
  ['measure real.csv', 1, 'Expected two sets of people, real and generated, or --suite'],
  ['simulate', 2, "required option '--profiles <path>' not specified. Create synthetic people: asbench data people"],
  ['data people -n 10', 2, "required option '--map <file>' not specified"],
  ['runs compare daily-mobility-1', 2, "missing required argument 'b'"],
  // Options that the rest of the line leaves without effect
  [
    'runs compare daily-mobility-1 daily-mobility-2 --person 1 --grid 500 -o x.html',
    2,
    '--output, --grid have no effect with --person. Remove them',
  ],
  ['traffic jams daily-mobility-1 --table jams', 2, '--table has no effect without --output. Remove it'],
  ['traffic emissions daily-mobility-1 --table hours', 2, '--table has no effect without --output. Remove it'],
  [
    'traffic reach --map a.pb --percentile 90',
    2,
    '--percentile has no effect with --travel-mode car. Remove it, or add --travel-mode pt',
  ],
  ['traffic calibrate real.csv --map a.pb --scale 20', 2, '--scale has no effect with --map. Remove it, or pass --run'],
  ['runs report daily-mobility-1 -o x.html --bundle site', 2, '--output has no effect with --bundle. Remove it'],
  [
    'runs export daily-mobility-1 -o x.csv --date 2024-01-01',
    2,
    '--date has no effect with --format csv. Remove it, or',
  ],
  ['runs calls daily-mobility-1 -c provider.yml', 2, '--config has no effect without --again. Remove it'],
  ['runs verify daily-mobility-1 --threads 2', 2, '--threads has no effect without --reproduce. Remove it'],
  ['runs board empty --python python3', 2, '--python has no effect without --reproduce. Remove it'],
  ['ui --with-calls', 2, '--with-calls has no effect without --bundle. Remove it'],
  ['measure real.csv generated.csv --map city.pb', 2, '--map has no effect without --output. Remove it'],
  ['humob validate real.csv --compat --json', 2, '--json has no effect with --compat. Remove it'],
  // Files that are missing
  [`${run} -d emty`, 1, 'emty: folder not found. Did you mean "empty"? Pass'],
  [`${run} -d missing`, 1, 'missing: folder not found. Pass the folder of a dataset with -d, or fetch one'],
  [`${run} -c missing.yml`, 1, 'missing.yml: there is no such file or folder. Check the path.'],
  [
    'study sweep broken.yaml',
    1,
    'broken.yaml: there is no such file or folder. Check the path. Did you mean "broken.yml"?',
  ],
  ['measure real.csv reel.csv', 1, 'Check the path. Did you mean "real.csv"?'],
  ['study sweep missing.yaml', 1, 'missing.yaml: there is no such file or folder. Check the path.'],
  ['evaluate DailyMobility missing.pkl', 1, 'missing.pkl: no such file or run folder. Check the path.'],
  ['measure real.csv missing.csv', 1, 'missing.csv: there is no such file or folder. Check the path.'],
  ['humob score missing.csv --reference real.csv', 1, 'missing.csv: there is no such file or folder. Check the path.'],
  ['map build missing.osm.pbf -o x.pb', 1, 'missing.osm.pbf: there is no such file or folder. Check the path.'],
  ['map draw emtpy.pb -o x.svg', 1, 'Check the path. Did you mean "empty.pb"? To create a map'],
  ['map draw missing.pb -o x.svg', 1, 'Check the path. To create a map: asbench map synth'],
  ['simulate --map a.pb --profiles no.json', 1, '--profiles no.json: file not found. Create synthetic people'],
  // Runs that are missing
  [`explain ${gone}`, 1, `${gone} is not a run folder: run.json is missing. Did you mean "daily-mobility-1"? Runs: `],
  [`runs resume ${gone}`, 1, 'Runs: daily-mobility-1, daily-mobility-2.'],
  [`runs report ${gone}`, 1, 'Did you mean "daily-mobility-1"?'],
  [`runs export ${gone} --table trips`, 1, 'Did you mean "daily-mobility-1"?'],
  [`runs calls ${gone}`, 1, 'Did you mean "daily-mobility-1"?'],
  [`runs compare ${gone} ${gone}`, 1, 'Did you mean "daily-mobility-1"?'],
  [`study table ${gone}`, 1, 'Did you mean "daily-mobility-1"?'],
  [`${run} --replay ${gone}`, 1, 'Did you mean "daily-mobility-1"?'],
  ['explain empty', 1, 'empty is not a run folder: run.json is missing.'],
  // Files of another kind
  ['evaluate DailyMobility garbage.pkl', 1, 'garbage.pkl is not a pickle. Expected results (.pkl)'],
  [
    'evaluate DailyMobility notes.txt',
    1,
    'notes.txt is not a run folder: it is a file. Expected the name or folder of a run',
  ],
  ['evaluate DailyMobility broken.json', 1, 'broken.json is not valid JSON'],
  [`${run} -d empty`, 1, 'empty contains no profiles.json or profiles.jsonl. Pass the folder of a dataset'],
  [`${run} -c broken.yml`, 1, 'broken.yml: Flow sequence in block collection must be'],
  [`${run} -a diarist -c provider.yml`, 1, 'unknown provider "opnai". Did you mean "openai"? Supported: '],
  ['measure real.csv empty.csv', 1, 'empty.csv: no usable rows. Expected columns uid, time, lat, lon.'],
  ['measure real.csv columns.csv', 1, 'columns.csv: no column for uid, time, lat, lon among a, b, c. Name them'],
  [
    'runs judge DailyMobility empty --truth empty --audit a.jsonl --team a',
    1,
    'empty is not a run folder: run.json is',
  ],
  ['measure real.csv empty', 1, 'empty contains no trajectories. Expected .csv'],
  ['humob score real.csv --reference real.csv', 1, 'has no d, t, x, y. Expected uid,d,t,x,y or d,t,x,y.'],
  ['humob score empty.csv --reference real.csv', 1, 'empty.csv contains no steps. Pass a CSV file'],
  ['map build notes.txt -o x.pb', 1, 'notes.txt: unknown data, expected .osm.pbf, .osm XML'],
  ['map build a.osm -o x.pb', 1, 'expected <osm>. Expected OpenStreetMap XML; download it again.'],
  ['map draw notes.txt -o x.svg', 1, 'It is damaged or not a city.map.v2 map.'],
  // Tables from elsewhere
  ['measure real.csv semicolons.csv', 1, 'semicolons.csv: no usable rows (1: coordinates are missing'],
  ['measure real.csv swapped.csv', 1, 'Are lon and lat swapped? Then pass --columns lat=LON,lon=LAT'],
  ['measure real.csv clock.csv', 1, 'no usable rows (1: invalid time, first in 2, "08:00"). Expected times as seconds'],
  ['measure real.csv metres.csv', 1, 'are not degrees. Convert metres of a projection to degrees (EPSG:4326)'],
  ['measure real.csv excel.csv', 1, 'the file is a zip archive (as Excel files are)'],
  ['measure real.csv page.csv', 1, 'is one column. Separate columns by commas, tabs, semicolons or bars, and'],
  ['measure real.csv gone.csv', 1, 'no column for time among uid, lat, lon. Name them'],
  ['measure real.csv city.osm.pbf', 1, 'city.osm.pbf: expected trajectories as .csv'],
  ['humob score days.csv --reference steps.csv', 1, 'the header "uid,day,slot,x,y" has no d, t. Expected uid,d,t,x,y'],
  ['humob score user.csv --reference steps.csv', 1, 'has no uid, whose column is perhaps "user". Rename it to uid.'],
  ['humob score t48.csv --reference steps.csv', 1, 't is "48" (half hours of a day are counted from 0); expected'],
  ['humob score x0.csv --reference steps.csv', 1, 'x is "0" (cells are counted from 1); expected'],
  ['humob score half.csv --reference steps.csv', 1, 'x is "84.5"; expected a whole number from 1 to 200.'],
  ['humob score others.csv --reference steps.csv', 1, 'Both files must have the same people.'],
  ['humob score step.csv --reference steps.csv', 1, 'Check the path. Did you mean "steps.csv"?'],
  ['humob split steps.csv --from-day 99 -o parts', 1, 'no steps from day 99 on: all are on day 60. Pass a file with'],
  [
    'humob baseline bigram --train steps.csv --only-days 61-62 -o x.xlsx',
    1,
    'expected a name that ends in .csv or .csv.gz',
  ],
  ['data next-place split real.csv --rule user-time -o s', 1, 'Expected a table with the columns user, time, place.'],
  [
    'data diaries read real.csv --survey nhts-2017 -o s.csv',
    1,
    'real.csv has no column HOUSEID, PERSONID; its first line',
  ],
  // Results and runs
  ['evaluate DailyMobility empty.pkl', 1, 'empty.pkl is empty. Expected results (.pkl)'],
  ['evaluate DailyMobility empty.json', 1, 'empty.json is empty. Expected JSON.'],
  [
    'evaluate real.csv DailyMobility',
    1,
    'is the task, which comes first. Try: asbench evaluate DailyMobility real.csv',
  ],
  ['runs compare bare.json bare.json --demo', 1, 'bare.json does not name its task. Add it: --task TASK, such as'],
  ['runs submit-check bare.json', 1, 'bare.json does not name its task: its metadata lack task_name. Submit'],
  ['runs board empty', 1, 'empty contains no runs. Expected run folders or packed runs (.zip)'],
  [
    'ui daily-mobility-9',
    1,
    'daily-mobility-9 is not a run folder: run.json is missing. Did you mean "daily-mobility-1"?',
  ],
  ['list', 2, 'Tasks are listed by: asbench list-tasks; runs by: asbench runs leaderboard, asbench ui'],
  // Agents, models and plans
  [`${run} --agent empty`, 1, 'empty is a folder. Pass the file of an agent (.ts, .js or .py), or one of: '],
  [`${run} --agent agent.ts`, 1, 'agent.ts: its default export is not an agent. Export a class'],
  [`${run} --agent open.ts`, 1, 'open.ts cannot be loaded: ParseError'],
  [`${run} -a diarist -c model.yml`, 1, '"model" is missing. Add the name of a model of openai.'],
  [`${run} -a diarist -c key.yml`, 1, 'openai requires a key. Add "api_key", preferably as "$'],
  [`${run} -c empty.yml`, 1, 'empty.yml: expected keys and values (llm, movement, env'],
  ['study sweep sweep.yml', 1, 'unknown key "sede". Did you mean "seeds"? Correct the plan.'],
  ['study sweep empty.yml', 1, 'empty.yml is empty. Expected keys and values: task, agents'],
  // Maps
  [`${run} --map empty.pb`, 1, 'empty.pb: the file is empty, expected a city.map.v2 map.'],
  [`${run} --map city.osm.pbf`, 1, 'the file is a web page or other XML, expected a city.map.v2 map (.pb).'],
  ['map build city.osm.pbf -o x.pb', 1, 'the file begins with <html>, expected <osm>.'],
  ['map synth -o x.json', 1, 'x.json: expected a name that ends in .pb, the format that is written. Try: x.pb'],
];

test.each(mistakes)('asbench %s: exit code %i and a sentence with the next step', async (line, status, sentence) => {
  const { stderr, ...ended } = await asbench(folder, ...line.split(' '));
  expect(stderr).toContain(sentence);
  expect(stderr).not.toMatch(/\n {4}at |--home-dir/);
  expect(ended).toEqual({ status, stdout: '' });
});

test('a run whose agent cannot be loaded leaves no folder, since the agent has to change first', () => {
  expect(readdirSync(join(home, 'runs'))).toEqual(['daily-mobility-1', 'daily-mobility-2']);
});

import type { Command } from 'commander';

const RUN = 'daily-mobility-1';

/** What to type after `asbench`, by command: what newcomers need first. A test parses each line. */
export const helpExamples: Readonly<Record<string, readonly [string, string, ...string[]]>> = {
  'list-tasks': ['list-tasks', 'list-tasks DailyMobility'],
  'list-evaluatable-tasks': ['list-evaluatable-tasks', 'list-evaluatable-tasks --json'],
  'list-installed': ['list-installed', 'list-installed --json'],
  run: [
    'run DailyMobility',
    'run DailyMobility --agent my_agent.py --people 20',
    'run HurricaneMobility --agent my-agent.ts --config llm.yml --max-cost 5',
  ],
  ui: ['ui', `ui ${RUN}`],
  explain: ['explain', `explain ${RUN} --json`],
  'new agent': ['new agent my-agent', 'new agent my_agent.py', 'new agent my_prompt.py --llm'],
  'new benchmark': ['new benchmark my-benchmark', 'new benchmark my-benchmark.ts'],
  'new metric': ['new metric my-metric', 'new metric my-metric.ts'],
  evaluate: [`evaluate DailyMobility ${RUN}`, 'evaluate DailyMobility results.pkl --demo'],
  clone: ['clone DailyMobility', 'clone HurricaneMobility --home-dir /shared/home'],
  'update-benchmarks': ['update-benchmarks', 'update-benchmarks --home-dir /shared/home'],
  simulate: [
    'simulate --map city.pb --profiles people --days 1',
    'simulate --map city.pb --profiles people --days 1 --scenario bridge.yml',
  ],
  measure: ['measure real.csv mine.csv', 'measure real.csv mine.csv --zone Asia/Tokyo -o report'],
  'map info': ['map info city.pb', 'map info city.pb --json'],
  'map synth': ['map synth --size village -o city.pb', 'map synth --size town --seed 2 -o town.pb'],
  'map draw': ['map draw city.pb -o city.svg', 'map draw city.pb --bbox 7.41,43.72,7.43,43.74 -o centre.svg'],
  'map speeds': [
    'map speeds city.pb --speeds speeds.json --hour 8 -o eight.pb',
    'map speeds city.pb --speeds speeds.json --hour 17 -o evening.pb',
  ],
  'map build': [
    'map build monaco-latest.osm.pbf -o monaco.pb',
    'map build porto.osm.pbf --gtfs stcp.zip --bbox -8.70,41.10,-8.50,41.20 -o porto.pb',
  ],
  'humob score': [
    'humob score --sample',
    'humob score mine.csv --reference truth.csv',
    'humob score mine.csv --reference truth.csv --compare other.csv --by hour',
  ],
  'humob validate': [
    'humob validate b task.csv.gz team_humob.csv.gz --year 2024',
    'humob validate b task.csv.gz team_humob.csv.gz --year 2025 --json',
  ],
  'humob tasks': [
    'humob tasks submissions --year 2024 --reference truths/b.csv truths/c.csv',
    'humob tasks submissions --year 2023 --reference truths/1.csv --json',
  ],
  'humob releases': ['humob releases', 'humob releases --json'],
  'humob baseline': [
    'humob baseline weekday-slot-mode --train train.csv --target template.csv -o submission.csv',
    'humob baseline bigram --train people.csv --only-days 60-74 -o submission.csv',
  ],
  'humob split': ['humob split people.csv --from-day 60 -o parts', 'humob split people.csv.gz --from-day 24 -o parts'],
  'humob holdout': [
    'humob holdout data.tsv --window may_jun -o held',
    'humob holdout data.tsv --window rain_shock -o held',
  ],
  'humob synth': [
    'humob synth --users 20 --days 30 -o people.csv',
    'humob synth --users 20000 --days 75 --seed 2 -o people.csv.gz',
  ],
  'humob score --year 2026': [
    'humob score --year 2026 mine.tsv --reference truth.tsv',
    'humob score --year 2026 mine.tsv --reference truth.tsv --known data.tsv -o page.html',
  ],
  'humob validate --year 2026': [
    'humob validate --year 2026 submission.tsv',
    'humob validate --year 2026 submission.tsv --compat',
  ],
  'humob baseline --year 2026': [
    'humob baseline --year 2026 blend --known data.tsv -o submission.tsv',
    'humob baseline --year 2026 line --known held/known.tsv --window may_jun -o submission.tsv',
  ],
  'humob synth --year 2026': [
    'humob synth --year 2026 -o data.tsv',
    'humob synth --year 2026 --seed 2 -o data.tsv --truth truth.tsv',
  ],
  mcp: ['mcp', 'mcp --home-dir /shared/home'],
  completion: ['completion bash', 'completion zsh'],
  'runs compare': [
    'runs compare newest previous',
    'runs compare simulation-1d-900s-1 simulation-1d-900s-2 -o change.html',
  ],
  'runs report': [`runs report ${RUN} -o report.html`, `runs report ${RUN} --with-calls -o report.html`],
  'runs calls': [`runs calls ${RUN}`, `runs calls ${RUN} --again 12`],
  'runs drift': ['runs drift simulation-28d-900s-1', 'runs drift simulation-28d-900s-1 --json'],
  'runs leaderboard': ['runs leaderboard', 'runs leaderboard DailyMobility'],
  'runs export': [
    `runs export ${RUN} --table trips --format geojson -o trips.geojson`,
    'runs export simulation-1d-900s-1 --format sumo -o sumo',
  ],
  'runs publish': [
    `runs publish ${RUN} --dry-run --repository me/walks --license cc-by-4.0`,
    `runs publish ${RUN} --repository me/walks --license cc-by-4.0`,
  ],
  'runs pack': [`runs pack ${RUN}`, `runs pack ${RUN} -o run.zip`],
  'runs verify': [`runs verify ${RUN}`, 'runs verify run.zip'],
  'runs reproduce': [`runs reproduce ${RUN}`, `runs reproduce ${RUN} --json`],
  'runs resume': [`runs resume ${RUN}`, `runs resume ${RUN} --max-cost 5`],
  'runs progress': [`runs progress ${RUN}`, `runs progress ${RUN} --json`],
  'runs gather': [`runs gather ${RUN}`, `runs gather ${RUN} --json`],
  'runs worker': ['runs worker --queue redis://127.0.0.1', 'runs worker --queue redis://127.0.0.1 --threads 4'],
  'runs check-agent': ['runs check-agent my_agent.py', 'runs check-agent my_agent.py --task DailyMobility'],
  'runs submit-check': [`runs submit-check ${RUN}`, 'runs submit-check results.pkl'],
  'runs judge': [
    'runs judge DailyMobility results.pkl --truth secret --audit audit.jsonl --team anna',
    'runs judge DiaryDay results.json --truth secret --audit audit.jsonl --team "team A" --json',
  ],
  'runs board': ['runs board submissions -o site', 'runs board submissions --reproduce -o site'],
  'study sweep': ['study sweep plan.yaml --dry-run', 'study sweep plan.yaml --csv runs.csv'],
  'study robustness': [
    'study robustness DailyMobility -a my_agent.py --seeds 5',
    'study robustness DailyMobility -a diarist -c llm.yml --people 20 --seeds 2',
  ],
  'study evolve': [
    'study evolve DailyMobility -a my-agent.ts --people 20 -o best.json',
    'study evolve DailyMobility -a my_prompt.py --code -c llm.yml --max-cost 5 -o best.json',
  ],
  'study calibrate': ['study calibrate DailyMobility', 'study calibrate HurricaneMobility --json'],
  'study table': [
    `study table ${RUN} daily-mobility-2 --format latex -o table.tex`,
    `study table ${RUN} daily-mobility-2 --format markdown`,
  ],
  'study cite': [`study cite ${RUN}`, `study cite ${RUN} daily-mobility-2 -o methods.tex`],
  'study figure': [`study figure ${RUN} -o figures`, `study figure ${RUN} --format svg -o figures`],
  'traffic calibrate': [
    'traffic calibrate times.csv --map city.pb -o speeds.json',
    'traffic calibrate counts.csv --run simulation-1d-900s-1 -o demand.json',
  ],
  'traffic counts': [
    'traffic counts simulation-1d-900s-1 counts.csv',
    'traffic counts simulation-1d-900s-1 counts.csv --scale 19',
  ],
  'traffic jams': [
    'traffic jams simulation-1d-900s-1',
    'traffic jams simulation-1d-900s-1 --table jams -o jams.geojson',
  ],
  'traffic emissions': [
    'traffic emissions simulation-1d-900s-1',
    'traffic emissions simulation-1d-900s-1 --table people -o emissions.csv',
  ],
  'traffic reach': [
    'traffic reach --map city.pb --origin 43.731,7.419 --minutes 5,10 --travel-mode walk -o walk.geojson',
    'traffic reach --map city.pb --minutes 10 --travel-mode walk -o access.svg',
  ],
  'data people': [
    'data people --map city.pb -n 200 -o people',
    'data people --map city.pb -n 600 --marginals households.csv -o people',
  ],
  'data diaries read': [
    'data diaries read trippub.csv --people-table perpub.csv --survey nhts-2017 -o survey.csv',
    'data diaries read trippub.csv --people-table perpub.csv --survey nhts-2017 --only-days weekdays -o survey.csv',
  ],
  'data diaries ask': [
    'data diaries ask diaries.csv -c llm.yml -o plans.ts',
    'data diaries ask diaries.csv -c llm.yml --about "Santiago de Chile, a weekday in 2012" -o plans.ts',
  ],
  'data diaries prepare': [
    'data diaries prepare survey.csv --map city.pb -o data',
    'data diaries prepare survey.csv --map city.pb -o data --truth secret',
  ],
  'data diaries fit': [
    'data diaries fit data/train/groundtruth/diaries.csv -o diary-model.ts',
    'data diaries fit survey.csv -o diary-model.ts',
  ],
  'data diaries draw': [
    'data diaries draw test.csv --train train.csv -o drawn.json',
    'data diaries draw test.csv --train train.csv --seed 2 -o drawn.json',
  ],
  'data diaries results': [
    'data diaries results diaries.csv -o results.json',
    'data diaries results days.csv -o days.json',
  ],
  'data stays': ['data stays fixes.csv -o stays.csv', 'data stays fixes.gpx --zone Europe/Lisbon -o stays.csv'],
  'data next-place score': [
    'data next-place score markov.jsonl --test split/test.csv',
    'data next-place score markov.jsonl ppm.jsonl --test split/test.csv --train split/train.csv',
  ],
  'data next-place split': [
    'data next-place split checkins.csv --rule user-time -o split',
    'data next-place split checkins.csv --rule user-days --split-shares 0.8,0.1 -o split',
  ],
  'data next-place baseline': [
    'data next-place baseline --method markov-1 --train split/train.csv --test split/test.csv -o markov.jsonl',
    'data next-place baseline --method ppm --train split/train.csv --test split/test.csv -o ppm.jsonl',
  ],
  'data next-place synth': [
    'data next-place synth -o checkins.csv',
    'data next-place synth --users 50 --days 30 -o checkins.csv',
  ],
  'data generate': [
    'data generate ditras --train real.csv --people 1000 --days 14 -o generated.csv',
    'data generate markov --train real.csv --people 20 --days 7 --seed 2 -o generated.csv',
  ],
};

/** Examples of a group. */
const MOST_OF_GROUP = 3;

/** Adds the examples of each command below its help, and the first of them to its errors; a group has those of its commands. */
export function addExamples(program: Command): void {
  const add = (command: Command, path: readonly string[]): readonly string[] => {
    const inner = command.commands.map((each) => add(each, [...path, each.name()]));
    // A year has commands of its own.
    const year = command.options.find(({ long }) => long === '--year')?.defaultValue as string | undefined;
    const name = path.join(' ');
    const own = helpExamples[`${name} --year ${year}`] ?? helpExamples[name];
    const lines = own ?? inner.flatMap(([line]) => line ?? []).slice(0, MOST_OF_GROUP);
    if (lines.length === 0) return lines;
    command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  asbench ${line}`).join('\n')}`);
    command.showHelpAfterError(`Add --help to see the commands and options. Example: asbench ${lines[0]}`);
    return lines;
  };
  for (const command of program.commands) add(command, [command.name()]);
}

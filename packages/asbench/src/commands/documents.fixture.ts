/** A statement of one of the documents that Itinera implements: where it stands, what it says, and whether it holds here. */
export interface Statement {
  /** Names the check in documents.whole.test.ts; the same for statements that are checked together. */
  readonly check: string;
  readonly section: string;
  readonly says: string;
  /** Why it does not hold; otherwise it does. */
  readonly differs?: string;
}

const hurricane: readonly Statement[] = [
  {
    check: 'agent runs',
    section: 'Agent Structure',
    says: 'a class that extends `HurricaneMobilityAgent` and has `forward`',
  },
  { check: 'agent runs', section: 'Movement API', says: '`await self.go_to_aoi(aoi_id)` starts a trip' },
  {
    check: 'weather',
    section: 'Weather Information API',
    says: '`get_current_weather()`: a dictionary with hurricane status, conditions, warnings, wind speed, precipitation',
  },
  {
    check: 'home and work',
    section: 'Agent Status Information',
    says: '`status.get("home")`, `"work"`: `["aoi_position"]["aoi_id"]`',
  },
  { check: 'position', section: 'Agent Status Information', says: '`status.get("position")["xy_position"]`: x and y' },
  {
    check: 'seconds',
    section: 'Agent Status Information',
    says: '`get_datetime()`: day and seconds since midnight, 36000 at 10:00',
  },
  { check: 'time text', section: 'Agent Status Information', says: '`get_datetime(format_time=True)`: "HH:MM:SS"' },
  { check: 'AOI', section: 'Map and POI Information', says: '`get_all_aois()` with the listed attributes' },
  {
    check: 'AOI',
    section: 'Map and POI Information',
    says: '`shapely_xy`, `shapely_lnglat`',
    differs: 'only where the package shapely is installed',
  },
  { check: 'POI', section: 'Map and POI Information', says: '`get_all_pois()` with the listed attributes' },
  { check: 'look-ups', section: 'Map and POI Information', says: '`get_aoi(id)`, `get_poi(id)`' },
  { check: 'categories', section: 'Map and POI Information', says: '`get_poi_cate()`' },
  {
    check: 'around',
    section: 'Map and POI Information',
    says: '`get_around_poi(center=(x, y), radius=1000, poi_type=[…])`',
  },
  {
    check: 'movement status',
    section: 'Movement Status Handling',
    says: '`self.movement_status`: walking and driving',
  },
  { check: 'keys', section: 'Complete Agent Example', says: '`random.choice(list(all_aois.keys()))` is an AOI' },
  {
    check: 'example',
    section: 'Complete Agent Example',
    says: 'the example is a complete agent',
    differs:
      'as printed it is not valid Python (a branch without a statement, a name that is never set); with both corrected it runs and scores',
  },
  { check: 'model', section: 'LLM Integration', says: '`await self.llm.atext_request(messages)` returns a text' },
  {
    check: 'change rate',
    section: 'Change Rate Accuracy',
    says: 'MAPE of both change rates; 100 − its mean, at least 0',
  },
  { check: 'distribution', section: 'Distribution Similarity', says: 'mean cosine similarity of three days × 100' },
  { check: 'final', section: 'Final Score', says: '0.6 × change rates + 0.4 × distribution' },
  { check: 'clone', section: 'Dataset Information', says: 'repository and branch' },
  {
    check: 'usage',
    section: 'Dataset Information',
    says: 'mode test is not supported',
    differs: 'it is supported here: it scores at once',
  },
  { check: 'usage', section: 'Dependencies', says: 'numpy', differs: 'not needed' },
  {
    check: 'usage',
    section: 'Usage Example',
    says: '`asbench run --config C --agent A --mode inference HurricaneMobility` writes a results file',
  },
  { check: 'output', section: 'Output Data Format', says: 'the printed dictionary is a results file' },
  { check: 'details', section: 'Detailed Evaluation Metrics', says: 'the keys of the scores' },
  {
    check: 'details',
    section: 'Detailed Evaluation Metrics',
    says: 'errors of 2.3 and 1.3 between the printed rates; a final score of 82.7 from the printed parts',
  },
  {
    check: 'details',
    section: 'Detailed Evaluation Metrics',
    says: 'change_rate_score 85.2',
    differs: 'the printed rates give 92.9 by the document’s formula',
  },
  { check: 'version', section: 'Version Information', says: 'version 1.0.0' },
];

const daily: readonly Statement[] = [
  { check: 'JSD', section: 'JSD', says: '0.5 × KL(P‖M) + 0.5 × KL(Q‖M) with M the mean' },
  { check: 'daily final', section: 'Final Score', says: 'the mean of 1 − JSD of four quantities × 100' },
  { check: 'daily clone', section: '数据集信息', says: 'repository and branch' },
  {
    check: 'daily usage',
    section: '数据集信息',
    says: 'mode test is not supported',
    differs: 'it is supported here: it scores at once',
  },
  { check: 'daily usage', section: '依赖要求', says: 'numpy, scipy', differs: 'not needed' },
  {
    check: 'daily usage',
    section: '使用示例',
    says: '`asbench run --config C --agent A --mode inference DailyMobility` writes a results file',
  },
  { check: 'daily output', section: '输出数据格式', says: 'a dictionary with the four printed keys is a results file' },
  {
    check: 'daily output',
    section: '输出数据格式',
    says: 'the printed lists',
    differs: 'they end in `...`, and their sequences have 4 entries, where the benchmark has 48',
  },
  { check: 'daily version', section: '版本信息', says: 'version 1.0.0' },
];

const geobleu: readonly Statement[] = [
  { check: 'identical', section: 'geobleu', says: 'two identical trajectories: GEO-BLEU 1, DTW 0' },
  {
    check: 'baseline',
    section: 'Note',
    says: 'a baseline of about 0.4 and 60',
    differs: 'the document’s own table says 0.042 and 63 to 65; both need the challenge’s data and were not repeated',
  },
  {
    check: 'validator',
    section: 'Validation tool',
    says: '`validator.py 1 FILE`: two arguments',
    differs: 'the command is `asbench humob validate --year 2023 --compat 1 FILE`; it prints the same',
  },
  {
    check: 'validator',
    section: 'Validation tool',
    says: 'a header may be there or not; lines are counted from 0; "Validation finished without errors!"',
  },
  {
    check: 'processes',
    section: 'Note',
    says: '`processes=`, 4 by default',
    differs: 'accepted and checked; one process is faster',
  },
  { check: 'columns', section: 'Note', says: '4 or 5 columns, the same number in all steps of both trajectories' },
  {
    check: 'install',
    section: 'Installation',
    says: '`python3 setup.py install`',
    differs: '`pip install itinera`, whose module `geobleu` has the same functions',
  },
  {
    check: 'example usage',
    section: 'Example usage',
    says: '0.21733678721880598 and 5.889002930255253',
    differs: 'by `rules="humob2023"`; the default is the newest release, and a warning says so (0.0756)',
  },
  {
    check: 'parameters',
    section: 'Hyperparameter settings',
    says: 'N = 3, equal weights, beta = 0.5; DTW in km',
    differs: 'by `rules="humob2023"`; the release of 2025 has N = 5',
  },
  { check: 'original', section: 'Sample implementation', says: '`calc_geobleu_orig` of two lists of points' },
];

/** Every statement by document. */
export const documents = { HurricaneMobility: hurricane, DailyMobility: daily, geobleu } as const;

/** The table of test/documents.md: the statements that do not hold as they stand, after the number of those that do. */
export function statementTable(): string {
  const all = Object.entries(documents).flatMap(([name, statements]) => statements.map((one) => ({ name, ...one })));
  const rows = all.flatMap(({ name, section, says, differs }) =>
    differs === undefined ? [] : [`| ${name}, ${section} | ${says} | ${differs} |`],
  );
  const holding = `${all.length - rows.length} of ${all.length} statements hold. The others:`;
  return [holding, '', '| document | says | here |', '|---|---|---|', ...rows].join('\n');
}

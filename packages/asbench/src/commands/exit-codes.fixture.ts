/** When a command ends with code 1 although it could read its input, by the words of the command. */
export const endsWithOne: Readonly<Record<string, string>> = {
  run: 'the run was stopped; or its result is invalid or has no score (with `--allow-problems`: 0)',
  'runs resume': 'as `run`',
  'runs gather': 'as `run`',
  evaluate: 'the results have no final score, or the result of the run is invalid (with `--allow-problems`: 0)',
  'runs compare': 'one side has no final score, or an invalid one (with `--allow-problems`: 0)',
  'runs judge': 'the results are rejected',
  'runs submit-check': 'nothing is left to submit',
  'runs verify': 'something was edited, or not everything could be checked',
  'runs reproduce': 'a byte differs',
  'runs check-agent': 'the agent uses something that is not available, or fails when it is tried',
  'study sweep': 'a run failed, or the sweep was stopped',
  'study robustness': 'a run failed, or the study was stopped',
  'study evolve': 'the search was stopped',
  'humob score': 'a submission could not be scored',
  'humob tasks': 'a submission is missing, invalid or could not be scored',
  'humob validate': 'the submission is invalid (with `--compat`: what the original returns)',
};

/** The same as a table of a page. */
export function exitTable(): string {
  const rows = Object.entries(endsWithOne).map(([words, when]) => `| \`asbench ${words}\` | ${when} |`);
  return ['| command | also ends with 1 when |', '|---|---|', ...rows].join('\n');
}

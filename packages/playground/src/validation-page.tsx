import type { ProblemGroup } from '@itinera/humob/browser';
import { useLoad } from '../../viewer/src/app/load.js';
import type { Page } from '../../viewer/src/app/page.js';
import { PlainTable } from '../../viewer/src/app/parts/number-table.js';
import { Loading, Tag } from '../../viewer/src/app/parts/states.js';
import { count } from '../../viewer/src/wire/format.js';
import { type ShownValidation, VALIDATION } from './jobs/job.js';

/** The problems of a submission. */
export const validationPage: Page = { at: [VALIDATION], View: ValidationView };

function ValidationView() {
  const { data } = useLoad<ShownValidation>(VALIDATION);
  if (data === null) return <Loading what="the validation" />;
  const { file, steps, flows } = data;
  const problems = steps?.problems ?? flows!.problems;
  const isAccepted = problems.length === 0 && flows?.accepted !== false;
  return (
    <section class="card whole">
      <h2>
        <bdi>{file}</bdi>: {isAccepted ? 'no problems found' : 'the organisers’ validator rejects it'}
      </h2>
      {steps && (
        <p>
          {count(steps.people)} people, {count(steps.steps)} steps could be read.
          {!steps.compared && ' The steps were not compared with the required ones: add the data set.'}
        </p>
      )}
      {flows && (
        <>
          <p>
            The organisers’ validator ({flows.rules}): <strong>{flows.verdict}</strong>
          </p>
          <p>
            {count(flows.days)} days, {count(flows.flows)} flows could be read.
          </p>
        </>
      )}
      {problems.length > 0 && <Groups title="Problems" groups={problems} />}
      {flows && flows.warnings.length > 0 && (
        <>
          <p>
            <Tag>warnings</Tag> Accepted, but perhaps not intended:
          </p>
          <Groups title="Warnings" groups={flows.warnings} />
        </>
      )}
    </section>
  );
}

function Groups({ title, groups }: { readonly title: string; readonly groups: readonly ProblemGroup[] }) {
  return (
    <PlainTable
      title={title}
      head={['problem', 'count', 'examples']}
      rows={groups.map(({ title: name, count: number, examples }) => [
        name,
        count(number),
        <ul key="examples" class="examples">
          {examples.map((example) => (
            <li key={example}>{example}</li>
          ))}
        </ul>,
      ])}
    />
  );
}

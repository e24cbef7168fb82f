import { fixed, setupOf, typeset } from '../../wire/format.js';
import type { RunDetail } from '../../wire/runs.js';
import { AnyFigure } from '../charts/findings.js';

/** The points, verdicts and figures of each quantity, run by run. @param most figures of a quantity */
export function FiguresOfRuns({
  runs,
  most = Infinity,
}: {
  readonly runs: readonly RunDetail[];
  readonly most?: number;
}) {
  return (
    <>
      {runs[0]?.findings?.quantities.map(({ key, title, explains }) => (
        <section class="card" key={key}>
          <h2>{title}</h2>
          <p class="soft">{explains}</p>
          <div class="two">
            {runs.map(({ run, findings }) => {
              const one = findings?.quantities.find((quantity) => quantity.key === key);
              return (
                one && (
                  <div key={run.name} class="quantity-figures">
                    <p>
                      <strong>
                        <bdi>{run.name}</bdi> (<bdi>{setupOf(run)}</bdi>): {fixed(one.points.got)} of{' '}
                        {fixed(one.points.of, 0)} points.
                      </strong>{' '}
                      {typeset(one.verdict)}
                    </p>
                    {one.figures.slice(0, most).map(({ title: name, figure }) => (
                      <AnyFigure key={name} title={name} figure={figure} />
                    ))}
                  </div>
                )
              );
            })}
          </div>
        </section>
      ))}
    </>
  );
}

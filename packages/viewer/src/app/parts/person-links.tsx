import { API, PAGES } from '../../wire/addresses.js';
import { count } from '../../wire/format.js';
import { href } from '../route.js';
import { source } from '../source.js';

interface Props {
  /** The run whose people they are. */
  readonly run: string;
  readonly ids: readonly number[];
  /** Number of all of them, of which `ids` are the first. */
  readonly all: number;
  /** The page of a person; default: that of the run. */
  readonly at?: (person: number) => string;
}

/** People of a run, with links to those whose days the page has. */
export const PersonLinks = ({ run, ids, all, at = (person) => href(PAGES.person, { run, person }) }: Props) => (
  <>
    {ids.map((person, i) => (
      <>
        {i > 0 && ', '}
        {source.has(API.person.at({ run, person })) ? <a href={at(person)}>{person}</a> : person}
      </>
    ))}
    {all > ids.length && ` and ${count(all - ids.length)} more`}
  </>
);

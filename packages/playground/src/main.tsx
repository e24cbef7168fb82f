import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useRoute } from '../../viewer/src/app/route.js';
import { startTheme } from '../../viewer/src/app/theme.js';
import { FileTabView, type TabState } from './file-tab.js';
import type { TabJobName } from './jobs/job.js';
import { ResultPage, tabOfResult } from './result-page.js';
import { TabFrame } from './tab-frame.js';
import { settingsInAddress, TABS } from './tabs.js';
import { TaskRunner } from './task-runner.js';
import '../../viewer/src/app/style/base.css';
import '../../viewer/src/app/style/parts.css';
import '../../viewer/src/app/style/replay.css';
import '../../viewer/src/app/style/person.css';
import '../../viewer/src/app/style/cells.css';
import '../../viewer/src/app/style/humob.css';
import './style.css';

const states = new Map<TabJobName, TabState>(
  TABS.map(({ job }) => [
    job,
    { files: {}, synthetic: [], settings: {}, trouble: null, result: null, runner: new TaskRunner() },
  ]),
);

function Playground() {
  const { parts, query } = useRoute();
  const [, redraw] = useState(0);
  const name = tabOfResult(parts) ?? parts[0];
  const tab = TABS.find(({ job }) => job === name) ?? TABS[0]!;
  const state = states.get(tab.job)!;
  // The address sets the settings. Without any, they stay as they were when the tab was shown last.
  if (name === tab.job && query.size > 0) state.settings = settingsInAddress(tab, query);
  useEffect(() => {
    document.title = `${tab.title} · Itinera`;
  }, [tab]);
  // A user of a scoring has a page of their own, which leads back.
  const isPart = parts.length > 2 && state.result !== null;
  return (
    <TabFrame current={tab.job}>
      {isPart ? (
        <ResultPage result={{ page: parts }} runner={state.runner} />
      ) : (
        <FileTabView key={tab.job} tab={tab} state={state} onChange={() => redraw((n) => n + 1)} />
      )}
    </TabFrame>
  );
}

startTheme();
render(<Playground />, document.getElementById('app')!);

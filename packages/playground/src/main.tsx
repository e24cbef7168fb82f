import { render } from 'preact';
import { useRoute } from '../../viewer/src/app/route.js';
import { startTheme } from '../../viewer/src/app/theme.js';
import { TabFrame, type TabName } from './tab-frame.js';
import '../../viewer/src/app/style/base.css';
import '../../viewer/src/app/style/parts.css';

function Playground() {
  const [tab = 'score'] = useRoute().parts;
  return (
    <TabFrame current={tab as TabName}>
      <p>Nothing is uploaded.</p>
    </TabFrame>
  );
}

startTheme();
render(<Playground />, document.getElementById('app')!);

import { render } from 'preact';
import { startTheme } from '../../../viewer/src/app/theme.js';
import { TabFrame } from '../tab-frame.js';
import { SimulateTab } from './simulate-tab.js';
import '../../../viewer/src/app/style/base.css';
import '../../../viewer/src/app/style/parts.css';
import '../../../viewer/src/app/style/replay.css';
import './simulate.css';

startTheme();
render(
  <TabFrame current="simulate">
    <SimulateTab />
  </TabFrame>,
  document.getElementById('app')!,
);

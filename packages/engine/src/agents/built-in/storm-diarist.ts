import { DiaristAgent } from './diarist.js';

/** A diarist for several days that reads the forecast with its warnings and remembers its earlier diaries. */
export class StormDiaristAgent extends DiaristAgent {
  protected override circumstances(): string {
    const weather = this.getCurrentWeather();
    const forecast = [
      `The weather: ${weather.statement}`,
      `Wind: ${weather.wind}. Rain: ${weather.precipitation}.`,
      ...weather.warnings.map((warning) => `Official warning: ${warning}`),
      ...(weather.hurricaneStatus === 'active' ? [advice] : []),
    ].join('\n');
    const yesterday = this.stream.getAll().findLast(({ topic }) => topic === 'diary');
    return yesterday === undefined ? forecast : `${forecast}\nYour diary of the day before: ${yesterday.description}`;
  }
}

const advice =
  'When a hurricane is near, many people put off shopping and leisure, some work from home or are sent home, and most still ' +
  'do what cannot wait. Weigh this as the person would; the storm may only brush the city.';

import { expect, it } from 'vitest';
import { Page } from './page.ts';
import { describeSpread } from './topology-spread.ts';

it('kubectl describe tells spread constraints by topology key, with their selectors', () => {
  const page = new Page();
  const labelSelector = { matchLabels: { app: 's' } };
  describeSpread(page, [
    { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector },
    { maxSkew: 2, topologyKey: 'host', whenUnsatisfiable: 'ScheduleAnyway' },
  ]);
  expect(page.toString()).toBe(
    'Topology Spread Constraints:  host:ScheduleAnyway when max skew 2 is exceeded\n' +
      '                              zone:DoNotSchedule when max skew 1 is exceeded for selector ' +
      'app=s\n',
  );
});

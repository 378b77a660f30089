import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

/** The errors that a client met, as the kernel of its node saw them. */
const errorsOf = (client: string): readonly string[] =>
  run()
    .log.facts.slice()
    .flatMap((fact) =>
      fact.type === 'ConnectionAnswered' && fact.namespace === `default/${client}`
        ? (fact.error ?? [])
        : [],
    );

it('loses requests while old Pods end before the rules have forgotten them', () => {
  const { printed } = run();
  const [, lost = ''] = /300 requests, (\d+) lost/.exec(printed) ?? [];
  expect(Number(lost)).toBeGreaterThan(0);
  const refused = errorsOf('first');
  expect(new Set(refused)).toEqual(new Set(['ECONNREFUSED']));
  // Those that were not refused found nobody at all.
  const silent = printed.match(/download timed out/g) ?? [];
  expect(refused.length + silent.length).toBe(Number(lost));
});

it('loses none when Pods are Ready before they count, and wait before they end', () => {
  expect(run().printed).toContain('500 requests, 0 lost\n');
  expect(errorsOf('second')).toEqual([]);
  const ended = run()
    .log.facts.slice()
    .flatMap((fact) =>
      fact.type === 'ProcessExited' && fact.pod.startsWith('default/shop-') ? [fact.exitCode] : [],
    );
  expect(ended.length).toBeGreaterThanOrEqual(12);
});

import { describe, expect, it } from 'vitest';
import { createPrng } from '#base/prng';
import { minute, second } from '#base/sim-time';
import { Simulation } from '#sim/simulation';
import { Tracer } from '#trace/tracer';
import { ControllerExpectations } from './expectations.ts';

const key = 'default/web';

function started() {
  const sim = new Simulation();
  const tracer = new Tracer(sim);
  const input = { type: 'CommandEntered', component: 'person', input: 0 } as const;
  tracer.emitRoot({ ...input, line: 'test', user: 'admin' });
  const env = { sim, tracer, prng: createPrng(1) };
  const component = 'kube-controller-manager/replicaset-controller';
  return { sim, tracer, expectations: new ControllerExpectations(env, component) };
}

describe('what a controller expects to see before it acts again', () => {
  it('is nothing at first', () => {
    expect(started().expectations.satisfied(key)).toBe(true);
  });

  it('is each creation that it asked for', () => {
    const { expectations } = started();
    expectations.expectCreations(key, 2);
    expectations.creationObserved(key);
    expect(expectations.satisfied(key)).toBe(false);
    expectations.creationObserved(key);
    expect(expectations.satisfied(key)).toBe(true);
  });

  it('is the deletion of those very pods, each counted once', () => {
    const { expectations } = started();
    expectations.expectDeletions(key, ['default/a', 'default/b']);
    for (const pod of ['default/a', 'default/a', 'default/other']) {
      expectations.deletionObserved(key, pod);
    }
    expect(expectations.satisfied(key)).toBe(false);
    expectations.deletionObserved(key, 'default/b');
    expect(expectations.satisfied(key)).toBe(true);
  });

  it('is given up after five minutes', () => {
    const { sim, expectations } = started();
    expectations.expectCreations(key, 1);
    sim.run(5 * minute);
    expect(expectations.satisfied(key)).toBe(false);
    sim.run(5 * minute + second);
    expect(expectations.satisfied(key)).toBe(true);
  });

  it('is nothing for another object, nor for a new one of the same name', () => {
    const { expectations } = started();
    expectations.expect(key, 1, ['default/a']);
    expect(expectations.satisfied('default/api')).toBe(true);
    expectations.forget(key);
    expect(expectations.satisfied(key)).toBe(true);
  });

  it('stands in the trace', () => {
    const { tracer, expectations } = started();
    expectations.expect(key, 3, ['default/a']);
    expect(tracer.facts.at(-1)).toMatchObject({ type: 'ExpectationsSet', key, add: 3, del: 1 });
  });
});

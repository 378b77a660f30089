import { describe, expect, it } from 'vitest';
import {
  type Breakpoint,
  breakpointText,
  breakpointValues,
  nextBreak,
  readBreakpoints,
} from './breakpoints.ts';
import { createDeploymentFacts } from './create-deployment.fixture.ts';
import { TraceLog } from './trace-log.ts';

const log = new TraceLog();
log.append(createDeploymentFacts());

/** The ids of the steps, or types of the facts, that a breakpoint stops at. */
function stops(...breakpoints: readonly Breakpoint[]): readonly string[] {
  const found: string[] = [];
  for (let cursor = 0; ; ) {
    const next = nextBreak({ log, cursor, breakpoints });
    if (next === undefined) return found;
    cursor = next.fact;
    const step = log.stepAt(cursor);
    found.push(step?.fact === cursor ? step.id : (log.fact(cursor)?.type ?? ''));
  }
}

describe('a breakpoint', () => {
  it('on a component stops when it gets its turn, not at each of its steps', () => {
    const found = stops({ kind: 'component', value: 'kube-scheduler' });
    const steps = log.steps.filter(({ id }) => id.startsWith('kube-scheduler/'));
    expect(found[0]).toMatch(/^kube-scheduler\/hear\/pods/);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(steps.length);
  });

  it('on a verb stops where a request has it', () => {
    const found = stops({ kind: 'verb', value: 'create' });
    expect(found[0]).toMatch(/^kubectl\/send\/deployments/);
    expect(found.every((id) => id.includes('/send/'))).toBe(true);
  });

  it('on a resource stops where it is requested and where it is written', () => {
    const found = stops({ kind: 'resource', value: 'replicasets' });
    expect(found.some((id) => id.includes('/send/replicasets'))).toBe(true);
    expect(found.some((id) => id.startsWith('etcd/commit/replicasets'))).toBe(true);
  });

  it('on a kind of fact stops at each fact, steps or not', () => {
    expect(stops({ kind: 'fact', value: 'PodBound' }).length).toBe(
      log.facts.slice().filter(({ type }) => type === 'PodBound').length,
    );
  });

  it('is offered for what the run has, and can be read back from text', () => {
    expect(breakpointValues(log, 'verb')).toContain('create');
    expect(breakpointValues(log, 'component')).toContain('kube-scheduler');
    const text = 'component:node-1/kubelet,verb:create,nonsense,fact:PodBound';
    expect(readBreakpoints(text).map(breakpointText).join(',')).toBe(
      'component:node-1/kubelet,verb:create,fact:PodBound',
    );
  });
});

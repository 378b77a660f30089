import { describe, expect, it } from 'vitest';
import type { FactDraft } from '#trace/facts';
import { commit, evidenceOf, pod } from '../facts.fixture.ts';
import { noPodIsBoundTwice, ordinalsLiveOnce, quotaIsNeverExceeded } from './pods.ts';

const key = (name: string): string => `/registry/pods/default/${name}`;
const later = (version: number) => ({ version, createRevision: 1 });

describe('a Pod', () => {
  const bound = (uid: string, nodeName: string) => pod('web', { uid, spec: { nodeName } });

  it('is bound to one node', () => {
    const moved = evidenceOf([
      commit(1, key('web'), pod('web')),
      commit(2, key('web'), bound('web', 'node-1'), later(2)),
      commit(3, key('web'), bound('web', 'node-2'), later(3)),
    ]);
    expect(noPodIsBoundTwice(moved)?.message).toBe(`${key('web')} moved from node-1 to node-2`);
  });

  it('may be on another node than one of the same name before it', () => {
    const other = evidenceOf([
      commit(1, key('web'), bound('a', 'node-1')),
      commit(2, key('web')),
      commit(3, key('web'), bound('b', 'node-2')),
    ]);
    expect(noPodIsBoundTwice(other)).toBeUndefined();
  });
});

describe('an ordinal of a StatefulSet', () => {
  const process = (type: 'ProcessStarted' | 'ProcessExited', node: string): FactDraft => {
    const common = { component: `${node}/containerd`, pod: 'default/db-0', container: 'c', pid: 1 };
    return type === 'ProcessStarted'
      ? { ...common, type, argv: [], namespaces: {} }
      : { ...common, type, exitCode: 0, signal: '' };
  };
  const made = commit(1, key('db-0'), pod('db-0', { owner: 'StatefulSet' }));

  it('starts elsewhere only after it has ended here', () => {
    const started = process('ProcessStarted', 'node-1');
    const elsewhere = process('ProcessStarted', 'node-2');
    const ended = process('ProcessExited', 'node-1');
    expect(ordinalsLiveOnce(evidenceOf([made, started, ended, elsewhere]))).toBeUndefined();
    expect(ordinalsLiveOnce(evidenceOf([made, started, elsewhere]))?.message).toBe(
      'default/db-0 starts under node-2/containerd and still lives under node-1/containerd',
    );
  });
});

describe('a quota', () => {
  const quota = {
    metadata: { name: 'quota', namespace: 'default' },
    status: { hard: { pods: '1' } },
  };
  const inForce = commit(1, '/registry/resourcequotas/default/quota', quota);

  it('lets no more Pods in than it says', () => {
    const one = commit(2, key('a'), pod('a'));
    const two = commit(3, key('b'), pod('b'));
    expect(quotaIsNeverExceeded(evidenceOf([inForce, one]))).toBeUndefined();
    expect(quotaIsNeverExceeded(evidenceOf([inForce, one, two]))?.message).toBe(
      `${key('b')} is Pod 2 of at most 1`,
    );
  });

  it('may be passed when its controller took a charge back too early', () => {
    const used = (pods: string) => ({ ...quota, status: { hard: { pods: '1' }, used: { pods } } });
    const charge = (revision: number, count: string) =>
      commit(revision, '/registry/resourcequotas/default/quota', used(count), later(revision));
    const first = [charge(1, '1'), commit(2, key('a'), pod('a'))];
    const second = [charge(4, '1'), commit(5, key('b'), pod('b'))];
    const early = evidenceOf([...first, charge(3, '0'), ...second]);
    expect(quotaIsNeverExceeded(early)).toBeUndefined();
    expect(quotaIsNeverExceeded(evidenceOf([...first, ...second]))?.message).toContain('Pod 2');
  });

  it('no longer counts a Pod that has ended', () => {
    const over = { ...pod('a'), status: { phase: 'Succeeded' } };
    const facts = [inForce, commit(2, key('a'), over), commit(3, key('b'), pod('b'))];
    expect(quotaIsNeverExceeded(evidenceOf(facts))).toBeUndefined();
  });
});

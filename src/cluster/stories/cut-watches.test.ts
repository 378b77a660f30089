/** Watches that end at any revision, and etcd's compaction of what they still needed. */
import { describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { clusterOf } from '#scenarios/clusters';
import { readHostAction } from '#trace/host-words';
import { allParts } from '../parts/all-parts.ts';
import { ClusterSimulation } from '../run/cluster-simulation.ts';

function start() {
  const simulation = new ClusterSimulation(clusterOf(2), 1, allParts);
  simulation.sim.run(seconds(40));
  const kubectl = (line: string): string => {
    const done = simulation.runCommand({ argv: splitWords(line), user: 'admin' }, seconds(100));
    return (done?.stdout ?? '') + (done?.stderr ?? '');
  };
  return {
    facts: simulation.tracer.facts,
    kubectl,
    wait: (time: number) => simulation.sim.run(simulation.sim.now + seconds(time)),
    host: (action: string) => simulation.hostAction(readHostAction(action)),
    revision: () => Number(kubectl('get pods -o jsonpath={.metadata.resourceVersion}')),
  };
}

const done = { ok: true, value: '' };

describe('a watch that is cut', () => {
  it('at a revision hears of all before it, begins again there, and misses nothing', () => {
    const { kubectl, host, wait, facts, revision } = start();
    const cut = revision() + 6;
    expect(host(`cut_watch kcm pods ${cut}`)).toEqual(done);
    kubectl('create deployment web --image=nginx --replicas=4');
    wait(30);
    const ready = kubectl('get deployment web -o jsonpath={.status.readyReplicas}');
    expect(ready).toBe('4');
    const again = facts.filter(
      (fact) =>
        fact.type === 'RequestSent' &&
        fact.component.startsWith('kube-controller-manager') &&
        fact.ref.resource === 'pods' &&
        fact.url.includes('watch=true') &&
        !fact.url.includes('sendInitialEvents'),
    );
    expect(again).toHaveLength(1);
  });

  it('must be open', () => {
    const { host } = start();
    expect(host('cut_watch kcm pods 0')).toEqual(done);
    expect(host('cut_watch scheduler gizmos 0')).toEqual({
      ok: false,
      error: 'scheduler has no open watch of gizmos',
    });
    expect(host('cut_watch kcm pods')).toEqual({
      ok: false,
      error: 'usage: cut_watch NAME RESOURCE REVISION',
    });
  });
});

describe('a compaction', () => {
  it('is refused in etcd’s words when the revision is gone or still to come', () => {
    const { host, wait } = start();
    expect(host('compact_etcd 100')).toEqual(done);
    wait(1);
    expect(host('compact_etcd 50')).toMatchObject({ error: /has been compacted$/ });
    expect(host('compact_etcd 1000000')).toMatchObject({ error: /is a future revision$/ });
  });

  it('makes a list at an old revision fail: its client must begin anew', () => {
    const { kubectl, host, wait } = start();
    const list = (rv: string) =>
      kubectl(`get --raw /api/v1/pods?limit=1&resourceVersion=${rv}&resourceVersionMatch=Exact`);
    expect(list('100')).toContain('PodList');
    host('compact_etcd 0');
    wait(1);
    expect(list('100')).toContain('The resourceVersion for the provided list is too old.');
  });
});

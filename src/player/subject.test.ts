import { expect, it } from 'vitest';
import type { Fact } from '#trace/facts';
import { emptyScene } from './scene.ts';
import { subjectAt } from './subject.ts';
import { TraceLog } from './trace-log.ts';

function subjectOf(fact: object): string | undefined {
  const log = new TraceLog();
  log.append([{ id: 1, at: 0, cause: 0, ...fact } as Fact]);
  return subjectAt(log, { ...emptyScene, cursor: 1 });
}

it('is read from the key that is written', () => {
  const write = { type: 'TxnCommitted', op: 'put', key: '/registry/pods/default/a', revision: 7 };
  expect(subjectOf({ ...write, component: 'etcd' })).toBe('pods/default/a');
});

it('is the object that a controller syncs', () => {
  const component = 'kube-controller-manager/deployment-controller';
  const sync = { type: 'SyncStarted', component, key: 'default/web' };
  expect(subjectOf(sync)).toBe('deployments/default/web');
});

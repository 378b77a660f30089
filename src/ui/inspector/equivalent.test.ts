import { describe, expect, it } from 'vitest';
import { createDeploymentFacts } from '#player/create-deployment.fixture';
import type { Fact } from '#trace/facts';
import { equivalentOf } from './equivalent.ts';

const facts = createDeploymentFacts();
const request = (method: string, url: string): Fact => {
  const found = facts.find(
    (fact) =>
      fact.type === 'RequestSent' && fact.method === method && url === fact.url.split('?')[0],
  );
  if (found === undefined) throw new Error(`no ${method} ${url}`);
  return found;
};

describe('the equivalent kubectl command', () => {
  it('is the typed command, where there is one', () => {
    const typed = facts.find(({ type }) => type === 'CommandEntered')!;
    expect(equivalentOf(typed, [], undefined)).toMatch(/^kubectl create deployment nginx/);
  });

  it('goes to the same URL as a controller’s write', () => {
    const sent = request('POST', '/apis/apps/v1/namespaces/default/replicasets');
    expect(equivalentOf(sent, [sent], undefined)).toBe(
      "kubectl create --raw '/apis/apps/v1/namespaces/default/replicasets' -f object.json",
    );
  });

  it('is the typed command for what the API server passes on to a kubelet', () => {
    const fact = request('POST', '/apis/apps/v1/namespaces/default/replicasets');
    const url = '/exec/default/nginx/nginx?command=ls';
    const sent = { ...fact, component: 'kube-apiserver', url } as Fact;
    expect(equivalentOf(sent, [sent], undefined, 'kubectl exec nginx -- ls')).toBe(
      'kubectl exec nginx -- ls',
    );
  });

  it('shows a stored object', () => {
    const written = facts.find(({ type }) => type === 'TxnCommitted')!;
    const key = '/registry/services/specs/default/kubernetes';
    const subject = { key, stored: undefined, object: undefined };
    expect(equivalentOf(written, [], subject)).toBe(
      'kubectl get services kubernetes -n default -o yaml',
    );
    expect(equivalentOf(written, [], { ...subject, key: '/registry/minions/node-1' })).toBe(
      'kubectl get nodes node-1 -o yaml',
    );
  });
});

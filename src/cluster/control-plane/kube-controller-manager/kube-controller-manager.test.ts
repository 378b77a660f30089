import { describe, expect, it } from 'vitest';
import { parseRfc3339, rfc3339Micro, second } from '#base/sim-time';
import { deployments, events, leases, serviceAccounts } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from './control-plane.fixture.ts';
import { deployment } from './deployment/deployment.fixture.ts';

const manager = 'kube-controller-manager';

describe('the process', () => {
  it('leads by a Lease that it renews every two seconds, and says so in an event', () => {
    const test = new TestControlPlane();
    const [lease] = test
      .list(leases, 'kube-system')
      .filter(({ metadata }) => metadata.name === manager) as { spec: { renewTime: string } }[];
    const renewed = parseRfc3339(lease?.spec.renewTime ?? '') ?? 0;
    expect(test.sim.now - renewed).toBeLessThan(2.1 * second);
    const messages = test
      .list(events, 'kube-system')
      .map((one) => (one as { message?: string }).message);
    expect(messages.some((text) => text?.endsWith('became leader'))).toBe(true);
  });

  it('acts as the service account of each controller, made when it was missing', () => {
    const test = new TestControlPlane();
    test.create(deployments, deployment(1));
    test.run(second);
    const sent = test.tracer.facts.find(
      (fact) => fact.type === 'RequestSent' && fact.url.endsWith('/replicasets'),
    );
    const account = 'system:serviceaccount:kube-system:deployment-controller';
    expect(sent).toMatchObject({
      user: account,
      userAgent: `${manager}/v1.36.3 (linux/amd64) kubernetes/0000000/${account}`,
    });
    const names = test.list(serviceAccounts, 'kube-system').map(({ metadata }) => metadata.name);
    expect(names).toContain('generic-garbage-collector');
  });

  it('ends, with all its controllers, ten seconds after another process took its lease', () => {
    const test = new TestControlPlane();
    for (let n = 0; n < 7; n++) {
      const renewTime = rfc3339Micro(test.sim.now);
      const spec = { holderIdentity: 'another', renewTime };
      test.patch(leases, manager, { spec }, '', 'kube-system');
      test.run(2 * second);
    }
    expect(test.managerGroup.size).toBe(0);
    const stopped = test.tracer.facts.filter(({ type }) => type === 'ComponentStopped');
    expect(stopped).toMatchObject([{ component: manager, reason: 'leaderelection lost' }]);
  });
});

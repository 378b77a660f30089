import { beforeAll, describe, expect, it } from 'vitest';
import { messageOf } from '../../api.test.fixture.ts';
import { RegistryFixture } from '../../registry/registry.test.fixture.ts';
import { AdmissionBed, podOf } from '../admission-bed.fixture.ts';

const level = (mode: string) => ({
  labels: { [`pod-security.kubernetes.io/${mode}`]: 'restricted' },
});
const violations =
  'allowPrivilegeEscalation != false (container "a" must set ' +
  'securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container ' +
  '"a" must set securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod or ' +
  'container "a" must set securityContext.runAsNonRoot=true), seccompProfile (pod or ' +
  'container "a" must set securityContext.seccompProfile.type to "RuntimeDefault" or ' +
  '"Localhost")';
const strict = {
  securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
  containers: [
    {
      name: 'a',
      image: 'nginx',
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
    },
  ],
};

describe('PodSecurity', () => {
  let bed: AdmissionBed;
  const into = (namespace: string, spec: object = {}) => bed.send(podOf('x', spec, { namespace }));

  beforeAll(() => {
    bed = new AdmissionBed();
    for (const mode of ['enforce', 'warn', 'audit']) bed.namespace(mode, level(mode));
  });

  it('lets every pod into a namespace without a level, which is privileged', () => {
    const fixture = new RegistryFixture();
    const free = podOf('free', { hostNetwork: true });
    expect(fixture.create(free).ok).toBe(true);
    expect(fixture.annotations).toEqual({
      'pod-security.kubernetes.io/enforce-policy': 'privileged:latest',
    });
  });

  it('refuses what breaks the enforced level, with all that is wrong', () => {
    const refused = into('enforce');
    expect([refused.code, messageOf(refused)]).toEqual([
      403,
      `pods "x" is forbidden: violates PodSecurity "restricted:latest": ${violations}`,
    ]);
    expect(into('enforce', strict).code).toBe(201);
  });

  it('warns of what breaks the level of warnings, and lets it in', () => {
    const answer = into('warn');
    expect(answer.code).toBe(201);
    expect(answer.headers['warning']).toMatch(
      /^299 - "would violate PodSecurity \\"restricted:latest/,
    );
  });

  it('notes what breaks the level of the audit in the audit log alone', () => {
    const answer = into('audit');
    expect([answer.code, answer.headers['warning']]).toEqual([201, undefined]);
    const logged = bed.api.tracer.facts.findLast((fact) => fact.type === 'AuditEventLogged');
    expect(logged?.annotations).toMatchObject({
      'pod-security.kubernetes.io/audit-violations': `would violate PodSecurity "restricted:latest": ${violations}`,
    });
  });

  it('never refuses a Deployment, whose pods will be refused', () => {
    const labels = { app: 'web' };
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace: 'enforce' },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: podOf('').spec },
      },
    };
    expect(bed.send(deployment).code).toBe(201);
  });

  it('does not judge a pod again for a change that is no matter of security', () => {
    bed.namespace('late');
    into('late');
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'late' } };
    bed.change(namespace, { metadata: level('enforce') });
    const pod = podOf('x', {}, { namespace: 'late' });
    expect(bed.change(pod, { metadata: { labels: { a: 'b' } } }).code).toBe(200);
    const image = [{ op: 'replace', path: '/spec/containers/0/image', value: 'nginx:2' }];
    const path = '/api/v1/namespaces/late/pods/x';
    expect(bed.api.patch(path, 'json-patch+json', image).code).toBe(403);
  });
});

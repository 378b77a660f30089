import { beforeAll, describe, expect, it } from 'vitest';
import { messageOf, objectOf } from '../../api.test.fixture.ts';
import { AdmissionBed, podOf, specOf } from '../admission-bed.fixture.ts';

const runtimeClass = (name: string, more: object = {}) => ({
  apiVersion: 'node.k8s.io/v1',
  kind: 'RuntimeClass',
  metadata: { name },
  handler: 'runc',
  ...more,
});
const toleration = { key: 'sandbox', operator: 'Exists', effect: 'NoSchedule' };

describe('RuntimeClass', () => {
  let bed: AdmissionBed;
  const runtimeClassName = 'sandboxed';

  beforeAll(() => {
    bed = new AdmissionBed();
    const scheduling = { nodeSelector: { sandbox: 'yes' }, tolerations: [toleration] };
    bed.send(runtimeClass('sandboxed', { overhead: { podFixed: { cpu: '100m' } }, scheduling }));
    bed.send(runtimeClass('plain'));
  });

  it('adds its overhead and node selector to the pod', () => {
    const body = objectOf(bed.send(podOf('fine', { runtimeClassName })));
    expect(body).toMatchObject({
      spec: { overhead: { cpu: '100m' }, nodeSelector: { sandbox: 'yes' } },
    });
  });

  it('adds its tolerations to those of the pod', () => {
    const own = { key: 'own', operator: 'Exists' };
    const spec = specOf(bed.send(podOf('both', { runtimeClassName, tolerations: [own] })));
    const { tolerations } = spec as { readonly tolerations: readonly object[] };
    expect(tolerations).toContainEqual(own);
    expect(tolerations).toContainEqual(toleration);
  });

  it('adds nothing where it only names a handler', () => {
    const spec = specOf(bed.send(podOf('plain', { runtimeClassName: 'plain' })));
    expect(spec).not.toHaveProperty('overhead');
    expect(spec).not.toHaveProperty('nodeSelector');
  });

  it.each([
    [
      { runtimeClassName, overhead: { cpu: '1' } },
      "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead",
    ],
    [
      { overhead: { cpu: '1' } },
      'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead',
    ],
    [
      { runtimeClassName, nodeSelector: { sandbox: 'no' } },
      'conflict: runtimeClass.scheduling.nodeSelector[sandbox] = yes; pod.spec.nodeSelector[sandbox] = no',
    ],
    [{ runtimeClassName: 'nope' }, 'pod rejected: RuntimeClass "nope" not found'],
  ])('refuses what contradicts it: %j', (spec, detail) => {
    const answer = bed.send(podOf('wrong', spec));
    expect([answer.code, messageOf(answer)]).toEqual([403, `pods "wrong" is forbidden: ${detail}`]);
  });
});

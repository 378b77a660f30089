import { describe, expect, it } from 'vitest';
import { decodeObject, strictErrors } from './decode.ts';
import { duplicateFieldErrors } from './duplicate-fields.ts';

const pod = (spec: object) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'x' },
  spec: JSON.parse(JSON.stringify(spec)),
});

const errorOf = (body: object): string => {
  const decoded = decodeObject(JSON.parse(JSON.stringify(body)));
  return decoded.ok ? 'no error' : decoded.error;
};

describe('decoding', () => {
  it('names unknown fields with their path', () => {
    expect(
      strictErrors(pod({ containers: [{ name: 'a', image: 'nginx', imagee: 'typo' }] })),
    ).toEqual(['unknown field "spec.containers[0].imagee"']);
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      replica: 1,
      spec: { replica: 3 },
    };
    expect(strictErrors(deployment)).toEqual([
      'unknown field "replica"',
      'unknown field "spec.replica"',
    ]);
  });

  it('says which Go field a value of the wrong type was for', () => {
    const labels = { app: true };
    const spec = { template: { metadata: { labels } } };
    expect(errorOf({ apiVersion: 'apps/v1', kind: 'Deployment', spec })).toBe(
      'json: cannot unmarshal bool into Go struct field' +
        ' ObjectMeta.spec.template.metadata.labels of type string',
    );
    expect(
      errorOf({ apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas: 'three' } }),
    ).toBe(
      'json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas' +
        ' of type int32',
    );
    expect(errorOf(pod({ containers: {} }))).toBe(
      'json: cannot unmarshal object into Go struct field PodSpec.spec.containers' +
        ' of type []v1.Container',
    );
    expect(errorOf(pod({ volumes: [{ name: 'a', configMap: 'cm' }] }))).toBe(
      'json: cannot unmarshal string into Go struct field' +
        ' Volume.spec.volumes.VolumeSource.configMap of type v1.ConfigMapVolumeSource',
    );
    expect(errorOf(pod({ containers: [{ resources: { limits: { cpu: 'lots' } } }] }))).toMatch(
      /^quantities must match the regular expression/,
    );
  });

  it('writes an object back as the Go types would', () => {
    const decoded = decodeObject(
      pod({
        restartPolicy: '',
        nodeName: null,
        containers: [
          {
            image: 'nginx',
            name: 'a',
            ports: [],
            env: [{ value: '', name: 'EMPTY' }],
            resources: { limits: { cpu: 0.5, memory: '1024Mi' } },
          },
        ],
      }),
    );
    expect(decoded.ok && JSON.stringify(decoded.value.object)).toBe(
      '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"x"},"spec":{"containers":[{"name":"a",' +
        '"image":"nginx","env":[{"name":"EMPTY"}],' +
        '"resources":{"limits":{"cpu":"500m","memory":"1Gi"}}}]},"status":{}}',
    );
  });

  it('keeps a pointer to zero, and gives times that are not set as null', () => {
    const spec = { replicas: 0, selector: {}, template: {} };
    const decoded = decodeObject({ apiVersion: 'apps/v1', kind: 'Deployment', spec });
    expect(decoded.ok && decoded.value.object['spec']).toMatchObject({ replicas: 0, strategy: {} });
    const conditions = [{ type: 'Ready', status: 'True' }];
    const status = decodeObject({ apiVersion: 'v1', kind: 'Pod', status: { conditions } });
    expect(status.ok && status.value.object['status']).toEqual({
      conditions: [
        { type: 'Ready', status: 'True', lastProbeTime: null, lastTransitionTime: null },
      ],
    });
  });

  it('keeps a time in UTC and whole seconds, a MicroTime with microseconds', () => {
    const metadata = { name: 'x', creationTimestamp: '2026-01-01T02:00:05.250+02:00' };
    const spec = { renewTime: '2026-01-01T00:00:05.25Z' };
    const decoded = decodeObject({
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata,
      spec,
    });
    expect(decoded.ok && decoded.value.object).toMatchObject({
      metadata: { creationTimestamp: '2026-01-01T00:00:05Z' },
      spec: { renewTime: '2026-01-01T00:00:05.250000Z' },
    });
  });

  it('finds members that a text gives twice', () => {
    expect(
      duplicateFieldErrors('{"a":1,"b":{"c":[{"d":"x","d":"{"},{"d":2}]},"a":2,"a":3}'),
    ).toEqual(['duplicate field "b.c[0].d"', 'duplicate field "a"']);
  });
});

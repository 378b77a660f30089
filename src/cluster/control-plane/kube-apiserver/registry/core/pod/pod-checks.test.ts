/** Refused pods, with the messages of kube-apiserver v1.36.3. */
import { describe, expect, it } from 'vitest';
import type { Container, PodSpec } from '#k8s.io/api/core/v1';
import { defaultPodSpec } from '#k8s.io/api/defaults/pod';
import { fieldErrorMessage } from '#k8s.io/apimachinery/field-error';
import { validatePodSpec } from './pod-spec-validation.ts';

const plain: Container = { name: 'a', image: 'i' };

function refusals(spec: object): readonly string[] {
  const whole = defaultPodSpec({ containers: [plain], ...spec } as PodSpec);
  return validatePodSpec(whole, 'spec').map(fieldErrorMessage);
}

const container = (part: object) => ({ containers: [{ ...plain, ...part }] });
const variable = (valueFrom: object) => container({ env: [{ name: 'A', valueFrom }] });
const volume = (source: object) => ({ volumes: [{ name: 'v', ...source }] });

const cases: readonly (readonly [spec: object, ...texts: readonly string[]])[] = [
  [
    container({
      restartPolicyRules: [{ action: 'Stop', exitCodes: { operator: 'Is', values: [1] } }],
    }),
    'spec.containers[0].restartPolicy: Required value: must specify restartPolicy when restart ' +
      'rules are used',
    'spec.containers[0].restartPolicyRules[0].action: Unsupported value: "Stop": supported ' +
      'values: "Restart", "RestartAllContainers"',
    'spec.containers[0].restartPolicyRules[0].exitCodes.operator: Unsupported value: "Is": ' +
      'supported values: "In", "NotIn"',
  ],
  [
    {
      ...container({ resources: { requests: { cpu: '2' }, limits: { memory: '2Gi' } } }),
      resources: { requests: { cpu: '1' }, limits: { memory: '1Gi' } },
    },
    'spec.resources.requests[cpu]: Invalid value: "1": must be greater than or equal to ' +
      'aggregate container requests of 2',
    'spec.resources.containers[0][memory].limits: Invalid value: "2Gi": must be less than or ' +
      'equal to pod limits of 1Gi',
  ],
  [
    container({
      ports: [
        { containerPort: 80, hostPort: 80 },
        { containerPort: 81, hostPort: 80 },
      ],
    }),
    'spec.containers[0].ports[1].hostPort: Duplicate value: "TCP//80"',
  ],
  [
    variable({ fieldRef: { fieldPath: 'metadata.foo' } }),
    'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Invalid value: "metadata.foo": error ' +
      'converting fieldPath: field label not supported: metadata.foo',
  ],
  [
    variable({ configMapKeyRef: { name: 'x', key: '' } }),
    'spec.containers[0].env[0].valueFrom.configMapKeyRef.key: Required value',
  ],
  [
    variable({ resourceFieldRef: { resource: 'limits.foo' } }),
    'spec.containers[0].env[0].valueFrom.resourceFieldRef.resource: Unsupported value: ' +
      '"limits.foo": supported values: "limits.cpu", "limits.ephemeral-storage", ' +
      '"limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"',
  ],
  [
    container({ envFrom: [{}] }),
    'spec.containers[0].envFrom: Invalid value: "": must specify one of: `configMapRef` or `secretRef`',
  ],
  [
    {
      ...container({ volumeMounts: [{ name: 'v', mountPath: '/x', subPath: '../y' }] }),
      ...volume({}),
    },
    'spec.containers[0].volumeMounts.subPath: Invalid value: "../y": must not contain \'..\'',
  ],
  [
    volume({ emptyDir: {}, hostPath: { path: '/x' } }),
    'spec.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type',
  ],
  [
    volume({ downwardAPI: { items: [{ path: 'x' }] } }),
    'spec.volumes[0].downwardAPI: Required value: one of fieldRef and resourceFieldRef is required',
  ],
  [
    volume({ projected: { sources: [{ secret: { name: 'a' }, configMap: { name: 'b' } }] } }),
    'spec.volumes[0].projected.sources[0]: Forbidden: may not specify more than 1 volume type per source',
  ],
  [
    { restartPolicy: 'Foo', dnsPolicy: 'None' },
    'spec.restartPolicy: Unsupported value: "Foo": supported values: "Always", "OnFailure", "Never"',
    'spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None',
  ],
  [
    { tolerations: [{ key: 'a', operator: 'Exists', value: 'b', effect: 'Foo' }] },
    'spec.tolerations[0].operator: Invalid value: "b": value must be empty when `operator` is \'Exists\'',
    'spec.tolerations[0].effect: Unsupported value: "Foo": supported values: "NoSchedule", ' +
      '"PreferNoSchedule", "NoExecute"',
  ],
  [
    { initContainers: [{ name: 'b', image: 'i', livenessProbe: { exec: { command: ['x'] } } }] },
    'spec.initContainers[0].livenessProbe: Forbidden: may not be set for init containers without ' +
      'restartPolicy=Always',
  ],
  [
    container({ lifecycle: { preStop: { sleep: { seconds: -1 } } } }),
    'spec.containers[0].lifecycle.preStop.sleep: Invalid value: -1: must be non-negative and less ' +
      'than terminationGracePeriodSeconds (30)',
  ],
  [
    container({ resources: { requests: { 'hugepages-2Mi': '4Mi' } } }),
    'spec.containers[0].resources.limits: Required value: Limit must be set for non overcommitable resources',
    'spec.containers[0].resources: Forbidden: HugePages require cpu or memory',
  ],
  [
    container({ resources: { limits: { 'a.b/c': '1' }, requests: { 'a.b/c': '2' } } }),
    'spec.containers[0].resources.requests: Invalid value: "2": must be equal to a.b/c limit of 1',
  ],
  [
    { resourceClaims: [{ name: 'a' }] },
    'spec.resourceClaims[0]: Invalid value: {"Name":"a","ResourceClaimName":null,' +
      '"ResourceClaimTemplateName":null}: must specify one of: `resourceClaimName`, ' +
      '`resourceClaimTemplateName`',
  ],
];

describe('a pod', () => {
  it.each(cases.map(([spec, ...texts]) => ({ spec, texts })))('$spec is refused', (refused) => {
    expect(refusals(refused.spec)).toEqual(refused.texts);
  });

  it('may have a negative grace, which is warned about', () => {
    expect(refusals({ terminationGracePeriodSeconds: -1 })).toEqual([]);
  });
});

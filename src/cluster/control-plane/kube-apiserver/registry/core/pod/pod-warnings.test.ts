import { describe, expect, it } from 'vitest';
import type { PodSpec } from '#k8s.io/api/core/v1';
import { podNameWarnings, podWarnings } from './pod-warnings.ts';

const spec: PodSpec = {
  nodeSelector: { 'beta.kubernetes.io/os': 'linux', foo: 'bar' },
  hostAliases: [{ ip: '1.2.3.4' }, { ip: '1.2.3.4' }],
  imagePullSecrets: [{ name: 'x' }, { name: 'x' }, { name: '' }],
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: 'failure-domain.beta.kubernetes.io/zone',
      whenUnsatisfiable: 'ScheduleAnyway',
    },
  ],
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'kubernetes.io/hostname' }],
    },
  },
  volumes: [
    {
      name: 'v',
      configMap: {
        name: 'cm',
        items: [
          { key: 'a', path: 'x' },
          { key: 'b', path: 'x/y' },
        ],
      },
    },
  ],
  containers: [
    {
      name: 'a',
      image: 'i',
      env: [
        { name: 'A', value: '1' },
        { name: 'A', value: '2' },
        { name: 'A', value: '$(A)3' },
      ],
      ports: [
        { containerPort: 80, name: 'web' },
        { containerPort: 80, name: 'web2' },
      ],
      resources: { limits: { memory: '128m' } },
    },
    {
      name: 'b',
      image: 'i',
      ports: [
        { containerPort: 80, name: 'web' },
        { containerPort: 81, hostIP: '1.1.1.1' },
      ],
    },
  ],
};

/** The answer of kube-apiserver v1.36.3 to the same pod. */
const real = [
  'spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
  'spec.topologySpreadConstraints[0].topologyKey: failure-domain.beta.kubernetes.io/zone is ' +
    'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  'spec.topologySpreadConstraints[0].labelSelector: a null labelSelector results in matching no pod',
  'metadata.annotations[scheduler.alpha.kubernetes.io/critical-pod]: non-functional in v1.16+; ' +
    'use the "priorityClassName" field instead',
  'volume "v" (ConfigMap "cm"): overlapping paths: "x/y" with "x"',
  'spec.hostAliases[1].ip: duplicate ip "1.2.3.4"',
  'spec.imagePullSecrets[1].name: duplicate name "x"',
  'spec.imagePullSecrets[2].name: invalid empty name ""',
  'spec.containers[0].resources.limits[memory]: fractional byte value "128m" is invalid, must be ' +
    'an integer',
  'spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using ' +
    'apply',
  'spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]',
  'spec.containers[1].ports[0]: duplicate port definition with spec.containers[0].ports[0]',
  'spec.containers[1].ports[0]: duplicate port definition with spec.containers[0].ports[1]',
  'spec.containers[1].ports[1]: hostIP set without hostPort: {Name: HostPort:0 ContainerPort:81 ' +
    'Protocol:TCP HostIP:1.1.1.1}',
  'spec.containers[1].ports[0]: duplicate port name "web" with spec.containers[0].ports[0], ' +
    'services and probes that select ports by name will use spec.containers[0].ports[0]',
  'spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector: ' +
    'a null labelSelector results in matching no pod',
];

describe('a pod that is taken although something is odd', () => {
  it('comes with the warnings of the real server', () => {
    const annotations = { 'scheduler.alpha.kubernetes.io/critical-pod': '' };
    expect(podWarnings(spec, { annotations })).toEqual(real);
  });

  it('is told where it stands in a workload', () => {
    const bad: PodSpec = {
      terminationGracePeriodSeconds: -1,
      containers: [{ name: 'a', image: 'i', resources: { requests: { memory: '0.5' } } }],
    };
    expect(podWarnings(bad, {}, 'spec.template')).toEqual([
      'spec.template.spec.containers[0].resources.requests[memory]: fractional byte value "500m" ' +
        'is invalid, must be an integer',
      'spec.template.spec.terminationGracePeriodSeconds: must be >= 0; negative values are ' +
        'invalid and will be treated as 1',
    ]);
  });

  it('is told that its name is no host name', () => {
    expect(podNameWarnings('w.one', "the Pod's hostname")).toEqual([
      "metadata.name: this is used in the Pod's hostname, which can result in surprising " +
        'behavior; a DNS label is recommended: [must not contain dots]',
    ]);
    expect(podNameWarnings('web', 'x')).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Pod, ResourceRequirements } from '#k8s.io/api/core/v1';
import { podOf } from '../pod.fixture.ts';
import { computePodQos, containerOOMScoreAdjust } from './qos.ts';
import { containerResources, milliCpuToShares, podResources } from './resource-config.ts';

const podWith = (resources: ResourceRequirements): Pod =>
  podOf({ containers: [{ name: 'app', resources }] });

const nodeMemory = 24_684_092 * 1024;
const guaranteed = podWith({ limits: { cpu: '200m', memory: '64Mi' } });
const burstable = podWith({ requests: { cpu: '100m', memory: '32Mi' } });
const bestEffort = podWith({});

describe('quality of service', () => {
  it('is Guaranteed with both limits, Burstable with any, BestEffort with none', () => {
    expect(computePodQos(guaranteed)).toBe('Guaranteed');
    expect(computePodQos(burstable)).toBe('Burstable');
    expect(computePodQos(bestEffort)).toBe('BestEffort');
  });

  it('decides who is killed first when memory runs out', () => {
    const score = (pod: Pod) => containerOOMScoreAdjust(pod, pod.spec.containers[0]!, nodeMemory);
    expect([score(guaranteed), score(burstable), score(bestEffort)]).toEqual([-997, 999, 1000]);
  });

  it('becomes the cgroup values that a real kubelet asks for', () => {
    const values = containerResources(guaranteed, guaranteed.spec.containers[0]!, nodeMemory);
    expect(values).toEqual({
      cpuPeriod: 100_000,
      cpuQuota: 20_000,
      cpuShares: 204,
      memoryLimitInBytes: 67_108_864,
      oomScoreAdj: -997,
    });
    expect(milliCpuToShares(0)).toBe(2);
  });

  it('makes a sidecar no earlier victim than the regular containers', () => {
    const requests = (memory: string) => ({ resources: { requests: { memory } } });
    const side = { name: 'side', restartPolicy: 'Always' } as const;
    const pod = podOf({
      initContainers: [side],
      containers: [
        { name: 'a', ...requests('4Gi') },
        { name: 'b', ...requests('2Gi') },
      ],
    });
    expect(containerOOMScoreAdjust(pod, side, nodeMemory)).toBe(916);
  });

  it('divides what the pod as a whole asks for among its containers', () => {
    const pod = podOf({
      resources: { requests: { memory: '6Gi' } },
      containers: [{ name: 'a', resources: { requests: { memory: '2Gi' } } }, { name: 'b' }],
    });
    const score = (at: number) =>
      containerOOMScoreAdjust(pod, pod.spec.containers[at]!, nodeMemory);
    expect([score(0), score(1)]).toEqual([831, 916]);
  });

  it('gives a container without limits those of the pod', () => {
    const pod = podOf({
      resources: { limits: { cpu: '500m', memory: '128Mi' } },
      containers: [{ name: 'a', resources: { requests: { cpu: '100m' } } }, { name: 'b' }],
    });
    const [a, b] = pod.spec.containers.map((one) => containerResources(pod, one, nodeMemory));
    expect(a).toMatchObject({
      cpuShares: 102,
      cpuQuota: 50_000,
      memoryLimitInBytes: 134_217_728,
    });
    expect(b).toMatchObject({ cpuShares: 512, cpuQuota: 50_000 });
  });

  it('adds the overhead of the runtime to the limits of the pod', () => {
    const pod = podOf({
      overhead: { cpu: '50m', memory: '16Mi' },
      containers: [{ name: 'a', resources: { limits: { cpu: '100m', memory: '32Mi' } } }],
    });
    expect(podResources(pod)).toMatchObject({ cpuQuota: 15_000, memoryLimitInBytes: 50_331_648 });
  });
});

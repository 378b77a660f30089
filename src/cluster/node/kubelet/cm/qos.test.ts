import { describe, expect, it } from 'vitest';
import type { Pod, ResourceRequirements } from '#k8s.io/api/core/v1';
import { podOf } from '../pod.fixture.ts';
import { computePodQos, containerOOMScoreAdjust } from './qos.ts';
import { containerResources, milliCpuToShares } from './resource-config.ts';

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
});

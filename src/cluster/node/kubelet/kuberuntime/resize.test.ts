import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';
import type { ContainerStatus, LinuxContainerResources } from '#k8s.io/cri-api/runtime';
import { type ResizedContainer, resizeSteps } from './resize.ts';

const resized = (
  id: string,
  before: LinuxContainerResources,
  wanted: LinuxContainerResources,
  requests = ['1Mi', '1Mi'],
): ResizedContainer => ({
  container: { name: id, resources: { requests: { memory: requests[1] as string } } },
  current: { id, resources: before } as ContainerStatus,
  wanted,
  actuated: { requests: { memory: requests[0] as string } },
});

const cpu = (cpuShares: number, cpuQuota: number) => ({ cpuShares, cpuQuota });

describe('a resize', () => {
  it('gives a pod that grows its limit, then its shares, then the container', () => {
    const steps = resizeSteps(cpu(102, 10_000), cpu(204, 20_000), [
      resized('a', cpu(102, 10_000), cpu(204, 20_000)),
    ]);
    expect(steps).toEqual([
      { kind: 'pod', resources: { cpuQuota: 20_000 } },
      { kind: 'pod', resources: { cpuShares: 204 } },
      { kind: 'container', id: 'a', resources: cpu(204, 20_000) },
    ]);
  });

  it('takes from a pod that shrinks after its container, shares before the limit', () => {
    const steps = resizeSteps(cpu(204, 20_000), cpu(102, 10_000), [
      resized('a', cpu(204, 20_000), cpu(102, 10_000)),
    ]);
    expect(steps.map((step) => (step.kind === 'pod' ? step.resources : step.id))).toEqual([
      'a',
      { cpuShares: 102 },
      { cpuQuota: 10_000 },
    ]);
  });

  it('changes memory before CPU, each in a call of its own', () => {
    const memory = (memoryLimitInBytes: number) => ({ memoryLimitInBytes });
    const steps = resizeSteps({ cpuShares: 2, cpuQuota: -1 }, { cpuShares: 2 }, [
      resized('a', { ...cpu(10, 1000), ...memory(1) }, { ...cpu(20, 2000), ...memory(2) }),
    ]);
    expect(steps).toEqual([
      { kind: 'container', id: 'a', resources: { ...cpu(10, 1000), ...memory(2) } },
      { kind: 'container', id: 'a', resources: { ...cpu(20, 2000), ...memory(2) } },
    ]);
  });

  it('makes room before it gives room, and tells of a request for memory alone', () => {
    const same = cpu(2, 1000);
    const ids = resizeSteps({}, {}, [
      resized('grows', same, same, ['1Mi', '2Mi']),
      resized('shrinks', same, same, ['2Mi', '1Mi']),
      resized('stays', same, same),
    ]).map((step) => (step.kind === 'container' ? step.id : ''));
    expect(ids).toEqual(['shrinks', 'grows']);
  });
});

describe('a sidecar', () => {
  it('is resized in place, and told of before the other containers', () => {
    const resources = { requests: { cpu: '10m' } };
    const command = ['sleep', '1000'];
    const side = {
      name: 'side',
      image: 'busybox:1.36',
      restartPolicy: 'Always',
      command,
      resources,
    };
    const bed = new NodeBed();
    bed.pod('small', { resources }, { initContainers: [side] });
    bed.wait(4);
    const wish = { initContainers: [{ name: 'side', resources: { requests: { cpu: '20m' } } }] };
    bed.run(`patch pod small --subresource resize -p '${JSON.stringify({ spec: wish })}'`);
    bed.wait(4);
    const [after] = bed.status('small').initContainerStatuses ?? [];
    expect(after?.resources).toEqual({ requests: { cpu: '20m' } });
    expect(after?.restartCount).toBe(0);
    expect(bed.events('ResizeCompleted')).toEqual([
      'Pod resize completed: {"initContainers":[{"name":"side","resources":{"requests":' +
        '{"cpu":"20m"}}}],"containers":[{"name":"app","resources":{"requests":{"cpu":"10m"}}}],' +
        '"generation":2}',
    ]);
  });
});

describe('a pod', () => {
  const bed = new NodeBed();
  const containers = (...cpus: readonly [string, string]) =>
    cpus.map((cpu, index) => {
      const amounts = { cpu, memory: `${35 + index}Mi` };
      const resources = { limits: amounts, requests: amounts };
      return { name: `c${index}`, image: 'busybox:1.36', command: ['sleep', '1000'], resources };
    });
  const resize = (...cpus: readonly [string, string]): void => {
    const spec = { containers: containers(...cpus) };
    bed.run(`patch pod a --subresource resize -p '${JSON.stringify({ spec })}'`);
    bed.wait(3);
  };
  const read = (container: string): string =>
    bed.run(`exec a -c ${container} -- cat /sys/fs/cgroup/cpu.max`);

  it('is given what it had before when it is resized back', () => {
    bed.pod('a', {}, { containers: containers('20m', '22m') });
    bed.wait(8);
    resize('25m', '17m');
    expect([read('c0'), read('c1')]).toEqual(['2500 100000\n', '1700 100000\n']);
    resize('20m', '22m');
    expect([read('c0'), read('c1')]).toEqual(['2000 100000\n', '2200 100000\n']);
  });
});

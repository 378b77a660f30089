/** What a kubelet finds, ends and reports after its machine or the kubelet itself restarts. */

import { describe, expect, it } from 'vitest';
import { defined } from '#base/defined';
import { seconds } from '#base/sim-time';
import { clusterOf } from '#scenarios/clusters';
import { readHostAction } from '#trace/host-words';
import { allParts } from '../parts/all-parts.ts';
import { ClusterSimulation } from '../run/cluster-simulation.ts';

function newBed() {
  const simulation = new ClusterSimulation(clusterOf(1), 3, allParts);
  const { sim, tracer } = simulation;
  sim.run(seconds(25));
  const kubectl = (line: string, stdin?: string): string => {
    const input = defined({ stdin });
    const call = { argv: line.split(' '), user: 'admin', ...input };
    const result = simulation.runCommand(call, seconds(200));
    return `${result?.stdout}${result?.stderr}`;
  };
  return {
    kubectl,
    pod: (name: string, container: object, spec: object = {}): void => {
      const app = { name: 'app', image: 'busybox:1.36', command: ['sleep', '1000'], ...container };
      const all = { nodeName: 'node-1', containers: [app], ...spec };
      const metadata = { name };
      const pod = { apiVersion: 'v1', kind: 'Pod', metadata, spec: all };
      kubectl('apply -f -', JSON.stringify(pod));
    },
    host: (action: string): string => {
      const done = simulation.hostAction(readHostAction(action));
      return done.ok ? done.value : done.error;
    },
    wait: (time: number): void => {
      sim.run(sim.now + seconds(time));
    },
    /** The mutating CRI calls for a pod, from a moment on. */
    calls: (pod: string, from = 0): readonly string[] =>
      tracer.facts.flatMap((fact) =>
        fact.type === 'CriCalled' &&
        fact.at >= from &&
        fact.pod === `default/${pod}` &&
        !/Status$/.test(fact.method)
          ? [fact.method]
          : [],
      ),
    now: () => sim.now,
  };
}

describe('a kubelet that comes back', () => {
  it('ends what runs of pods that were deleted meanwhile', () => {
    const bed = newBed();
    bed.pod('gone', {});
    bed.wait(5);
    bed.host('stop_kubelet 1');
    bed.kubectl('delete pod gone --force --grace-period=0');
    const from = bed.now();
    bed.host('start_kubelet 1');
    bed.wait(15);
    expect(bed.calls('gone', from).slice(0, 3)).toEqual([
      'StopContainer',
      'StopPodSandbox',
      'RemoveContainer',
    ]);
    expect(bed.host('find /sys/fs/cgroup -name pod*')).toBe('');
    const events = 'get events -o custom-columns=R:.reason,M:.message';
    expect(bed.kubectl(events)).toMatch(/Killing +Stopping container app/);
  });

  it('leaves alone what had ended before', () => {
    const bed = newBed();
    bed.pod('done', { command: ['true'] }, { restartPolicy: 'Never' });
    bed.wait(8);
    const from = bed.now();
    bed.host('stop_kubelet 1');
    bed.host('start_kubelet 1');
    bed.wait(8);
    expect(bed.calls('done', from)).not.toContain('RemoveContainer');
    expect(bed.calls('done', from).filter((call) => call === 'StopPodSandbox')).toEqual([]);
    expect(bed.kubectl('get pod done -o jsonpath={.status.phase}')).toBe('Succeeded');
  });
});

describe('a machine that comes back', () => {
  const bed = newBed();
  bed.pod('stays', {});
  bed.pod('fails', {}, { restartPolicy: 'Never' });
  bed.wait(5);
  const bootId = () => bed.kubectl('get node node-1 -o jsonpath={.status.nodeInfo.bootID}');
  const before = bootId();
  const from = bed.now();
  bed.host('reboot_node 1');
  bed.wait(40);

  it('has another boot id, which its kubelet tells', () => {
    expect(bootId()).not.toBe(before);
    const message = `Node node-1 has been rebooted, boot id: ${bootId()}`;
    expect(bed.kubectl('get events')).toContain(message);
  });

  it('stops the dead sandbox before it makes another', () => {
    const [first, second] = bed.calls('stays', from);
    expect([first, second]).toEqual(['StopPodSandbox', 'RunPodSandbox']);
  });

  it('keeps the dead container of a pod that is not started again', () => {
    expect(bed.calls('fails', from)[0]).toBe('StopPodSandbox');
    expect(bed.calls('fails', from)).not.toContain('RemoveContainer');
  });
});

describe('a node', () => {
  it('refuses a pod that wants user namespaces', () => {
    const bed = newBed();
    bed.pod('apart', {}, { hostUsers: false });
    bed.wait(3);
    expect(bed.kubectl('get events')).toContain(
      "Failed to create pod sandbox: can't set `spec.hostUsers: false`," +
        ' runtime does not support user namespaces',
    );
  });

  it('is not ready as soon as its machine is told to go down', () => {
    const bed = newBed();
    bed.host('shutdown_node 1');
    bed.wait(1);
    expect(bed.kubectl('get nodes')).toContain('NotReady');
  });

  it('ends critical pods once the others have ended, and leaves what is done', () => {
    const bed = newBed();
    bed.pod('done', { command: ['true'] }, { restartPolicy: 'Never' });
    bed.pod('plain', {}, { terminationGracePeriodSeconds: 1 });
    bed.pod('vital', {}, { priorityClassName: 'system-node-critical' });
    bed.wait(6);
    bed.host('shutdown_node 1');
    bed.wait(16);
    const phases = 'get pods -o custom-columns=N:.metadata.name,P:.status.phase,R:.status.reason';
    expect(bed.kubectl(phases)).toMatch(
      /done +Succeeded +<none>\nplain +Failed +Terminated\nvital +Failed +Terminated/,
    );
  });

  it('takes a share of its disk as a number of single precision', () => {
    const bed = newBed();
    bed.pod('web', {});
    bed.wait(3);
    bed.host('use_disk 1 91Gi');
    bed.wait(15);
    expect(bed.kubectl('get events')).toContain(
      'The node was low on resource: ephemeral-storage. Threshold quantity: 10737418400, available:',
    );
  });

  it('is reached through the API server by name, with a port or a scheme', () => {
    const bed = newBed();
    const raw = (node: string) => bed.kubectl(`get --raw /api/v1/nodes/${node}/proxy/healthz`);
    expect(raw('node-1:10250')).toBe('ok');
    expect(raw('https:node-1:')).toBe('ok');
    expect(raw('node-1:80')).toContain('connect: connection refused');
    expect(raw('a:b:c:d')).toContain('invalid node request "a:b:c:d"');
  });

  it('tells of its health and its pods', () => {
    const bed = newBed();
    bed.pod('web', {});
    bed.wait(3);
    const raw = (path: string) => bed.kubectl(`get --raw /api/v1/nodes/node-1/proxy/${path}`);
    expect(raw('healthz?verbose')).toBe(
      '[+]ping ok\n[+]log ok\n[+]syncloop ok\nhealthz check passed\n',
    );
    expect(raw('healthz/nothing')).toContain('(NotFound)');
    expect(raw('pods')).toMatch(/^{"kind":"PodList",.*"kubernetes.io\/config.source":"api"/);
    expect(raw('runningpods')).toContain('/runningpods is not served by this kubelet');
  });

  it('weighs its burstable pods by the CPU that they ask for in all', () => {
    const bed = newBed();
    for (const name of ['a', 'b', 'c']) {
      bed.pod(name, { resources: { requests: { cpu: '100m' } } });
    }
    bed.pod('d', { resources: { requests: { memory: '10Mi' } } });
    bed.wait(4);
    const weight = bed.host('cat /sys/fs/cgroup/node-1/kubepods/burstable/cpu.weight').trim();
    // 307 shares.
    expect(weight).toBe(String(1 + Math.floor(((307 - 2) * 9999) / 262142)));
  });

  it('gives a container that a resize restarts its new limits only when it starts', () => {
    const bed = newBed();
    const resizePolicy = [{ resourceName: 'memory', restartPolicy: 'RestartContainer' }];
    bed.pod('web', { resources: { limits: { cpu: '100m', memory: '32Mi' } }, resizePolicy });
    bed.wait(3);
    const from = bed.now();
    const resources = { requests: { memory: '64Mi' }, limits: { memory: '64Mi' } };
    const patch = JSON.stringify({ spec: { containers: [{ name: 'app', resources }] } });
    bed.kubectl(`patch pod web --subresource resize -p ${patch}`);
    bed.wait(38);
    expect(bed.calls('web', from).slice(0, 4)).toEqual([
      'StopContainer',
      'UpdatePodSandboxResources',
      'CreateContainer',
      'StartContainer',
    ]);
  });
});

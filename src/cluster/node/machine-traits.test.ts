/** What depends on the machine: control groups of either version, its clock, devices, features. */

import { describe, expect, it } from 'vitest';
import { readHostAction } from '#trace/host-words';
import { NodeBed } from './node-bed.fixture.ts';

const limits = { resources: { limits: { cpu: '500m', memory: '64Mi' } } };
const grows = { command: ['sh', '-c', 'sleep 1; tail /dev/zero; sleep 1000'] };
const small = { resources: { limits: { memory: '20Mi' } } };

describe('a machine with cgroup v2', () => {
  const bed = new NodeBed();
  bed.pod('a', limits);
  bed.pod('oom', { ...grows, ...small });
  bed.wait(6);
  const cat = (name: string): string => bed.run(`exec a -- cat /sys/fs/cgroup/${name}`);

  it('shows a container its own group, which it may not change', () => {
    expect(cat('cpu.max')).toBe('50000 100000\n');
    expect(cat('cpu.weight')).toBe('59\n');
    expect(cat('memory.max')).toBe(`${64 * 2 ** 20}\n`);
    expect(cat('cgroup.procs')).toMatch(/^1\n/);
    expect(bed.run('exec a -- sh -c "echo 1 > /sys/fs/cgroup/cpu.max"')).toContain(
      'Read-only file system',
    );
  });

  it('shows the host the groups of pods and containers in one tree', () => {
    const uid = bed.run("get pod a -o 'jsonpath={.metadata.uid}'");
    const path = `/sys/fs/cgroup/node-1/kubepods/pod${uid}/cpu.weight`;
    expect(bed.simulation.hostAction(readHostAction(`cat ${path}`))).toEqual({
      ok: true,
      value: '20\n',
    });
    const step = bed.facts('PodSyncStep').find((fact) => fact.step === 'cgroups');
    expect(step?.params).toMatchObject({ 'cpu.weight': '20', 'cpu.max': '50000 100000' });
    expect(bed.events('CgroupV1')).toEqual([]);
  });

  it('ends all processes of a container that is out of memory', () => {
    expect(bed.status('oom').containerStatuses?.[0]?.lastState?.terminated).toMatchObject({
      exitCode: 137,
      reason: 'OOMKilled',
    });
  });
});

describe('a machine with cgroup v1', () => {
  const bed = new NodeBed({ cgroupVersion: 1, kubelet: { failCgroupV1: false } });
  bed.pod('a', limits);
  bed.pod('oom', { ...grows, ...small });
  bed.wait(6);

  it('is refused by the kubelet unless it is told otherwise', () => {
    const refused = new NodeBed({ cgroupVersion: 1 });
    expect(refused.facts('ComponentStopped')).toMatchObject([
      { component: 'node-1/kubelet', reason: expect.stringContaining('using cgroup v1') },
    ]);
    expect(refused.run('get nodes')).toBe('No resources found\n');
  });

  it('is warned of, and shows a tree for each controller', () => {
    expect(bed.events('CgroupV1')[0]).toMatch(/^cgroup v1 detected\. cgroup v1 support is/);
    const cat = (name: string): string => bed.run(`exec a -- cat /sys/fs/cgroup/${name}`);
    expect(cat('cpu/cpu.shares')).toBe('512\n');
    expect(cat('memory/memory.limit_in_bytes')).toBe(`${64 * 2 ** 20}\n`);
    expect(cat('cpu.max')).toContain('No such file or directory');
  });

  it('ends one process of a container that is out of memory', () => {
    expect(bed.status('oom').containerStatuses?.[0]).toMatchObject({ restartCount: 0 });
  });
});

describe('a node whose clock is wrong', () => {
  const bed = new NodeBed();
  bed.host('skew_clock 1 7200');
  bed.pod('a');
  bed.wait(4);

  it('writes its own time into what it reports, and stays ready', () => {
    expect(bed.run('exec a -- date')).toContain('02:00:');
    expect(bed.status('a').startTime).toBe('2026-01-01T02:00:25Z');
    bed.wait(20);
    const lease = "get lease node-1 -n kube-node-lease -o 'jsonpath={.spec.renewTime}'";
    expect(bed.run(lease)).toContain('T02:00:');
    expect(bed.condition('Ready')).toBe('True');
    expect(bed.run('get events')).toContain('<invalid>');
  });

  it('is let into the API server no more once it must connect anew, until the clock is right', () => {
    bed.host('skew_clock 1 -172800');
    bed.wait(60);
    expect(bed.condition('Ready')).toBe('True');
    bed.host('stop_kubelet 1');
    bed.host('start_kubelet 1');
    bed.wait(70);
    expect(bed.condition('Ready')).toBe('Unknown');
    const failed = bed.facts('ConnectionFailed').find(({ message }) => message.includes('x509'));
    expect(failed?.message).toContain(
      'tls: failed to verify certificate: x509: certificate has expired or is not yet valid:' +
        ' current time 2025-12-30T',
    );
    bed.host('skew_clock 1 0');
    bed.wait(20);
    expect(bed.condition('Ready')).toBe('True');
  });
});

describe('a node with a device plugin', () => {
  const devices = [{ id: 'gpu-0' }, { id: 'gpu-1' }];
  const plugin = { resource: 'example.com/gpu', env: 'GPUS', devices };
  const broken = { ...plugin, resource: 'example.com/tpu', allocateError: 'device is gone' };
  const bed = new NodeBed({ devicePlugins: [plugin, broken] });
  const ask = (resource: string, count: string) => ({
    resources: { limits: { [resource]: count } },
  });
  const gpu = 'example.com/gpu';

  it('has what the plugin advertises to give, and the container finds it', () => {
    expect(bed.facts('DevicePluginRegistered')[0]).toMatchObject({ resource: gpu });
    bed.pod('a', ask(gpu, '1'), { nodeName: undefined });
    bed.wait(4);
    expect(bed.events('Scheduled')).toContain('Successfully assigned default/a to node-1');
    expect(bed.run('exec a -- sh -c "echo $GPUS; ls /dev/gpu-0"')).toBe('gpu-0\n/dev/gpu-0\n');
  });

  it('refuses a pod for which there are too few, and passes on what the plugin says', () => {
    bed.pod('b', ask(gpu, '2'));
    bed.pod('c', ask('example.com/tpu', '1'));
    bed.wait(2);
    expect(bed.status('b')).toMatchObject({ phase: 'Failed', reason: 'UnexpectedAdmissionError' });
    expect(bed.events('UnexpectedAdmissionError')).toEqual([
      'Allocate failed due to requested number of devices unavailable for example.com/gpu.' +
        ' Requested: 2, Available: 1, which is unexpected',
      'Allocate failed due to rpc error: code = Unknown desc = device is gone,' +
        ' which is unexpected',
    ]);
  });

  it('has fewer when one breaks, and the scheduler knows', () => {
    bed.host('fail_device 1 example.com/gpu gpu-1');
    bed.wait(12);
    const path = '{.status.capacity.example\\.com/gpu} {.status.allocatable.example\\.com/gpu}';
    expect(bed.run(`get node node-1 -o 'jsonpath=${path}'`)).toBe('2 1');
    bed.pod('d', ask(gpu, '2'), { nodeName: undefined });
    bed.wait(2);
    expect(bed.events('FailedScheduling')[0]).toContain('Insufficient example.com/gpu');
    expect(
      bed.simulation.hostAction(readHostAction('fail_device 1 example.com/gpu gpu-9')),
    ).toEqual({
      ok: false,
      error: 'there is no device example.com/gpu gpu-9',
    });
  });
});

describe('a node that lacks something', () => {
  const kubelet = {
    clusterDNS: 'none',
    featureGates: { RestartAllContainersOnContainerExits: false },
  } as const;
  const bed = new NodeBed({ kubelet, appArmor: false });
  const profile = { securityContext: { appArmorProfile: { type: 'RuntimeDefault' } } };
  const restartAll = {
    restartPolicy: 'Never',
    restartPolicyRules: [
      { action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [1] } },
    ],
  };
  bed.pod('dns');
  bed.pod('apparmor', profile);
  bed.pod('feature', restartAll);
  bed.wait(4);

  it('refuses pods that need AppArmor or a feature that is off', () => {
    expect(bed.status('apparmor')).toMatchObject({
      reason: 'AppArmor',
      message: 'Pod was rejected: Cannot enforce AppArmor: AppArmor is not enabled on the host',
    });
    expect(bed.events('PodFeatureUnsupported')).toEqual([
      'Pod requires node features that are not available: RestartAllContainersOnContainerExits',
    ]);
  });

  it('gives pods the servers of the node where it knows no cluster DNS, and warns', () => {
    expect(bed.events('MissingClusterDNS').find((text) => text.startsWith('pod'))).toMatch(
      /^pod: "dns_default\(\S+\)"\. kubelet does not have ClusterDNS IP configured and cannot /,
    );
    expect(bed.run('exec dns -- cat /etc/resolv.conf')).not.toContain('10.96.0.10');
  });
});

describe('kube-proxy in a mode that is not simulated', () => {
  it('says so and ends, instead of making other rules', () => {
    const bed = new NodeBed({}, { kubeProxyMode: 'ipvs' });
    expect(bed.events('IPVSDeprecation')).toEqual([
      'The ipvs proxier is now deprecated and may be removed in a future release.' +
        " Please use 'nftables' instead.",
    ]);
    expect(bed.facts('ComponentStopped')).toMatchObject([
      { component: 'node-1/kube-proxy', reason: expect.stringContaining('only iptables is') },
    ]);
  });
});

describe('what a person can do to a machine', () => {
  it('is listed by name', () => {
    const bed = new NodeBed();
    const answer = bed.simulation.hostAction(readHostAction('help'));
    const verbs = (answer.ok ? answer.value : '').split('\n').map((line) => line.split(' ')[0]);
    expect(verbs).toEqual(expect.arrayContaining(['skew_clock', 'use_inodes', 'reboot_node']));
    expect(bed.simulation.hostAction(readHostAction('use_pids 1 many'))).toEqual({
      ok: false,
      error: 'usage: use_pids N COUNT',
    });
  });
});

describe('a node whose capacity somebody added to', () => {
  it('keeps the resource, and the next report makes it allocatable', () => {
    const bed = new NodeBed();
    const path = '/status/capacity/example.com~1dongle';
    const patch = JSON.stringify([{ op: 'add', path, value: '4' }]);
    bed.run(`patch node node-1 --subresource=status --type=json -p '${patch}'`);
    bed.wait(12);
    const amount = (list: string): string =>
      bed.run(`get node node-1 -o 'jsonpath={.status.${list}.example\\.com/dongle}'`);
    expect([amount('capacity'), amount('allocatable')]).toEqual(['4', '4']);
  });
});

/** A pod that is gone leaves nothing on its node, however it ended. */
import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

/** The pods that have a control group on the node, by UID. */
function cgroupsOfPods(bed: NodeBed): readonly string[] {
  const [machine] = bed.simulation.cluster.machines;
  const groups = machine?.host.cgroups.under('/node-1/kubepods') ?? [];
  return groups.flatMap(({ path }) => /\/pod([^/]+)$/.exec(path)?.[1] ?? []);
}

/** How many pods have a network namespace on the node. */
const namespaces = (bed: NodeBed): number =>
  bed.simulation.cluster.machines[0]?.kernel.pods.length ?? 0;

/** The folders of pods on the node's disk. */
function foldersOfPods(bed: NodeBed): readonly string[] {
  const [machine] = bed.simulation.cluster.machines;
  const paths = machine?.containerd.component?.records.paths ?? [];
  return paths.filter((path) => path.startsWith('/var/lib/kubelet/pods/'));
}

const uidOf = (bed: NodeBed, pod: string): string =>
  bed.run(`get pod ${pod} -o jsonpath={.metadata.uid}`);

/** A node with a pod that runs. */
function bedWithPod(): NodeBed {
  const bed = new NodeBed();
  bed.pod('web');
  bed.wait(10);
  expect(cgroupsOfPods(bed)).toEqual([uidOf(bed, 'web')]);
  return bed;
}

describe('the folders of a pod', () => {
  it('go with it, whatever its volumes were made of', () => {
    const bed = bedWithPod();
    expect(foldersOfPods(bed).join()).toContain('/volumes/kubernetes.io~projected/');
    bed.run('delete pod web');
    bed.wait(5);
    expect(foldersOfPods(bed)).toEqual([]);
  });

  it('go when the next kubelet finds nobody who wants the pod', () => {
    const bed = bedWithPod();
    bed.host('stop_kubelet 1');
    bed.run('delete pod web --force --grace-period=0');
    bed.host('start_kubelet 1');
    bed.wait(15);
    expect(foldersOfPods(bed)).toEqual([]);
  });
});

describe('a pod that goes while its kubelet does not run', () => {
  it('leaves nothing when it ends under the next kubelet', () => {
    const bed = bedWithPod();
    bed.host('stop_kubelet 1');
    bed.run('delete pod web --wait=false');
    bed.host('start_kubelet 1');
    bed.wait(15);
    expect(bed.run('get pods')).toBe('No resources found in default namespace.\n');
    expect(cgroupsOfPods(bed)).toEqual([]);
    expect(namespaces(bed)).toBe(0);
  });

  it('leaves nothing when the runtime starts long after the next kubelet', () => {
    const bed = bedWithPod();
    bed.host('stop_kubelet 1');
    bed.run('delete pod web --force --grace-period=0');
    bed.host('stop_component node-1-containerd');
    bed.host('start_kubelet 1');
    bed.wait(30);
    expect(namespaces(bed)).toBe(1);
    bed.host('start_component node-1-containerd');
    bed.wait(30);
    expect(cgroupsOfPods(bed)).toEqual([]);
    expect(namespaces(bed)).toBe(0);
    expect(foldersOfPods(bed)).toEqual([]);
  });

  it('leaves no folder when its containers ended before, and nothing was to be killed', () => {
    const bed = new NodeBed();
    bed.run('run short --image=busybox --restart=Never -- true');
    bed.wait(10);
    bed.host('stop_kubelet 1');
    bed.run('delete pod short --force --grace-period=0');
    bed.host('stop_component node-1-containerd');
    bed.host('start_kubelet 1');
    bed.wait(30);
    bed.host('start_component node-1-containerd');
    bed.wait(30);
    expect(foldersOfPods(bed)).toEqual([]);
  });
});

describe('a node that goes off and on', () => {
  it('has no control group of a pod that was deleted meanwhile', () => {
    const bed = bedWithPod();
    bed.host('reboot_node 1');
    expect(cgroupsOfPods(bed)).toEqual([]);
    bed.run('delete pod web --wait=false');
    bed.wait(60);
    expect(bed.run('get pods')).toBe('No resources found in default namespace.\n');
    expect(cgroupsOfPods(bed)).toEqual([]);
  });

  it('makes the control group of a pod that stays again', () => {
    const bed = bedWithPod();
    bed.host('reboot_node 1');
    bed.wait(60);
    expect(bed.status('web').phase).toBe('Running');
    expect(cgroupsOfPods(bed)).toEqual([uidOf(bed, 'web')]);
  });
});

describe('a kubelet that starts again', () => {
  it('finds the control groups of its pods and makes none', () => {
    const bed = bedWithPod();
    const made = () => bed.facts('PodSyncStep').filter(({ step }) => step === 'cgroups').length;
    bed.host('stop_kubelet 1');
    bed.host('start_kubelet 1');
    bed.wait(15);
    expect(cgroupsOfPods(bed)).toEqual([uidOf(bed, 'web')]);
    expect(made()).toBe(1);
  });
});

const addresses = (bed: NodeBed): number =>
  bed.simulation.cluster.machines[0]?.addressLeases.size ?? 0;

describe('a sandbox that was being made', () => {
  it.each([
    ['when the machine lost power', 'reboot_node 1', undefined],
    ['when its runtime ended', 'stop_component node-1-containerd', 'node-1-containerd'],
  ])('keeps no address %s', (_when, action, component) => {
    const bed = bedWithPod();
    bed.pod('second');
    // Its address is taken, and its pause process does not run yet.
    while (addresses(bed) < 2) bed.wait(0.01);
    bed.host(action);
    bed.wait(1);
    expect(addresses(bed)).toBe(2);
    if (component !== undefined) bed.host(`start_component ${component}`);
    bed.wait(90);
    expect([bed.status('web').phase, bed.status('second').phase]).toEqual(['Running', 'Running']);
    expect(addresses(bed)).toBe(2);
    expect(namespaces(bed)).toBe(2);
  });
});

describe('a sandbox whose network was being taken down', () => {
  it.each([
    ['when the machine lost power', 'reboot_node 1', undefined],
    ['when its runtime ended', 'stop_component node-1-containerd', 'node-1-containerd'],
  ])('keeps no address %s', (_when, action, component) => {
    const bed = bedWithPod();
    bed.run('delete pod web --wait=false');
    // The first plugin of the chain is done, and host-local has still to come.
    while (!bed.facts('CniStep').some(({ command }) => command === 'DEL')) bed.wait(0.001);
    expect(addresses(bed)).toBe(1);
    bed.host(action);
    bed.wait(1);
    expect(addresses(bed)).toBe(1);
    if (component !== undefined) bed.host(`start_component ${component}`);
    bed.wait(90);
    expect(addresses(bed)).toBe(0);
    expect(namespaces(bed)).toBe(0);
  });
});

describe('a pod on a node with cgroup v1 that has ended', () => {
  const limits = 'jsonpath={.status.resources}';

  /** The limits that each of several short pods shows in the end. */
  function limitsAtEnd(count: number): readonly string[] {
    const bed = new NodeBed({ cgroupVersion: 1, kubelet: { failCgroupV1: false } });
    const names = Array.from({ length: count }, (_, index) => `short-${index}`);
    for (const name of names) {
      bed.run(`run ${name} --image=busybox --restart=Never -- true`);
      bed.wait(0.7);
    }
    bed.wait(20);
    expect(cgroupsOfPods(bed)).toEqual([]);
    return names.map((name) => bed.run(`get pod ${name} -o '${limits}'`));
  }

  it('shows its memory limit, or none if a housekeeping removed its cgroup first', () => {
    const shown = limitsAtEnd(12);
    expect(new Set(shown)).toEqual(new Set(['{}', '{"limits":{"memory":"9007199254740988Ki"}}']));
  });
});

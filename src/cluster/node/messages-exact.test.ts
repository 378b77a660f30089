/**
 * Whole sentences of events and conditions, as a person reads them: each case makes pods in a
 * small cluster and looks for the text with the numbers and names that belong there.
 */

import { describe, expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/all-parts';
import { ClusterSimulation } from '#cluster/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';
import { readHostAction } from '#trace/host-words';

/** A cluster of one node, twenty-five seconds old. */
function newBed() {
  const simulation = new ClusterSimulation(clusterOf(1), 3, allParts);
  const { sim, tracer } = simulation;
  sim.run(seconds(25));
  const run = (argv: readonly string[], stdin?: string): string => {
    const input = stdin === undefined ? {} : { stdin };
    const result = simulation.runCommand({ argv, user: 'admin', ...input }, seconds(200));
    return `${result?.stdout}${result?.stderr}`;
  };
  const apply = (object: object): string => run(['apply', '-f', '-'], JSON.stringify(object));
  return {
    apply,
    pod: (name: string, container: object, spec: object = {}, namespace = 'default'): void => {
      const app = { name: 'app', image: 'busybox:1.36', command: ['sleep', '1000'], ...container };
      const rest = { terminationGracePeriodSeconds: 1, containers: [app], ...spec };
      apply({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace }, spec: rest });
    },
    kubectl: (line: string) => run(line.split(' ')),
    host: (action: string): void => {
      expect(simulation.hostAction(readHostAction(action))).toEqual({ ok: true, value: '' });
    },
    wait: (time: number): void => {
      sim.run(sim.now + seconds(time));
    },
    /** The messages of the events with this reason. */
    events: (wanted: string): readonly string[] =>
      tracer.facts.flatMap((fact) =>
        fact.type === 'EventRecorded' && fact.reason === wanted ? [fact.message] : [],
      ),
  };
}

describe('a kubelet that makes sandboxes', () => {
  const bed = newBed();
  const searches = Array.from({ length: 31 }, (_, index) => `z${index}.io`);
  const nameservers = ['1.1.1.1', '1.1.1.2', '1.1.1.3'];
  bed.pod('dns', {}, { dnsConfig: { nameservers, searches } });
  bed.pod('secret', {}, { imagePullSecrets: [{ name: 'one' }, { name: 'two' }] });
  const claim = { name: 'data', persistentVolumeClaim: { claimName: 'later' } };
  const mounts = { volumeMounts: [{ name: 'data', mountPath: '/data' }] };
  bed.apply({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'later' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: '',
      resources: { requests: { storage: '1Gi' } },
    },
  });
  bed.pod('claim', mounts, { nodeName: 'node-1', volumes: [claim] });
  bed.pod('gated', {}, { schedulingGates: [{ name: 'later' }] });
  bed.wait(15);

  it('tells which nameservers and search domains are left of too many', () => {
    const warnings = bed.events('DNSConfigForming');
    expect(warnings).toContain(
      'Nameserver limits were exceeded, some nameservers have been omitted, ' +
        'the applied nameserver line is: 10.96.0.10 1.1.1.1 1.1.1.2',
    );
    const kept = ['default.svc.cluster.local', 'svc.cluster.local', 'cluster.local', ...searches];
    const lead =
      'Search Line limits were exceeded, some search paths have been omitted, ' +
      'the applied search line is: ';
    expect(warnings).toContain(`${lead}${kept.slice(0, 32).join(' ')}`);
  });

  it('names the pull secrets that it does not find', () => {
    expect(bed.events('FailedToRetrieveImagePullSecret')).toContain(
      'Unable to retrieve some image pull secrets (one, two); ' +
        'attempting to pull the image may not succeed.',
    );
  });

  it('tells at once that a claim is not bound, and mounts it when it is', () => {
    expect(bed.events('FailedMount')).toContain(
      'Unable to attach or mount volumes: unmounted volumes=[data], unattached volumes=[], ' +
        'failed to process volumes=[data]: error processing PVC default/later: PVC is not bound',
    );
    bed.apply({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'pv' },
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        hostPath: { path: '/data' },
      },
    });
    bed.wait(60);
    expect(bed.kubectl('get pod claim')).toContain('Running');
  });

  it('never hears of a pod whose scheduling is gated', () => {
    expect(bed.kubectl('get pod gated -o yaml')).toContain(
      'message: Scheduling is blocked due to non-empty scheduling gates\n',
    );
    expect(bed.kubectl('get pod gated')).toContain('SchedulingGated');
  });
});

describe('a node that runs short', () => {
  const bed = newBed();
  bed.pod('eater', {});
  bed.wait(5);
  bed.host('use_memory 1 24050Mi');
  bed.wait(25);
  bed.host('use_memory 1 0');
  bed.host('use_disk 1 96Gi');
  bed.wait(330);

  it('evicts a pod and tells how much it used of what was short', () => {
    const [message = ''] = bed.events('Evicted');
    const numbers = message.match(/\d+(?:Ki|Mi)/g) ?? [];
    const [, available, used] = numbers;
    expect(message).toBe(
      [
        'The node was low on resource: memory. Threshold quantity: 100Mi, available: ',
        `${available}. Container app was using ${used}, `,
        'request is 0, has larger consumption of memory. ',
      ].join(''),
    );
  });

  it('tells that no image is left that it could remove', () => {
    const [message = ''] = bed.events('FreeDiskSpaceFailed');
    expect(Number(/\d+/.exec(message)?.[0])).toBeGreaterThan(85);
    expect(message.split(/\d+/)).toEqual([
      "Insufficient free disk space on the node's image filesystem (",
      '% of ',
      ' used). Failed to free sufficient space by deleting unused images (freed ',
      ' bytes). Investigate disk usage, as it could be used by active images, logs, volumes, ' +
        'or other data.',
    ]);
  });
});

describe('a runtime that is away when a pod must go', () => {
  const bed = newBed();
  bed.pod('big', { resources: { requests: { cpu: '1500m' } } });
  bed.wait(5);
  bed.host('stop_component node-1-containerd');
  const critical = { nodeName: 'node-1', priorityClassName: 'system-node-critical' };
  bed.pod('critical', { resources: { requests: { cpu: '1' } } }, critical, 'kube-system');
  bed.wait(9);
  const before = bed.events('ExceededGracePeriod').length;
  bed.wait(3);

  it('is complained about after ten seconds', () => {
    expect(bed.events('Preempting')).toEqual(['Preempted in order to admit critical pod']);
    expect(before).toBe(0);
    expect(bed.events('ExceededGracePeriod')).toEqual([
      'Container runtime did not kill the pod within specified grace period.',
    ]);
  });
});

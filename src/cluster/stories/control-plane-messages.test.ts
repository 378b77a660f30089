/**
 * The controllers' messages when deployments, namespaces or nodes fail: events, and the written
 * conditions.
 */
import { describe, expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import { clusterOf } from '#scenarios/clusters';
import type { Fact } from '#trace/facts';
import { allParts } from '../parts/all-parts.ts';
import { ClusterSimulation } from '../run/cluster-simulation.ts';

const plain = clusterOf(1);
const nodeUser = { commonName: 'system:node:node-9', organizations: ['system:nodes'] };
const simulation = new ClusterSimulation(
  {
    ...plain,
    podCIDR: '10.244.0.0/23',
    users: [...plain.users, { name: 'node-9', certificate: nodeUser }],
  },
  3,
  allParts,
);
const { sim, tracer } = simulation;

const wait = (time: number): void => {
  sim.run(sim.now + seconds(time));
};

function run(line: string, object?: object, user = 'admin'): string {
  const stdin = object === undefined ? {} : { stdin: JSON.stringify(object) };
  const result = simulation.runCommand({ argv: line.split(' '), user, ...stdin }, seconds(200));
  return `${result?.stdout}${result?.stderr}`;
}

const create = (object: object): void => {
  expect(run('create -f -', object)).toContain('created');
};

let seen = 0;
let text = '';
/** All messages so far: events, written conditions, errors in logs. */
function messages(): string {
  for (; seen < tracer.facts.length; seen++) text += wordsOf(tracer.facts[seen]);
  return text;
}

const kinds = /^\/registry\/(pods|minions|deployments|replicasets|namespaces)\//;

function wordsOf(fact: Fact | undefined): string {
  if (fact?.type === 'EventRecorded') return `${fact.reason}: ${fact.message}\n`;
  if (fact?.type === 'SyncFinished') return fact.error === undefined ? '' : `${fact.error}\n`;
  if (fact?.type !== 'TxnCommitted' || !kinds.test(fact.key)) return '';
  const { status } = (fact.value ?? {}) as {
    status?: { conditions?: readonly Readonly<Record<string, string>>[] };
  };
  return (status?.conditions ?? [])
    .map((one) => `${one['type']}=${one['status']} ${one['reason']}: ${one['message']}\n`)
    .join('');
}

/** A policy that denies objects for which its expression is false. */
function forbid(name: string, what: readonly [string, string, string], expression: string): void {
  const [group, resource, operation] = what;
  const apiVersion = 'admissionregistration.k8s.io/v1';
  const rule = { apiGroups: [group], apiVersions: ['v1'], resources: [resource] };
  create({
    apiVersion,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name },
    spec: {
      matchConstraints: { resourceRules: [{ ...rule, operations: [operation] }] },
      validations: [{ expression, message: 'not now' }],
    },
  });
  create({
    apiVersion,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name },
    spec: { policyName: name, validationActions: ['Deny'] },
  });
  wait(1.5);
}

const allow = (name: string): void => {
  run(`delete validatingadmissionpolicybinding ${name}`);
  wait(1.5);
};

const denied = (name: string): string =>
  `ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: not now`;

const deployment = (name: string, spec: object = {}, image = 'nginx') => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: {
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'app', image }] },
    },
    ...spec,
  },
});

const setOf = (app: string): string =>
  run(`get replicasets -l app=${app} -o jsonpath={.items[0].metadata.name}`);

sim.run(seconds(25));

describe('the deployment controller', () => {
  it('tells when a rollout is paused and when it goes on', () => {
    create(deployment('web'));
    wait(5);
    run('rollout pause deployment/web');
    run('rollout resume deployment/web');
    wait(1);
    expect(messages()).toContain('Progressing=Unknown DeploymentPaused: Deployment is paused\n');
    expect(messages()).toContain('Progressing=Unknown DeploymentResumed: Deployment is resumed\n');
  });

  it('says that it found a replica set that was there before', () => {
    run('delete deployment web --cascade=orphan');
    wait(2);
    create(deployment('web'));
    wait(3);
    expect(messages()).toContain(
      `Progressing=True FoundNewReplicaSet: Found new replica set "${setOf('web')}"\n`,
    );
  });

  it('gives up waiting after the progress deadline', () => {
    create(deployment('slow', { progressDeadlineSeconds: 3 }, 'nope:1'));
    wait(8);
    expect(messages()).toContain(
      `Progressing=False ProgressDeadlineExceeded: ReplicaSet "${setOf('slow')}" has timed out ` +
        `progressing.\n`,
    );
  });

  it('says why a replica set cannot be made', () => {
    const mine = "object.metadata.labels['app'] != 'none'";
    forbid('no-sets', ['apps', 'replicasets', 'CREATE'], mine);
    create(deployment('none'));
    wait(3);
    const why = `replicasets.apps "none-\\w+" is forbidden: ${denied('no-sets')}`;
    const message = `ReplicaSetCreateError: Failed to create new replica set "none-\\w+": ${why}\n`;
    expect(messages()).toMatch(new RegExp(`^${message}`, 'm'));
    expect(messages()).toMatch(new RegExp(`^Progressing=False ${message}`, 'm'));
    run('delete deployment none');
    allow('no-sets');
  });

  it('gives up on a deployment whose old pods do not go, before there is a new replica set', () => {
    const app = {
      name: 'app',
      image: 'busybox:1.36',
      command: ['sleep', '1000'],
      readinessProbe: { exec: { command: ['false'] } },
    };
    const template = { metadata: { labels: { app: 'again' } }, spec: { containers: [app] } };
    const strategy = { type: 'Recreate' };
    create(deployment('again', { strategy, progressDeadlineSeconds: 9, template }));
    wait(4);
    run('set image deployment/again app=busybox:latest');
    wait(20);
    expect(messages()).toContain(
      'Progressing=False ProgressDeadlineExceeded: Deployment "again" has timed out progressing.\n',
    );
  });

  it('shows that pods cannot be deleted, as the replica set says', () => {
    create(deployment('kept', { replicas: 2 }));
    wait(5);
    const mine = "!has(oldObject.metadata.labels) || oldObject.metadata.labels['app'] != 'kept'";
    forbid('keep', ['', 'pods', 'DELETE'], mine);
    run('scale deployment kept --replicas=1');
    wait(5);
    const why = `pods "${setOf('kept')}-\\w+" is forbidden: ${denied('keep')}`;
    expect(messages()).toMatch(new RegExp(`FailedDelete: Error deleting: ${why}`));
    expect(messages()).toMatch(new RegExp(`ReplicaFailure=True FailedDelete: ${why}`));
    expect(run('get deployment kept -o jsonpath={.status.conditions[*].reason}')).toContain(
      'FailedDelete',
    );
    allow('keep');
  });
});

describe('the namespace controller', () => {
  it('tells what remains, and which finalizers it waits for', () => {
    create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ending' } });
    wait(1);
    const finalizers = ['example.com/hold'];
    for (const [kind, name] of [
      ['ConfigMap', 'held'],
      ['ConfigMap', 'kept'],
    ] as const) {
      const metadata = { name, namespace: 'ending', ...(name === 'held' && { finalizers }) };
      create({ apiVersion: 'v1', kind, metadata });
    }
    run('delete namespace ending --wait=false');
    wait(20);
    expect(messages()).toContain(
      'NamespaceContentRemaining=True SomeResourcesRemain: Some resources are remaining: ' +
        'configmaps. has 1 resource instances\n',
    );
    expect(messages()).toContain(
      'NamespaceFinalizersRemaining=True SomeFinalizersRemain: Some content in the namespace ' +
        'has finalizers remaining: ' +
        'example.com/hold in 1 resource instances\n',
    );
    expect(messages()).toMatch(
      /^some content remains in the namespace, estimate \d+ seconds before it is removed$/m,
    );
  });

  it('tells what could not be deleted', () => {
    create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'stuck' } });
    wait(1);
    create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'kept', namespace: 'stuck' } });
    forbid('secrets', ['', 'secrets', 'DELETE'], 'false');
    run('delete namespace stuck --wait=false');
    wait(20);
    expect(messages()).toContain(
      'NamespaceDeletionContentFailure=True ContentDeletionFailed: Failed to delete all ' +
        'resource types, 1 remaining: ',
    );
    expect(messages()).toContain(denied('secrets'));
    allow('secrets');
  });

  it('tells of an aggregated group whose resources cannot be found out', () => {
    create({
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: 'v1.gone.example.com' },
      spec: {
        group: 'gone.example.com',
        version: 'v1',
        groupPriorityMinimum: 100,
        versionPriority: 10,
        insecureSkipTLSVerify: true,
        service: { namespace: 'default', name: 'gone' },
      },
    });
    create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'lost' } });
    wait(5);
    run('delete namespace lost --wait=false');
    wait(20);
    expect(messages()).toContain(
      'NamespaceDeletionDiscoveryFailure=True DiscoveryFailed: Discovery failed for some ' +
        'groups, 1 failing: ' +
        'unable to retrieve the complete list of server APIs: gone.example.com/v1: ' +
        'stale GroupVersion discovery: gone.example.com/v1\n',
    );
    run('delete apiservice v1.gone.example.com');
  });
});

describe('the controllers of nodes', () => {
  const machine = (name: string) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name } });

  it('say that a node gets no pod range: refused, or none left', () => {
    const mine = '!has(object.spec.podCIDR) || has(oldObject.spec.podCIDR)';
    forbid('no-range', ['', 'nodes', 'UPDATE'], mine);
    create(machine('ghost'));
    wait(3);
    expect(messages()).toContain(
      'CIDRAssignmentFailed: Node ghost status is now: CIDRAssignmentFailed\n',
    );
    allow('no-range');
    wait(20);
    create(machine('late'));
    wait(3);
    expect(messages()).toContain('CIDRNotAvailable: Node late status is now: CIDRNotAvailable\n');
  });

  it('say of a node that never reported that its kubelet never did', () => {
    wait(70);
    const written = messages();
    for (const type of ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure']) {
      const reason = 'NodeStatusNeverUpdated: Kubelet never posted node status.';
      expect(written).toContain(`${type}=Unknown ${reason}\n`);
    }
  });

  it('say that a node is removed, and end the pods that were on it', () => {
    create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'left' },
      spec: {
        nodeName: 'ghost',
        tolerations: [{ operator: 'Exists' }],
        containers: [{ name: 'app', image: 'nginx' }],
      },
    });
    wait(2);
    run('delete node ghost');
    wait(90);
    expect(messages()).toContain(
      'RemovingNode: Node ghost event: Removing Node ghost from Controller\n',
    );
    expect(messages()).toContain(
      'DisruptionTarget=True DeletionByPodGC: PodGC: node no longer exists\n',
    );
  });
});

describe('the node authorizer', () => {
  it('lets a node only read configuration, and only have its own lease', () => {
    expect(run('delete configmap kube-root-ca.crt', undefined, 'node-9')).toContain(
      'User "system:node:node-9" cannot delete resource "configmaps" in API group "" in the ' +
        'namespace "default": can only read resources of this type',
    );
    expect(run('get lease node-1 -n kube-node-lease', undefined, 'node-9')).toContain(
      'can only access node lease with the same name as the requesting node',
    );
  });
});

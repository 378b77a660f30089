/** What a program writes into an object is told by what the write changed. */
import { describe, expect, it, vi } from 'vitest';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { asStored, conditionOf, type StoredObject } from '#facts/tellings/objects';
import { captionInLog } from '#player/caption-in-log';
import { tellingOfFact } from '#player/telling-in-log';
import { TraceLog } from '#player/trace-log';
import type { FactOf } from '#trace/facts';
import { storedObjectKey, storedResource } from '#trace/object-key';
import { runRecording } from '#worker/run-recording';

vi.setConfig({ testTimeout: 60_000 });

const withInit = `apiVersion: v1
kind: Pod
metadata: {name: app}
spec:
  initContainers: [{name: setup, image: 'busybox:1.36', command: [sh, -c, 'sleep 2']}]
  containers: [{name: app, image: 'nginx:1.28'}]`;

const short = `apiVersion: v1
kind: Pod
metadata: {name: short}
spec:
  activeDeadlineSeconds: 5
  containers: [{name: app, image: 'nginx:1.28'}]`;

const commands = [
  'kubectl create deployment web --image=nginx:1.28 --replicas=2',
  'kubectl expose deployment web --port=80',
  'kubectl scale deployment web --replicas=3',
  'kubectl set image deployment web nginx=nginx:1.29',
  'kubectl run loose --image=nginx:1.28',
  { line: 'kubectl apply -f -', stdin: withInit },
  { line: 'kubectl apply -f -', stdin: short },
  'kubectl cordon node-2',
  'kubectl label pod -l app=web app=other --overwrite',
  'kubectl scale deployment web --replicas=1',
];

const log = new TraceLog();
for (const { facts } of runRecording(
  {
    scenario: 'create-deployment',
    seed: 1,
    inputs: commands.map((command, index) => ({
      at: seconds(30 + 30 * index),
      kind: 'command',
      user: 'admin',
      ...(typeof command === 'string' ? { line: command } : command),
    })),
    until: seconds(30 + 30 * commands.length),
  },
  allParts,
)) {
  log.append(facts.slice(log.facts.length));
}

interface Told {
  readonly fact: FactOf<'TxnCommitted'>;
  readonly line: string;
  readonly sender: string;
  readonly before: StoredObject;
  readonly after: StoredObject;
}

/** The later writes of programs, each with the object as it was before. */
const told: readonly Told[] = (() => {
  const objects = new Map<string, unknown>();
  return [...log.facts].flatMap((fact) => {
    if (fact.type !== 'TxnCommitted') return [];
    const before = asStored(objects.get(fact.key));
    objects.set(fact.key, fact.value);
    const [first = 0] = log.factsOfRequest(log.requestOf(fact.id));
    const sender = log.fact(first)?.component ?? '';
    if (sender === 'kubectl' || fact.version < 2) return [];
    const line = String(tellingOfFact(log, fact).line.id);
    return [{ fact, line, sender, before, after: asStored(fact.value) }];
  });
})();

const of = (resource: string): readonly Told[] =>
  told.filter(({ fact }) => storedResource(fact.key) === resource);

const keysOf = (those: readonly Told[]) => those.map(({ fact, line }) => `${fact.key} ${line}`);

describe('what a program writes into an object that exists', () => {
  it('is told as a new status only if the status is new', () => {
    const reports = told.filter(({ line }) => /^story\.(done|status)\./.test(line));
    expect(reports.length).toBeGreaterThan(50);
    const same = reports.filter(
      ({ before, after }) => JSON.stringify(before.status) === JSON.stringify(after.status),
    );
    expect(keysOf(same)).toEqual([]);
  });

  it('tells of a node that it is Ready, or is not, only when that changes', () => {
    const turned = of('nodes').filter(
      ({ before, after }) => conditionOf(before, 'Ready') !== conditionOf(after, 'Ready'),
    );
    expect(turned.map(({ line }) => line)).toEqual(turned.map(() => 'story.done.nodeReady.line'));
    const quiet = of('nodes').filter((each) => !turned.includes(each));
    expect(quiet.filter(({ line }) => line === 'story.done.nodeReady.line')).toEqual([]);
    expect(new Set(quiet.map(({ line }) => line))).toEqual(
      new Set([
        'story.changes.object.line',
        'story.change.untaint.line',
        'story.changes.range.line',
        'story.change.taint.line',
        'story.done.object.line',
      ]),
    );
  });

  it('tells of a Deployment that it is complete only when every Pod is of the newest version', () => {
    const complete = of('deployments').filter(({ line }) => line.startsWith('story.done.deploy'));
    expect(complete.length).toBeGreaterThan(2);
    for (const { after } of complete) {
      const { replicas, updatedReplicas, availableReplicas } = after.status ?? {};
      const wanted = after.spec?.replicas;
      expect([replicas, updatedReplicas, availableReplicas]).toEqual([wanted, wanted, wanted]);
    }
    const captioned = of('deployments').filter(
      ({ fact }) => captionInLog(log, fact).id === 'caption.Written.allReady',
    );
    expect(captioned.filter(({ line }) => /rolling|fewer|more/.test(line))).toEqual([]);
    const lines = of('deployments').map(({ line }) => line);
    expect(lines).toContain('story.done.rolling.line');
    expect(lines).toContain('story.done.fewer.line');
  });

  it('tells that a controller scales: the Deployment controller its ReplicaSets', () => {
    const scaled = of('replicasets').filter(
      ({ before, after }) => before.spec?.replicas !== after.spec?.replicas,
    );
    expect(scaled.length).toBeGreaterThan(2);
    expect(scaled.filter(({ line }) => line !== 'story.changes.scale.line')).toEqual([]);
  });

  it('tells of a Lease that it is renewed, of an Event that it is counted', () => {
    expect(new Set(of('leases').map(({ line }) => line))).toEqual(
      new Set(['story.changes.lease.line']),
    );
    expect(of('events').filter(({ line }) => line !== 'story.changes.event.line')).toEqual([]);
  });

  it('tells of addresses, whose objects have no status', () => {
    const lines = [...of('endpoints'), ...of('endpointslices')].map(({ line }) => line);
    expect(new Set(lines)).toEqual(new Set(['story.changes.addresses.line']));
  });

  it('tells that a controller lets a Pod go whose labels its selector no longer matches', () => {
    const freed = of('pods').filter(({ line }) => line === 'story.changes.freed.line');
    expect(freed.map(({ sender }) => sender)).toEqual(
      freed.map(() => 'kube-controller-manager/replicaset-controller'),
    );
    expect(freed).toHaveLength(3);
  });

  it('tells of compact_rev_key that it is no object', () => {
    const written = [...log.facts].filter(
      (fact) => fact.type === 'TxnCommitted' && fact.key === 'compact_rev_key',
    );
    expect(written.map((fact) => tellingOfFact(log, fact).line.id)).toEqual([
      'story.compaction.line',
    ]);
  });
});

describe('what a kubelet reports of a Pod', () => {
  const lineOf = (pod: string, accepts: (told: Told) => boolean): string | undefined =>
    of('pods').find((each) => storedObjectKey(each.fact.key).endsWith(`/${pod}`) && accepts(each))
      ?.line;
  const becameReady = ({ before, after }: Told) =>
    conditionOf(before, 'Ready') === 'False' && conditionOf(after, 'Ready') === 'True';

  it('is told with an EndpointSlice only if a Service selects the Pod', () => {
    const web = of('pods').filter(
      ({ fact, ...each }) => fact.key.includes('/web-') && becameReady({ fact, ...each }),
    );
    expect(web.at(-1)?.line).toBe('story.status.Running.line');
    // The namespace has a Service by then, but its selector does not match.
    expect(lineOf('loose', becameReady)).toBe('story.status.Running.alone.line');
  });

  it('is told as Failed, with the reason, when the kubelet ends the Pod itself', () => {
    expect(lineOf('short', ({ after }) => after.status?.phase === 'Failed')).toBe(
      'story.status.failed.line',
    );
  });

  it('is told as more of the same when kubectl get pods prints the same row', () => {
    const sandbox = (pod: StoredObject) => conditionOf(pod, 'PodReadyToStartContainers');
    const hasSandbox = ({ before, after }: Told) =>
      sandbox(before) === 'False' && sandbox(after) === 'True' && after.status?.podIP === undefined;
    expect(lineOf('app', hasSandbox)).toBe('story.status.still.line');
  });

  it('names an init container as one: no probe of it will ever succeed', () => {
    const seen = log.facts.find(
      (fact) =>
        fact.type === 'PodStatusSet' && fact.containers['setup']?.startsWith('running') === true,
    );
    expect(seen && tellingOfFact(log, seen).line.id).toBe('story.seen.init.line');
  });
});

it('tells nothing that another program sends as sent by kubectl', () => {
  const lines = [...log.facts].flatMap((fact) =>
    fact.type === 'RequestSent' && fact.component !== 'kubectl'
      ? [String(tellingOfFact(log, fact).line.id)]
      : [],
  );
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.filter((line) => line.startsWith('story.send.'))).toEqual([]);
});

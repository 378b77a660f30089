/** Beats of the work that a command leads to are told by what leads to them. */
import { describe, expect, it, vi } from 'vitest';
import { seconds } from '#base/sim-time';
import type { Telling } from '#facts/telling';
import { tellingAt } from '#player/telling-in-log';
import { acted, entered, inEnglish, logOf, readOf } from './told-run.fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

/** The tellings of all beats after each command, by its line. */
function toldOf(...lines: readonly string[]): ReadonlyMap<string, readonly Telling[]> {
  const at = (index: number) => 30 + 40 * index;
  const log = logOf(
    lines.map((line, index) => entered(line, at(index))),
    at(lines.length),
  );
  return new Map(
    lines.map((line, index) => [
      line,
      log.beats
        .filter(({ fact }) => {
          const moment = log.fact(fact)?.at ?? 0;
          return moment >= seconds(at(index)) && moment < seconds(at(index + 1));
        })
        .map((beat) => tellingAt(log, beat) ?? expect.fail(`beat ${beat.index} has none`)),
    ]),
  );
}

const told = toldOf(
  'kubectl create deployment web --image=nginx:1.28 --replicas=2',
  'kubectl delete pod -l app=web',
  'kubectl run alone --image=nginx:1.28',
  'kubectl annotate pod alone a=b',
  'kubectl create job hello --image=busybox:1.36 -- echo hi',
  'kubectl drain node-1 node-2 node-3 --delete-emptydir-data',
  'kubectl uncordon node-1',
  'kubectl taint node -l kubernetes.io/os=linux a=b:NoExecute',
);

const beatsOf = (line: string): readonly Telling[] => told.get(line) ?? [];
const idsOf = (line: string): readonly string[] =>
  beatsOf(line).map((each) => String(each.line.id));
const readsOf = (line: string): readonly string[] =>
  beatsOf(line).map((each) => inEnglish(each.line));

describe('the worker of a Pod', () => {
  it('begins anew for a new Pod, and looks again at one that has changed', () => {
    expect(idsOf('kubectl run alone --image=nginx:1.28')).toContain('story.hears.again.line');
    const changed = idsOf('kubectl annotate pod alone a=b');
    expect(changed).toContain('story.hears.changed.line');
    expect(changed).not.toContain('story.hears.again.line');
  });

  it('stops what somebody deletes, and cleans up after what has ended by itself', () => {
    expect(idsOf('kubectl delete pod -l app=web')).toContain('story.hears.end.line');
    const ended = idsOf('kubectl create job hello --image=busybox:1.36 -- echo hi');
    expect(ended).toContain('story.hears.over.line');
    expect(ended).not.toContain('story.hears.end.line');
  });
});

describe('new Pods for lost ones', () => {
  it('are counted from the command on, without those that were placed before', () => {
    const spread = beatsOf('kubectl delete pod -l app=web').filter(({ line }) =>
      String(line.id).startsWith('story.spread'),
    );
    expect(spread).toHaveLength(1);
    expect(spread[0]?.line.params).toMatchObject({ n: 2 });
    expect(spread[0]?.changed).toHaveLength(2);
  });

  it('are no rounds that grow: each is a request of its own', () => {
    const [more] = beatsOf('kubectl delete pod -l app=web').filter(({ line }) =>
      String(line.id).startsWith('story.siblings'),
    );
    expect(more?.why?.id).toBe('story.siblings.other.why');
  });
});

describe('a taint with the effect NoExecute', () => {
  it('ends a Pod that does not tolerate it at once', () => {
    const ids = idsOf('kubectl taint node -l kubernetes.io/os=linux a=b:NoExecute');
    expect(ids).toContain('story.decide.taint-eviction.now.line');
    expect(ids).not.toContain('story.decide.taint-eviction.schedule.line');
  });
});

describe('a command that fails after something went well', () => {
  const line = 'kubectl drain node-1 node-2 node-3 --delete-emptydir-data';

  it('is told with both: what was done, and why it stops', () => {
    expect(idsOf(line)).toContain('story.print.done.line');
    const [stops] = readsOf(line).filter((words) => words.includes('stops here'));
    expect(stops).toContain('error: unable to drain node');
  });

  it('says that what was stored stays stored', () => {
    const [stops] = beatsOf(line).filter((each) => each.line.id === 'story.print.error.stops.line');
    expect(inEnglish(stops?.why)).toContain('stays stored');
  });
});

describe('a node that falls silent', () => {
  const log = logOf(
    [
      entered('kubectl create deployment web --image=nginx:1.28 --replicas=3', 30),
      acted('stop_kubelet node-2', 70),
    ],
    480,
  );

  it('is told to its end: the Pod that replaces a lost one, and that all is there again', () => {
    const since = log.beats.findIndex(({ fact }) => log.fact(fact)?.type === 'HostActionTaken');
    const ids = log.beats.slice(since).map((beat) => tellingAt(log, beat)?.line.id);
    expect(ids).toEqual([
      'story.host.stops.line',
      'story.decide.node-lifecycle.unknown.line',
      'story.done.fewer.line',
      'story.decide.taint-eviction.schedule.line',
      'story.siblings.new.one.line',
      'story.done.deployment.again.line',
    ]);
  });
});

describe('what somebody stops, or starts again', () => {
  const create = entered('kubectl create deployment web --image=nginx:1.28 --replicas=3', 32);

  it('a registry that is stopped gives no answer; it does not say no', () => {
    const read = readOf([acted('stop_component registry', 30), create], 60);
    expect(read).toContain('asks the registry for nginx:1.28 and gets no answer.');
    expect(read).not.toContain('the answer is no');
  });

  it('without an API server kubectl prints an error, and leaders end when they lose their Lease', () => {
    const stops = acted('stop_component kube-apiserver', 40);
    const read = readOf([create, stops, entered('kubectl get pods', 45)], 70);
    expect(read).toContain('kubectl get pods stops here: The connection to the server');
    expect(read).toContain('The address is the one in your kubeconfig.');
    expect(read).toContain('The scheduler could not renew its Lease in time');
    expect(read).toContain('The controller manager could not renew its Lease in time');
  });

  it('a scheduler that comes back may place other Pods before the first one', () => {
    const [stops, starts] = [
      acted('stop_component kube-scheduler', 30),
      acted('start_component kube-scheduler', 60),
    ];
    const read = readOf([stops, create, starts], 90);
    expect(read).toContain('creates what is missing: three Pods are stored, revisions');
    expect(read).toContain('kube-scheduler starts again. What waited for it can go on.');
    expect(read).toContain('The scheduler takes two other Pods first');
  });

  it('a process that is killed: the Pod fails, and the kubelet starts it again in its place', () => {
    const pod = logOf([create], 60).facts.find((fact) => fact.type === 'PodBound');
    const killed = pod?.type === 'PodBound' ? pod.pod : '';
    const read = readOf([create, acted(`end_process ${killed}/nginx`, 70)], 100);
    expect(read).toMatch(/finds the container of .+ dead and reports Error/);
    expect(read).toContain('is reported Running once more, 1 of 1 ready');
  });

  it('a node that shuts down tells so itself', () => {
    const read = readOf([create, acted('shutdown_node node-2', 70)], 90);
    expect(read).toContain('Its kubelet hears of it in time');
    expect(read).not.toContain('tells nobody');
  });
});

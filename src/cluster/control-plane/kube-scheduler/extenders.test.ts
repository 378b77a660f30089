import { describe, expect, it } from 'vitest';
import { ok } from '#base/result';
import { seconds } from '#base/sim-time';
import type { SchedulerExtender } from '#cluster/config/cluster-config';
import type { Node, Pod } from '#k8s.io/api/core/v1';
import type { HttpRequest } from '#k8s.io/client-go/rest/http';
import { sleep } from '#sim/simulation';
import { recordedNode, recordedPod, SchedulerBed } from './testing/scheduler-bed.ts';

interface Args {
  readonly Pod: Pod;
  readonly Nodes: { readonly items: readonly Node[] } | null;
  readonly NodeNames: readonly string[] | null;
}
type Program = (args: Args & Readonly<Record<string, unknown>>) => unknown;

const firstBody = <T>(calls: readonly HttpRequest[]): T => calls[0]?.body as T;

const prefix = 'http://10.96.0.50:8080/ext';
const nodes = ['node-1', 'node-2', 'node-3'].map((name) => recordedNode(name));

/** A scheduler with extenders whose programs answer by path; without a program they hang. */
function bedWith(
  extenders: readonly SchedulerExtender[],
  programs: Readonly<Record<string, Program>>,
  code = 200,
) {
  const calls: HttpRequest[] = [];
  const bed = new SchedulerBed(nodes, { extenders }, () => ({
    *roundTrip(request) {
      calls.push(request);
      const program = programs[request.url];
      if (program === undefined) yield* sleep(seconds(60));
      const body = JSON.stringify(program?.(request.body as Parameters<Program>[0]));
      return ok({ code, headers: {}, body });
    },
  }));
  return { bed, calls };
}

describe('an extender that filters', () => {
  const filter = { urlPrefix: prefix, filterVerb: 'filter' };

  it('is given the pod and the nodes that the plugins left, and leaves fewer', () => {
    const { bed, calls } = bedWith([filter], {
      '/ext/filter': ({ Nodes }) => ({ Nodes: { items: Nodes?.items.slice(1, 2) } }),
    });
    bed.create(recordedPod('a'));
    expect(bed.nodeOf('a')).toBe('node-2');
    const { Pod: pod, NodeNames } = firstBody<Args>(calls);
    expect([pod.metadata.name, NodeNames, calls[0]?.method]).toEqual(['a', null, 'POST']);
    expect(bed.facts('ExtenderCalled')).toMatchObject([
      { pod: 'default/a', extender: prefix, verb: 'filter', outcome: 'success', nodes: 3, left: 1 },
    ]);
  });

  it('that knows the nodes is given names, and may not invent one', () => {
    const knowing = { ...filter, nodeCacheCapable: true };
    const { bed, calls } = bedWith([knowing], {
      '/ext/filter': ({ Pod: pod }) => ({
        nodenames: [pod.metadata.name === 'a' ? 'node-3' : 'node-9'],
      }),
    });
    bed.create(recordedPod('a'));
    expect(bed.nodeOf('a')).toBe('node-3');
    expect(firstBody<Args>(calls).NodeNames).toHaveLength(3);
    bed.create(recordedPod('b'));
    expect(bed.failure('b')).toBe(
      `extender "${prefix}" claims a filtered node "node-9" which is not found in the input node list`,
    );
  });

  it('says why nodes fail, which the pod is told, and any event tries the pod again', () => {
    let open = false;
    const { bed } = bedWith([filter], {
      '/ext/filter': ({ Nodes }) =>
        open
          ? { Nodes }
          : {
              Nodes: { items: [] },
              FailedNodes: { 'node-1': 'no licence', 'node-2': 'no licence' },
              FailedAndUnresolvableNodes: { 'node-3': 'wrong rack' },
            },
    });
    bed.create(recordedPod('a'));
    expect(bed.failure('a')).toBe(
      '0/3 nodes are available: 1 wrong rack, 2 no licence. no new claims to deallocate, ' +
        'preemption: 0/3 nodes are available: 1 Preemption is not helpful for scheduling, ' +
        '2 No preemption victims found for incoming pod.',
    );
    open = true;
    bed.act(() => bed.api.put('nodes', recordedNode('node-4')));
    bed.run(5);
    expect(bed.nodeOf('a')).not.toBe('');
  });

  it('that fails fails the attempt, unless it is ignorable: then it is asked last', () => {
    const { bed } = bedWith([filter], { '/ext/filter': () => ({}) }, 500);
    bed.create(recordedPod('a'));
    expect(bed.failure('a')).toBe(`failed filter with extender at URL ${prefix}/filter, code 500`);
    const gone = { urlPrefix: 'http://nowhere', filterVerb: 'filter', ignorable: true };
    const other = bedWith([gone, { ...filter, nodeCacheCapable: true }], {
      '/ext/filter': () => ({ NodeNames: ['node-1'] }),
    });
    other.bed.create(recordedPod('a'));
    expect(other.bed.nodeOf('a')).toBe('node-1');
    const facts = other.bed.facts('ExtenderCalled');
    expect(facts.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['success', ''],
      ['ignored', 'Post "http://nowhere/filter": dial tcp: lookup nowhere: no such host'],
    ]);
  });

  it('is waited for as long as its timeout says', () => {
    const { bed } = bedWith([{ ...filter, httpTimeoutSeconds: 2 }], {});
    bed.create(recordedPod('a'), 3);
    expect(bed.failure('a')).toBe(
      `Post "${prefix}/filter": context deadline exceeded ` +
        '(Client.Timeout exceeded while awaiting headers)',
    );
  });

  it('is only asked about pods that want what it manages', () => {
    const managing = { ...filter, managedResources: [{ name: 'example.com/gpu' }] };
    const { bed, calls } = bedWith([managing], {});
    bed.create(recordedPod('a'));
    expect(bed.nodeOf('a')).not.toBe('');
    expect(calls).toEqual([]);
  });
});

describe('an extender that prioritizes', () => {
  it('adds its scores, ten times those of its own scale, times its weight', () => {
    const extender = { urlPrefix: prefix, prioritizeVerb: 'rate', weight: 3 };
    const { bed } = bedWith([extender], {
      '/ext/rate': () => [
        { Host: 'node-3', Score: 10 },
        { Host: 'node-1', Score: 1 },
      ],
    });
    bed.create(recordedPod('a'));
    expect(bed.nodeOf('a')).toBe('node-3');
    expect(bed.scores('a')['node-3']).toContain(`${prefix}=300`);
    expect(bed.scores('a')['node-1']).toContain(`${prefix}=30`);
    expect(bed.scores('a')['node-2']).not.toContain(prefix);
  });

  it('that fails only gives no scores', () => {
    const extender = { urlPrefix: 'http://nowhere', prioritizeVerb: 'rate', weight: 1 };
    const { bed } = bedWith([extender], {});
    bed.create(recordedPod('a'));
    expect(bed.nodeOf('a')).not.toBe('');
    expect(bed.facts('ExtenderCalled')).toMatchObject([{ verb: 'prioritize', outcome: 'ignored' }]);
  });
});

describe('an extender that binds', () => {
  it('does so in place of the scheduler, which writes no binding', () => {
    const { bed, calls } = bedWith([{ urlPrefix: prefix, bindVerb: 'bind' }], {
      '/ext/bind': () => ({}),
    });
    bed.create(recordedPod('a'));
    const [{ body } = { body: undefined }] = calls;
    expect(body).toMatchObject({ PodName: 'a', PodNamespace: 'default', PodUID: 'uid-a' });
    expect(bed.nodeOf('a')).toBe('');
    expect(bed.facts('PodBound')).toMatchObject([{ pod: 'default/a' }]);
  });

  it('may refuse', () => {
    const { bed } = bedWith([{ urlPrefix: prefix, bindVerb: 'bind' }], {
      '/ext/bind': () => ({ Error: 'not today' }),
    });
    bed.create(recordedPod('a'));
    expect(bed.failure('a')).toBe('not today');
  });
});

describe('an extender that takes part in preemption', () => {
  it('chooses among the nodes and their victims', () => {
    const extender = { urlPrefix: prefix, preemptVerb: 'preempt', nodeCacheCapable: true };
    const { bed, calls } = bedWith([extender], {
      '/ext/preempt': () => ({
        NodeNameToMetaVictims: { 'node-2': { Pods: [{ UID: 'uid-old-2' }], NumPDBViolations: 0 } },
      }),
    });
    for (const n of [1, 2, 3]) {
      const spec = { priority: 0, nodeName: `node-${n}` };
      bed.create(recordedPod(`old-${n}`, { requests: { cpu: '2' }, spec }));
    }
    bed.create(recordedPod('new', { requests: { cpu: '1' }, spec: { priority: 10 } }), 1);
    const sent = firstBody<{ readonly NodeNameToMetaVictims: object }>(calls);
    expect(Object.keys(sent.NodeNameToMetaVictims)).toHaveLength(3);
    const deleted = bed.api.writes.filter(({ method }) => method === 'DELETE');
    expect(deleted.map(({ url }) => url.split('/').at(-1))).toEqual(['old-2']);
  });
});

describe('a configuration of extenders', () => {
  it.each([
    [
      [{ urlPrefix: prefix, prioritizeVerb: 'p' }],
      'extenders[0].weight: Invalid value: 0: must have',
    ],
    [
      [
        { urlPrefix: prefix, bindVerb: 'b' },
        { urlPrefix: prefix, bindVerb: 'b' },
      ],
      'found 2 extenders implementing bind',
    ],
  ])('that is wrong is refused (%#)', (extenders, message) => {
    expect(() => bedWith(extenders, {})).toThrow(message);
  });
});

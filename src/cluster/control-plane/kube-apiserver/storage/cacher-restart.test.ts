import { describe, expect, it } from 'vitest';
import { createPrng } from '#base/prng';
import { seconds } from '#base/sim-time';
import { Etcd } from '#cluster/control-plane/etcd/etcd';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import { type Process, Simulation } from '#sim/simulation';
import { TaskGroup } from '#sim/task';
import { Tracer } from '#trace/tracer';
import { Cacher } from './cacher.ts';
import { metadataFields, parseSelection } from './selection.ts';

const prefix = '/registry/configmaps/';
const keyOf = (name: string) => `${prefix}default/${name}`;
const configMap = (name: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default', uid: name },
});

/** A watch cache over three members, which the API server reaches or not. */
function start() {
  const sim = new Simulation();
  const tracer = new Tracer(sim);
  const etcd = new Etcd({ sim, tracer, prng: createPrng(7) }, 3);
  for (const member of etcd.members) {
    sim.spawn(member.name, etcd.run(member), new TaskGroup(member.name));
  }
  sim.run(seconds(5));
  const cacher = new Cacher({
    ...{ sim, tracer, etcd, prefix, resource: 'configmaps', triggerField: undefined },
  });
  const call = <T>(process: () => Process<T>): T => {
    function* caller(): Process<T> {
      const input = { type: 'CommandEntered', component: 'person', input: 0 } as const;
      tracer.emitRoot({ ...input, line: '', user: 'admin' });
      return yield* process();
    }
    const task = sim.spawn('caller', caller());
    sim.run(sim.now + seconds(20), () => task.done);
    return task.join().next().value as T;
  };
  call(function* () {
    sim.spawn('cacher', cacher.run());
  });
  /** Written beside the API server, at the machine of a member. */
  const atMember = (op: 'put' | 'delete', name: string, expectedRevision: number) =>
    call(function* () {
      const request = { op, key: keyOf(name), expectedRevision, value: configMap(name) };
      yield* etcd.members[0]?.propose({ kind: 'txn', request }) ?? [];
    });
  return { sim, etcd, cacher, call, atMember };
}

describe('a watch cache whose changes were compacted before they came', () => {
  it('lists anew, tells what is gone, and ends its watches, which would have a gap', () => {
    const { sim, etcd, cacher, call, atMember } = start();
    atMember('put', 'a', 0);
    atMember('put', 'b', 0);
    sim.run(sim.now + seconds(1));
    const told: string[] = [];
    cacher.addHandler((now, before) => {
      told.push(`${before?.metadata.name ?? '-'} → ${now?.metadata.name ?? '-'}`);
    });
    const all = parseSelection({}, metadataFields);
    const selection = all.ok ? all.value : undefined;
    if (selection === undefined) throw new Error('everything is selected');
    const query = { prefix, selection, namespace: '', resourceVersion: '0' };
    const more = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      to: 'test',
      convert: undefined,
      request: 1,
    };
    const opened = call(() =>
      cacher.openWatch({
        ...{ ...query, ...more },
        ...{ bookmarks: false, sendInitialEvents: false, timeoutSeconds: 0 },
      }),
    );
    const stream = (opened.ok ? opened.value : undefined) as WatchStream;
    const ways = etcd.members.map(({ component }) => etcd.wayToClient(component));
    for (const way of ways) way?.cut();
    sim.run(sim.now + seconds(41));
    atMember('delete', 'a', 2);
    atMember('put', 'c', 0);
    call(function* () {
      yield* etcd.members[0]?.propose({ kind: 'compact', revision: 5 }) ?? [];
    });
    for (const way of ways) way?.mend();
    sim.run(sim.now + seconds(10));
    expect(cacher.list().map(({ metadata }: KubeObject) => metadata.name)).toEqual(['b', 'c']);
    expect(told).toEqual(['- → a', '- → b', 'a → -', '- → c']);
    expect(stream.closed).toBe(true);
    expect(cacher.revision).toBe(5);
  });
});

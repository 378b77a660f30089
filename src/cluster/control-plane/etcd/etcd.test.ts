import { describe, expect, it } from 'vitest';
import { must } from '#base/assert';
import { createPrng } from '#base/prng';
import { hour, seconds } from '#base/sim-time';
import { type Process, Simulation } from '#sim/simulation';
import { TaskGroup } from '#sim/task';
import { Tracer } from '#trace/tracer';
import type { EtcdWatchEvent, TxnResponse } from './client.ts';
import { Etcd } from './etcd.ts';

/** A running member and a function that calls it. */
function startEtcd() {
  const sim = new Simulation();
  const tracer = new Tracer(sim);
  const etcd = new Etcd({ sim, tracer, prng: createPrng(7) });
  sim.spawn('etcd', etcd.run(), new TaskGroup('etcd'));
  sim.run(0);
  const call = <T>(process: Process<T>): T => {
    const results: { value: T }[] = [];
    function* caller(): Process {
      tracer.emitRoot({
        type: 'CommandEntered',
        component: 'person',
        input: 0,
        line: '',
        user: 'admin',
      });
      results.push({ value: yield* process });
    }
    sim.spawn('caller', caller());
    sim.run(sim.now + seconds(1));
    return must(results[0], 'the call ended').value;
  };
  const put = (key: string, expectedRevision: number, value: unknown = key): TxnResponse =>
    call(etcd.txn({ op: 'put', key, expectedRevision, value }));
  const remove = (key: string, expectedRevision: number): TxnResponse =>
    call(etcd.txn({ op: 'delete', key, expectedRevision }));
  return { sim, tracer, etcd, call, put, remove };
}

const nginx = '/registry/pods/default/nginx';

describe('etcd', () => {
  it('counts one revision for each write and a version for each key', () => {
    const { etcd, put, remove } = startEtcd();
    expect(etcd.revision).toBe(1);
    expect(put(nginx, 0).kv).toMatchObject({ createRevision: 2, modRevision: 2, version: 1 });
    put('/registry/pods/default/web', 0);
    expect(put(nginx, 2).kv).toMatchObject({ createRevision: 2, modRevision: 4, version: 2 });
    expect(remove(nginx, 4)).toMatchObject({ succeeded: true, revision: 5 });
    expect(put(nginx, 0).kv).toMatchObject({ createRevision: 6, modRevision: 6, version: 1 });
  });

  it('refuses a write whose expected revision is stale and shows what stands there', () => {
    const { etcd, put, tracer } = startEtcd();
    put(nginx, 0);
    put(nginx, 2, 'second');
    const refused = put(nginx, 2, 'late');
    expect(refused).toMatchObject({ succeeded: false, kv: { modRevision: 3, value: 'second' } });
    expect(put(nginx, 0)).toMatchObject({ succeeded: false });
    expect(etcd.revision).toBe(3);
    expect(tracer.facts.filter(({ type }) => type === 'TxnRefused')).toHaveLength(2);
  });

  it('lists a prefix in key order, now and as of an older revision', () => {
    const { etcd, call, put, remove } = startEtcd();
    for (const name of ['c', 'a', 'b']) put(`/registry/pods/default/${name}`, 0);
    put('/registry/pods/other/x', 0);
    put('/registry/podtemplates/default/a', 0);
    remove('/registry/pods/default/a', 3);
    put('/registry/pods/default/c', 2, 'changed');
    const prefix = '/registry/pods/default/';
    const names = (revision: number) =>
      call(etcd.range({ key: prefix, prefix: true, revision })).kvs.map(({ key }) => key.at(-1));
    expect(names(0)).toEqual(['b', 'c']);
    expect(names(5)).toEqual(['a', 'b', 'c']);
    const old = call(etcd.range({ key: prefix, prefix: true, revision: 4, limit: 1 }));
    expect(old).toMatchObject({ count: 3, revision: 8, kvs: [{ modRevision: 3 }] });
  });

  it('gives a watcher every event of its prefix from its revision on, in order', () => {
    const { etcd, sim, call, put, remove } = startEtcd();
    put(nginx, 0);
    put('/registry/services/specs/default/nginx', 0);
    const watch = call(etcd.watch('/registry/pods/', 2));
    if (!('events' in watch)) throw new Error('compacted');
    put(nginx, 2, 'second');
    remove(nginx, 4);
    watch.requestProgress();
    sim.run(sim.now + seconds(1));
    const seen: unknown[] = [];
    for (let event = watch.events.tryReceive(); event; event = watch.events.tryReceive()) {
      const { kv, prevKv } = event as EtcdWatchEvent;
      seen.push(event.type === 'PROGRESS' ? event : [event.type, kv.modRevision, prevKv?.value]);
    }
    expect(seen).toEqual([
      ['PUT', 2, undefined],
      ['PUT', 4, nginx],
      ['DELETE', 5, 'second'],
      { type: 'PROGRESS', revision: 5 },
    ]);
  });

  it('tells a watcher and a reader that asks for compacted history', () => {
    const { etcd, call, put } = startEtcd();
    put(nginx, 0);
    put(nginx, 2);
    put(nginx, 3);
    call(etcd.compact(3));
    expect(call(etcd.watch('/registry/pods/', 3))).toEqual({ compactRevision: 3 });
    expect(call(etcd.watch('/registry/pods/', 4))).toHaveProperty('events');
    expect(call(etcd.range({ key: nginx, revision: 2 })).compactRevision).toBe(3);
    expect(call(etcd.range({ key: nginx })).kvs).toHaveLength(1);
  });

  it('deletes the keys of a lease when it runs out, but not those that moved to another', () => {
    const { etcd, sim, call, tracer } = startEtcd();
    const first = call(etcd.grantLease(3600));
    const second = call(etcd.grantLease(7200));
    const event = '/registry/events/default/nginx.1';
    const moved = '/registry/events/default/nginx.2';
    call(etcd.txn({ op: 'put', key: event, expectedRevision: 0, value: 1, lease: first }));
    call(etcd.txn({ op: 'put', key: moved, expectedRevision: 0, value: 1, lease: first }));
    call(etcd.txn({ op: 'put', key: moved, expectedRevision: 3, value: 2, lease: second }));
    sim.run(sim.now + hour);
    expect(call(etcd.range({ key: '/registry/events/', prefix: true })).kvs).toMatchObject([
      { key: moved, lease: second },
    ]);
    const expired = tracer.facts.find(({ type }) => type === 'LeaseExpired');
    expect(expired).toMatchObject({ lease: first, keys: [event] });
    expect(tracer.facts.find(({ id }) => id === expired?.cause)).toMatchObject({
      type: 'TimerFired',
      component: 'etcd',
    });
  });
});

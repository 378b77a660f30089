import { describe, expect, it } from 'vitest';
import { createPrng } from '#base/prng';
import { seconds } from '#base/sim-time';
import { type Process, Simulation } from '#sim/simulation';
import { TaskGroup } from '#sim/task';
import { Tracer } from '#trace/tracer';
import { EtcdError, type EtcdWatchEvent, type TxnResponse } from './client.ts';
import { Etcd } from './etcd.ts';

/** Running members, functions that stop and start one, and a client that writes. */
function startMembers(size: number, seed = 7) {
  const sim = new Simulation();
  const tracer = new Tracer(sim);
  const etcd = new Etcd({ sim, tracer, prng: createPrng(seed) }, size);
  const groups = new Map<string, TaskGroup>();
  const start = (name: string): void => {
    const member = etcd.members.find((one) => one.name === name);
    if (member === undefined) throw new Error(name);
    const group = new TaskGroup(name);
    groups.set(name, group);
    sim.spawn(name, etcd.run(member), group);
  };
  for (const { name } of etcd.members) start(name);
  sim.run(seconds(5));
  const call = <T>(process: Process<T>, limit = seconds(20)): T => {
    const outcomes: { value?: T; error?: unknown }[] = [];
    function* caller(): Process {
      const base = { type: 'CommandEntered', component: 'person' } as const;
      tracer.emitRoot({ ...base, input: 0, line: '', user: 'admin' });
      try {
        outcomes.push({ value: yield* process });
      } catch (error) {
        outcomes.push({ error });
      }
    }
    sim.spawn('caller', caller());
    sim.run(sim.now + limit, () => outcomes.length > 0);
    const [outcome] = outcomes;
    if (outcome === undefined) throw new Error('no end');
    if ('error' in outcome) throw outcome.error;
    return outcome.value as T;
  };
  const put = (key: string, expectedRevision: number): TxnResponse =>
    call(etcd.txn({ op: 'put', key, expectedRevision, value: key }));
  const read = (key: string) => call(etcd.range({ key })).kvs[0];
  const leader = () => etcd.members.find(({ raft, serving }) => serving && raft.role === 'leader');
  const stop = (name: string): void => groups.get(name)?.cancelAll();
  return { sim, tracer, etcd, call, put, read, leader, start, stop };
}

const nginx = '/registry/pods/default/nginx';

describe('three etcd members', () => {
  it('elect one leader, whom the others follow in its term', () => {
    const { etcd, leader } = startMembers(3);
    const elected = leader();
    expect(elected).toBeDefined();
    for (const { raft } of etcd.members) {
      expect(raft.leader).toBe(elected?.name);
      expect(raft.term).toBe(elected?.raft.term);
    }
  });

  it('commit a write when two of them have it on disk, and all come to the same keys', () => {
    const { sim, etcd, put, tracer } = startMembers(3);
    expect(put(nginx, 0)).toMatchObject({ succeeded: true, revision: 2 });
    sim.run(sim.now + seconds(1));
    for (const { keySpace } of etcd.members) expect(keySpace.store.get(nginx)?.version).toBe(1);
    const committed = tracer.facts.filter(({ type }) => type === 'TxnCommitted');
    expect(committed).toHaveLength(1);
    const entry = tracer.facts.find((fact) => fact.type === 'EntryCommitted');
    expect(entry?.type === 'EntryCommitted' && entry.holders.length).toBeGreaterThanOrEqual(2);
  });

  it('read what was written just before, whichever member is asked', () => {
    const { put, read } = startMembers(3);
    put(nginx, 0);
    for (let i = 0; i < 3; i++) expect(read(nginx)?.modRevision).toBe(2);
  });

  it('elect another leader when theirs is lost, and lose no write', () => {
    const { sim, put, read, leader, stop } = startMembers(3);
    put(nginx, 0);
    const first = leader()?.name ?? '';
    stop(first);
    sim.run(sim.now + seconds(5));
    expect(leader()?.name).toBeDefined();
    expect(leader()?.name).not.toBe(first);
    expect(read(nginx)?.modRevision).toBe(2);
    expect(put(nginx, 2)).toMatchObject({ succeeded: true, revision: 3 });
  });

  it('refuse writes and reads after 7 s without a majority, and go on when it is back', () => {
    const { sim, put, read, leader, start, stop, etcd } = startMembers(3);
    put(nginx, 0);
    const followers = etcd.members.filter((member) => member !== leader()).map(({ name }) => name);
    for (const name of followers) stop(name);
    sim.run(sim.now + seconds(10));
    expect(leader()).toBeUndefined();
    const begin = sim.now;
    expect(() => put(nginx, 2)).toThrow(new EtcdError('etcdserver: request timed out'));
    expect(sim.now - begin).toBeGreaterThan(seconds(7));
    expect(() => read(nginx)).toThrow('etcdserver: request timed out');
    start(followers[0] ?? '');
    sim.run(sim.now + seconds(5));
    expect(put(nginx, 2)).toMatchObject({ succeeded: true });
  });

  it('bring a member that was away up to date', () => {
    const { sim, etcd, put, leader, start, stop } = startMembers(3);
    const away = etcd.members.find((member) => member !== leader());
    stop(away?.name ?? '');
    for (let revision = 0; revision < 5; revision++) put(nginx, revision === 0 ? 0 : revision + 1);
    expect(away?.keySpace.store.get(nginx)).toBeUndefined();
    start(away?.name ?? '');
    sim.run(sim.now + seconds(3));
    expect(away?.keySpace.store.get(nginx)?.version).toBe(5);
  });

  it('keep a watch going at another member, without a gap and without a repetition', () => {
    const { sim, etcd, call, put, stop } = startMembers(3);
    const watch = call(etcd.watch('/registry/pods/', 1));
    if (!('events' in watch)) throw new Error('compacted');
    put(nginx, 0);
    sim.run(sim.now + seconds(1));
    stop('m1');
    sim.run(sim.now + seconds(6));
    put(nginx, 2);
    sim.run(sim.now + seconds(1));
    stop('m2');
    const revisions: number[] = [];
    for (let event = watch.events.tryReceive(); event; event = watch.events.tryReceive()) {
      revisions.push((event as EtcdWatchEvent).kv.modRevision);
    }
    expect(revisions).toEqual([2, 3]);
  });

  it('end the watches of one that has no leader, so that they go on at another', () => {
    const { sim, etcd, call, put } = startMembers(3);
    const watch = call(etcd.watch('/registry/pods/', 1));
    if (!('events' in watch)) throw new Error('compacted');
    for (const other of ['m2', 'm3']) etcd.wayBetween('etcd/m1', `etcd/${other}`)?.cut();
    sim.run(sim.now + seconds(20));
    // One of three calls goes to the member that is alone.
    expect(() => put(nginx, 0) && put(nginx, 2) && put(nginx, 3)).toThrow(/request timed out/);
    sim.run(sim.now + seconds(1));
    const { revision = 0 } = etcd.members[1]?.keySpace.store ?? {};
    expect(revision).toBeGreaterThan(1);
    expect(watch.events.length).toBe(revision - 1);
  });

  it('are given up by the API server 40 s after the way to one is cut, not before', () => {
    const { sim, etcd, call, put } = startMembers(3);
    const watch = call(etcd.watch('/registry/pods/', 1));
    if (!('events' in watch)) throw new Error('compacted');
    const way = etcd.wayToClient('etcd/m2');
    way?.cut();
    const took = (): number => {
      const before = sim.now;
      call(etcd.range({ key: nginx }), seconds(60));
      return (sim.now - before) / seconds(1);
    };
    const times = [took(), took(), took()].sort((a, b) => b - a);
    expect(times[0]).toBeGreaterThan(35);
    expect(times[1]).toBeLessThan(1);
    for (const revision of [0, 2, 3]) put(nginx, revision);
    sim.run(sim.now + seconds(1));
    expect(watch.events.length).toBe(3);
    way?.mend();
    expect(took()).toBeLessThan(1);
  });

  it('that were compacted beyond what a watch has seen end it, as it cannot go on', () => {
    const { sim, etcd, call } = startMembers(3);
    const watch = call(etcd.watch('/registry/pods/', 1));
    if (!('events' in watch)) throw new Error('compacted');
    const ways = etcd.members.map(({ component }) => etcd.wayToClient(component));
    for (const way of ways) way?.cut();
    sim.run(sim.now + seconds(41));
    const [member] = etcd.members;
    for (const expectedRevision of [0, 2]) {
      const request = { op: 'put', key: nginx, expectedRevision, value: 'x' } as const;
      if (member !== undefined) call(member.propose({ kind: 'txn', request }));
    }
    if (member !== undefined) call(member.propose({ kind: 'compact', revision: 3 }));
    for (const way of ways) way?.mend();
    expect(call(watch.events.receive())).toBeUndefined();
  });

  it('agree on every committed write, whoever is lost in between', () => {
    for (let seed = 1; seed <= 8; seed++) {
      const { sim, etcd, put, read, start, stop } = startMembers(3, seed);
      const chance = createPrng(seed);
      // A write to a lost leader may or may not have taken effect: its writer must check.
      const written = (before: number): number => {
        try {
          return put(nginx, before).kv?.modRevision ?? 0;
        } catch (error) {
          expect(error).toBeInstanceOf(EtcdError);
          const now = read(nginx)?.modRevision ?? 0;
          return now === before ? written(before) : now;
        }
      };
      let revision = 0;
      for (let round = 0; round < 6; round++) {
        const name = `m${1 + chance.nextInt(3)}`;
        stop(name);
        revision = written(revision);
        start(name);
        sim.run(sim.now + chance.nextInt(seconds(4)));
      }
      sim.run(sim.now + seconds(6));
      for (const { keySpace } of etcd.members) {
        expect(keySpace.store.get(nginx)?.modRevision).toBe(revision);
      }
    }
  });
});

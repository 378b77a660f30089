import { describe, expect, it } from 'vitest';
import type { TraceLog } from '#player/trace-log';
import type { Fact } from '#trace/facts';
import { firstFact, realRun } from '../real-run.fixture.ts';
import { axisOf, otherKinds } from './axis-model.ts';
import { fanOf, questionOf } from './fan-model.ts';
import { membersLog } from './log-model.ts';
import { changedLines, storedOf } from './stored-model.ts';
import { toldWrite, writesSince } from './writes.ts';

const log = realRun('create-deployment');
const start = log.steps[0]?.fact ?? 0;
const wide = { rows: 9, columns: 16, shift: 0 };

/** The moment at which a kubelet hears that a Pod is bound to its node. */
const heard = firstFact(
  log,
  'WatchEventReceived',
  ({ component, ref }) => component === 'node-1/kubelet' && ref.name.startsWith('nginx-'),
);

function toldAt(of: TraceLog, cursor: Fact) {
  const write = toldWrite(of, of.steps[0]?.fact ?? 0, cursor.id);
  if (write === undefined) throw new Error('Nothing was written.');
  return write;
}

describe('the write that a moment speaks of', () => {
  it('is the one that somebody hears of', () => {
    expect(String(toldAt(log, heard).revision)).toBe(heard.resourceVersion);
  });

  it('is that of the request under way, and nothing before the first one', () => {
    const answer = firstFact(log, 'ResponseSent', ({ id, code }) => id > start && code === 201);
    const own = log.factsOfRequest(answer.request).map((id) => log.fact(id));
    expect(own).toContain(toldAt(log, answer));
    expect(toldWrite(log, start, start)).toBeUndefined();
  });
});

describe('the axis of revisions', () => {
  const told = toldAt(log, heard);
  const axis = axisOf(writesSince(log, start, heard.id, told.id), told, wide);

  it('has a row for each key that exists, in a tree, and one for the rest', () => {
    expect(axis.rows.map(({ kind, depth }) => `${kind} ${depth}`)).toEqual([
      'root 0',
      'key 1',
      'key 1',
      'folder 1',
      'key 2',
      'key 2',
      'key 2',
      'events 1',
      'more 1',
    ]);
    expect(axis.rows.find((row) => row.told)?.keys).toEqual([told.key]);
    expect(otherKinds(log.sceneAt(heard.id).etcd.keys.keys(), axis.rows)).toBeGreaterThan(10);
  });

  it('marks what is told once, and draws what is ahead hollow beyond the playhead', () => {
    const marks = axis.rows.flatMap((row) => row.marks);
    expect(marks.filter(({ state }) => state === 'told').map(({ write }) => write)).toEqual([told]);
    for (const { state, column } of marks) expect(state === 'ahead').toBe(column >= axis.past);
    expect(axis.columns.slice(axis.past).length).toBe(3);
  });

  it('keeps the told key and its owners where there are few rows', () => {
    const few = axisOf(writesSince(log, start, heard.id, told.id), told, { ...wide, rows: 4 });
    expect(few.rows.map(({ label }) => label.split('/')[0])).toEqual([
      'deployments',
      'replicasets',
      'pods',
      '',
    ]);
    expect(few.rows.at(-1)?.marks.length).toBeGreaterThan(2);
  });

  it('shows a window of the revisions, which can be moved to both ends and no farther', () => {
    const last = log.facts.at(-1);
    const writes = writesSince(log, start, last?.id ?? 0);
    const end = axisOf(writes, writes.past.at(-1), wide);
    expect([end.before, end.after, end.columns.length]).toEqual([true, false, 16]);
    const begin = axisOf(writes, writes.past.at(-1), { ...wide, shift: -1000 });
    expect([begin.before, begin.after]).toEqual([false, true]);
    expect(begin.columns[0]?.revision).toBe(writes.past[0]?.revision);
  });

  it('has no row for a key before it is written', () => {
    const none = axisOf(writesSince(log, start, start), undefined, wide);
    expect(none.rows.map(({ kind }) => kind)).toEqual(['root', 'more']);
    expect(none.past).toBe(0);
  });
});

describe('what is stored', () => {
  it('names the condition of the write and only the fields that differ', () => {
    const stored = storedOf(log, toldAt(log, heard));
    expect(stored.before).toBe(stored.expected);
    const lines = stored.lines.map(({ sign, text }) => sign + text);
    expect(lines).toContain('+  nodeName: node-1');
    expect(lines.join()).not.toContain('managedFields');
  });

  it('shows both values of a field, and the head of a list by the name of its item', () => {
    const before = {
      spec: { replicas: 1 },
      status: { conditions: [{ type: 'Ready', status: 'False' }] },
    };
    const after = {
      spec: { replicas: 3 },
      status: { conditions: [{ type: 'Ready', status: 'True' }] },
    };
    expect(changedLines(before, after).map(({ sign, text }) => sign + text)).toEqual([
      ' spec:',
      '-  replicas: 1',
      '+  replicas: 3',
      ' status:',
      '   conditions:',
      '     [Ready]:',
      '-      status: False',
      '+      status: True',
    ]);
  });
});

describe('who hears of a write', () => {
  it('are those whose question it answers, in the order in which they heard', () => {
    const last = firstFact(
      log,
      'WatchEventReceived',
      ({ component, resourceVersion }) =>
        component === 'kube-scheduler' && resourceVersion === heard.resourceVersion,
    );
    const { watchers, cached } = fanOf(log, log.sceneAt(last.id), toldAt(log, heard));
    expect(cached?.resourceVersion).toBe(heard.resourceVersion);
    expect(watchers.map(({ client, state }) => `${client} ${state}`)).toEqual([
      'node-1/kubelet heard',
      'kube-controller-manager heard',
      'kube-scheduler heard',
      'node-2/kubelet silent',
      'node-3/kubelet silent',
    ]);
    expect(watchers[0]?.event?.event).toBe('ADDED');
  });

  it('wait while the cache has not taken it in', () => {
    const write = toldAt(log, heard);
    const { watchers, cached } = fanOf(log, log.sceneAt(write.id), write);
    expect(cached).toBeUndefined();
    expect(new Set(watchers.map(({ state }) => state))).toEqual(new Set(['waits']));
  });

  it('are nobody for an Event', () => {
    const event = firstFact(
      log,
      'TxnCommitted',
      ({ id, key }) => id > start && key.startsWith('/registry/events/'),
    );
    expect(fanOf(log, log.sceneAt(heard.id), event).watchers).toEqual([]);
  });

  it('ask in the words of their selectors', () => {
    expect(questionOf('/api/v1/pods?fieldSelector=spec.nodeName%3Dnode-1&watch=true')).toEqual({
      kind: 'fields',
      words: 'nodeName=node-1',
    });
    expect(questionOf('/api/v1/pods?watch=true').kind).toBe('all');
  });
});

describe('the log of three members', () => {
  const three = realRun('three-members');
  const write = firstFact(
    three,
    'TxnCommitted',
    ({ key, version }) => key.includes('/pods/default/nginx-') && version === 2,
  );
  const shown = membersLog(three, three.sceneAt(write.id), write, 7);

  it('has the leader first and the told entry last', () => {
    expect(shown.members.map(({ state }) => state)).toEqual(['leader', 'follower', 'follower']);
    expect(shown.entries.map(({ told }) => told)).toEqual([...Array(6).fill(false), true]);
    expect(shown.entries.at(-1)?.write).toBe(write);
  });

  it('says of a member only what the trace says that it has on disk', () => {
    const { holders = [], index = 0 } = shown.told ?? {};
    const having = shown.members.map(({ name }) => name).filter((name) => shown.has(name, index));
    expect([...having].sort()).toEqual([...holders].sort());
    expect(holders.length).toBe(shown.quorum);
  });
});

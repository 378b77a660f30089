import { describe, expect, it } from 'vitest';
import { createDeploymentFacts } from '#player/create-deployment.fixture';
import { TraceLog } from '#player/trace-log';
import type { Fact } from '#trace/facts';
import { containerSource, logLines, logSources } from './log-lines.ts';

const facts = createDeploymentFacts();
const log = new TraceLog();
log.append(facts);
const end = facts.length;
const pod = 'default/web';
const written = (id: number, container: string, text: string): Fact => ({
  id,
  at: id,
  cause: id - 1,
  type: 'ContainerLogged',
  component: 'node-1/containerd',
  pod,
  container,
  stream: 'stdout',
  text,
});

describe('logs up to the cursor', () => {
  it('of a component are its own facts, one line each, the newest last', () => {
    const lines = logLines(log, 'kube-scheduler', end, { most: 5 });
    expect(lines).toHaveLength(5);
    expect(lines.map(({ fact }) => log.fact(fact)?.component)).toContain('kube-scheduler');
    expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).toSorted((a, b) => a - b));
    expect(lines[0]?.text).toMatch(/^"\w+"/);
  });

  it('contain nothing that has not happened', () => {
    const middle = Math.floor(end / 2);
    const lines = logLines(log, 'kube-apiserver', middle, { most: 1000 });
    expect(lines.every(({ fact }) => fact <= middle)).toBe(true);
  });

  it('of a container are the output of its processes, line by line', () => {
    const run = new TraceLog();
    run.append([
      written(1, 'app', 'one\ntwo\n'),
      written(2, 'side', 'other'),
      written(3, 'app', 'x'),
    ]);
    expect(logSources(run, 3)).toEqual([
      'node-1/containerd',
      containerSource(pod, 'app'),
      containerSource(pod, 'side'),
    ]);
    const lines = (text: string): readonly string[] =>
      logLines(run, containerSource(pod, 'app'), 3, { most: 9, text }).map((line) => line.text);
    expect(lines('')).toEqual(['one', 'two', 'x']);
    expect(lines('W')).toEqual(['two']);
  });

  it('of a container begin anew when the kubelet has rotated its log away', () => {
    const run = new TraceLog();
    const rotated: Fact = {
      ...{ id: 3, at: 3, cause: 2, component: 'node-1/kubelet', pod, container: 'app' },
      ...{ type: 'ContainerLogRotated', log: '/l/0.log', rotated: '/l/0.log.1', bytes: 4 },
      ...{ compressed: [], removed: [] },
    };
    run.append([
      written(1, 'app', 'old'),
      written(2, 'side', 'other'),
      rotated,
      written(4, 'app', 'new'),
    ]);
    const lines = (container: string, cursor: number): readonly string[] =>
      logLines(run, containerSource(pod, container), cursor, { most: 9 }).map(({ text }) => text);
    expect(lines('app', 2)).toEqual(['old']);
    expect(lines('app', 3)).toEqual([]);
    expect(lines('app', 4)).toEqual(['new']);
    // The log of another container of the Pod has not reached its size.
    expect(lines('side', 4)).toEqual(['other']);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashTrace } from '#trace/trace-hash';
import { play, recording } from './played.fixture.ts';
import { largestFile, readSavedRun, type SavedRun, savedRunText } from './saved-run.ts';

const knows = (scenario: string): boolean => scenario === recording.scenario;
const read = (text: string): ReturnType<typeof readSavedRun> => readSavedRun(text, knows);

/** The saved file with another value in it. */
const changed = (change: object): string =>
  JSON.stringify({ ...JSON.parse(savedRunText({ recording })), ...change });

describe('a saved run', () => {
  it('comes back with the same trace', () => {
    const saved: SavedRun = { recording, step: 'etcd/commit/a~2', tour: 'short-walk', hash: 'abc' };
    const back = read(savedRunText(saved));
    expect(back).toEqual({ ok: true, run: saved });
    if (!back.ok) return;
    expect(hashTrace(play(back.run.recording).facts)).toBe(hashTrace(play(recording).facts));
  }, 60_000);

  it('brings the lesson that it was told in, as its author wrote it', () => {
    const lesson = 'podyssey: lesson/v1\nmeta: { title: "A “lesson”" }\n';
    const saved: SavedRun = { recording, tour: 'lesson', lesson };
    expect(read(savedRunText(saved))).toEqual({ ok: true, run: saved });
    expect(read(changed({ lesson: 'x'.repeat(200_001) }))).toMatchObject({ problem: 'content' });
    expect(read(changed({ lesson: 5 }))).toMatchObject({ problem: 'content' });
  });

  it('has what is done to a machine in words, like older files', () => {
    const text = changed({ inputs: [{ at: 7, kind: 'host', action: 'stop_kubelet 2' }] });
    const back = read(text);
    expect(back).toMatchObject({
      run: {
        recording: {
          inputs: [{ at: 7, kind: 'host', action: { kind: 'stop_kubelet', node: '2' } }],
        },
      },
    });
    const again = back.ok ? savedRunText(back.run) : '';
    expect(JSON.parse(again)).toMatchObject({ inputs: [{ at: 7, action: 'stop_kubelet 2' }] });
  });

  it('keeps what clients outside did, the cluster and the length of their session', () => {
    const http = { method: 'GET', url: '/version', headers: { accept: '*/*' } } as const;
    const session: SavedRun = {
      recording: {
        ...recording,
        inputs: [
          { at: 7, kind: 'outside', action: { kind: 'request', request: 1, http } },
          { at: 9, kind: 'outside', action: { kind: 'hangup', request: 1 } },
        ],
        cluster: '{"version":1}',
        until: 40_000_000,
      },
    };
    expect(read(savedRunText(session))).toEqual({ ok: true, run: session });
    const action = { kind: 'request', request: 1, http: { ...http, method: 'BREW' } };
    const unknown = read(changed({ inputs: [{ at: 7, kind: 'outside', action }] }));
    expect(unknown).toEqual({ ok: false, problem: 'content' });
  });

  it('reports what is wrong with a file', () => {
    const problem = (text: string): unknown => {
      const result = read(text);
      return result.ok ? undefined : result.problem;
    };
    expect(problem('x'.repeat(largestFile + 1))).toBe('large');
    expect(problem('{')).toBe('json');
    expect(problem('[]')).toBe('format');
    expect(problem(changed({ format: 'other' }))).toBe('format');
    expect(problem(changed({ version: 2 }))).toBe('version');
    expect(problem(changed({ scenario: 'nowhere' }))).toBe('scenario');
    expect(problem(changed({ seed: -1 }))).toBe('content');
    expect(problem(changed({ seed: 2 ** 32 }))).toBe('content');
    expect(problem(changed({ inputs: Array(501).fill(recording.inputs[0]) }))).toBe('content');
    expect(problem(changed({ inputs: [{ kind: 'command', at: 1e18, line: '' }] }))).toBe('content');
    expect(problem(changed({ step: 'x'.repeat(601) }))).toBe('content');
  });

  it('accepts nothing that it does not know, and never throws', () => {
    const back = read(changed({ __proto__: { evil: 1 }, evil: 1 }));
    expect(back.ok && Object.keys(back.run)).toEqual(['recording']);
    fc.assert(fc.property(fc.json(), (text) => typeof read(text).ok === 'boolean'));
    const broken = fc.record({ inputs: fc.array(fc.jsonValue()), seed: fc.jsonValue() });
    fc.assert(fc.property(broken, (change) => typeof read(changed(change)).ok === 'boolean'));
  });
});

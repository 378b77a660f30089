import { describe, expect, it } from 'vitest';
import { createDeploymentFacts } from '#player/create-deployment.fixture';
import { emptyScene } from '#player/scene';
import { TraceLog } from '#player/trace-log';
import { wideLayout } from '../layout/wide-layout.ts';
import { motionOf } from './motion.ts';

const log = new TraceLog();
log.append(createDeploymentFacts());
const layout = wideLayout(['node-1', 'node-2', 'node-3']);

/** The movement of the step with the given id, at a moment of it. */
function at(id: string, t: number) {
  const index = log.steps.findIndex((step) => step.id === id);
  const scene = log.sceneAt(log.steps[index]!.fact);
  const from = log.sceneAt(log.steps[index - 1]!.fact);
  return motionOf(log, from, scene, t, layout);
}

const authenticate = 'kube-apiserver/authenticate/deployments/default/nginx';

describe('the movement of a step', () => {
  it('takes a request from its client to its first station', () => {
    expect(at(authenticate, 0).dot?.at).toEqual({ x: 196, y: 82 });
    expect(at(authenticate, 1).dot?.at).toEqual({ x: 286, y: 82 });
  });

  it('lights the path before the dot leaves', () => {
    const early = at(authenticate, 240 / 840);
    expect(early.dot?.at.x).toBeCloseTo(196);
    expect(early.lit).toContain('L286 82');
  });

  it('ends with the same picture as a cut to the step', () => {
    for (const { fact, index } of log.steps) {
      const scene = log.sceneAt(fact);
      const before = log.sceneAt(log.steps[index - 1]?.fact ?? 0);
      const walked = motionOf(log, before, scene, 1, layout);
      const cut = motionOf(log, scene, scene, 1, layout);
      expect(walked.dot).toEqual(cut.dot);
      expect(walked.signal).toEqual(cut.signal);
      expect(walked.rings).toEqual(cut.rings);
    }
  });

  it('takes what the API server passes on from there to the node of the Pod', () => {
    const scene = log.sceneAt(log.facts.length);
    const [pod = { node: '' }] = scene.pods.values();
    const [namespace = '', name = ''] = [...scene.pods.keys()][0]?.split('/') ?? [];
    const passed = new TraceLog();
    passed.append(createDeploymentFacts());
    const last = log.fact(log.facts.length)!;
    passed.append([
      {
        ...{ id: last.id + 1, at: last.at, cause: last.id, type: 'RequestSent' },
        ...{ component: 'kube-apiserver', request: 9999, method: 'GET', headers: {} },
        ...{ url: `/containerLogs/${namespace}/${name}/nginx`, userAgent: '', user: '' },
        ref: { resource: 'pods', namespace, name },
      },
    ]);
    const after = passed.sceneAt(last.id + 1);
    const [begin, end] = [0, 1].map((t) => motionOf(passed, scene, after, t, layout).dot);
    const room = layout.rooms.get(pod.node ?? '')!;
    expect(begin?.at).toEqual(layout.requestRoutes.get(pod.node ?? '')?.points.at(-1));
    expect(end?.at.y).toBeCloseTo(room.y);
    expect(end?.label).toBe('GET /containerLogs');
  });

  it('lets requests that are told together follow the dot, each on its own line', () => {
    const commits = log.steps.filter(({ type }) => type === 'TxnCommitted');
    const ofNodes = commits.filter(({ fact }) =>
      log.fact(log.factsOfRequest(log.requestOf(fact))[0] ?? 0)?.component.startsWith('node-'),
    );
    const [first, second] = ofNodes.map(({ fact }) => fact);
    const scene = log.sceneAt(second!);
    const together = [log.requestOf(first!)];
    const { dot, rings, beside } = motionOf(log, scene, scene, 1, layout, { together });
    expect(rings[0]!.x).toBeLessThan(dot!.at.x);
    expect(beside).toMatch(/^M/);
    expect(motionOf(log, scene, scene, 0, layout, { together }).beside).toBe('');
  });

  it('sends a watch event down its line as a ticket with words, without a dot', () => {
    const event = 'kube-scheduler/hear/pods/default/nginx-7f8fbb96d-drc52';
    const [leaves, heard] = [at(event, 0), at(event, 1)];
    expect(heard.dot).toBeUndefined();
    expect(heard.signal).toMatchObject({ event: 'ADDED', kind: 'Pod', name: '…-drc52' });
    const scheduler = layout.rooms.get('kube-scheduler')!;
    expect(leaves.signal?.lit).toBe('');
    expect(heard.signal?.lit).toMatch(new RegExp(` ${scheduler.y}$`));
  });

  it('keeps the ticket between the rooms, where it covers no name', () => {
    for (const { fact } of log.steps) {
      const scene = log.sceneAt(fact);
      const { signal } = motionOf(log, scene, scene, 1, layout);
      if (signal === undefined) continue;
      const over = [...layout.rooms.values()].filter(
        ({ y, height }) => signal.at.y + 20 > y && signal.at.y - 20 < y + height,
      );
      expect(over).toEqual([]);
    }
  });

  it('names the request by its method and resource', () => {
    const id = 'etcd/commit/pods/default/nginx-7f8fbb96d-drc52~2';
    expect(at(id, 1).dot?.label).toBe('POST binding');
  });

  it('marks a refusal with the same sign at its stage and on the way back', () => {
    const { fact } = log.steps.find(({ type }) => type === 'ResponseReceived')!;
    const scene = log.sceneAt(fact);
    const requests = new Map(
      [...scene.requests].map(([id, request]) => [id, { ...request, code: 404 }] as const),
    );
    const { dot } = motionOf(log, scene, { ...scene, requests }, 1, layout);
    expect(dot?.denied).toBe(true);
    expect(dot?.label).toMatch(/^404 /);
  });

  it('shows nothing before anything has happened', () => {
    const { lit, dot, rings } = motionOf(log, emptyScene, emptyScene, 1, layout);
    expect({ lit, dot, rings }).toEqual({ lit: '', dot: undefined, rings: [] });
  });
});

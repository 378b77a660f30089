import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeploymentFacts } from '#player/create-deployment.fixture';
import { player } from '#player/player';
import { castInLog } from '#player/telling-in-log';
import { TraceLog } from '#player/trace-log';
import { useDiagram } from '../diagram-store.ts';
import { castHere, isBeside } from './cast.ts';
import { heardOf } from './heard.ts';
import { roomOfAnchor } from './room-of-anchor.ts';
import { togetherHere } from './together.ts';

beforeEach(() => {
  const log = new TraceLog();
  log.append(createDeploymentFacts());
  const { steps, chapters, beats, facts } = log;
  player.setState({ log, steps, chapters, beats, factCount: facts.length, depth: 'story' });
  useDiagram.setState({ castAt: castInLog });
});
afterEach(() => player.setState({ depth: 'story' }));

/** Goes to the first step of a type of fact, on the main line. */
function goTo(type: string): void {
  const { steps, seekStep } = player.getState();
  seekStep(steps.findIndex((step) => step.type === type && step.main));
}

describe('the cast of a beat', () => {
  it('is the API server and etcd where something is written', () => {
    goTo('TxnCommitted');
    const { anchors, inside } = castHere(player.getState());
    expect(anchors).toEqual(expect.arrayContaining(['kube-apiserver', 'etcd']));
    expect(inside).toBeUndefined();
    expect(isBeside(castHere(player.getState()), 'kube-scheduler')).toBe(true);
    expect(isBeside(castHere(player.getState()), 'etcd')).toBe(false);
  });

  it('is inside the scheduler for its plugins, and inside the node for its runtime', () => {
    goTo('HostSelected');
    expect(castHere(player.getState()).inside).toBe('kube-scheduler');
    goTo('CniStep');
    expect(castHere(player.getState()).inside).toMatch(/^node-\d$/);
  });

  it('is inside the API server for its checks, and inside the manager for a decision', () => {
    goTo('Authorized');
    expect(castHere(player.getState()).inside).toBe('kube-apiserver');
    goTo('DecisionMade');
    expect(castHere(player.getState()).inside).toBe('kube-controller-manager');
    goTo('KeyAdded');
    expect(castHere(player.getState()).inside).toBeUndefined();
  });

  it('is empty outside of the story', () => {
    goTo('TxnCommitted');
    player.setState({ depth: 'stages' });
    expect(castHere(player.getState())).toEqual({ anchors: [], inside: undefined });
    expect(isBeside(castHere(player.getState()), 'kube-scheduler')).toBe(false);
  });

  it('has the requests that a beat tells together: those of all three kubelets', () => {
    const { log, beats } = player.getState();
    const together = beats.map((beat) => {
      player.getState().seek(beat.fact);
      return togetherHere(player.getState()).map(
        (request) => log.fact(log.factsOfRequest(request)[0] ?? 0)?.component,
      );
    });
    expect(together).toContainEqual(
      expect.arrayContaining([
        expect.stringMatching(/^node-\d/),
        expect.stringMatching(/^node-\d/),
      ]),
    );
    // The first object of a kind has no siblings.
    expect(together[3]).toEqual([]);
  });

  it('keeps the ticket of its watch event until the beat ends', () => {
    const { log, beats } = player.getState();
    const kept = beats.flatMap((beat) => {
      player.getState().seek(beat.fact);
      return heardOf(player.getState()) ?? [];
    });
    expect(kept.length).toBeGreaterThan(0);
    for (const { id } of kept) expect(log.fact(id)?.type).toBe('WatchEventReceived');
  });
});

it.each([
  ['deployment-controller/queue', 'kube-controller-manager'],
  ['watch/kube-scheduler', 'kube-scheduler'],
  ['node-1/pods/default/web', 'node-1'],
])('%s stands in the room %s', (anchor, room) => {
  expect(roomOfAnchor(anchor)).toBe(room);
});

it('is that of the step beside the story, where a plan draws nobody else', () => {
  goTo('TxnCommitted');
  player.setState({ depth: 'stages' });
  useDiagram.setState({ plan: (_rooms, _canvas, all) => all });
  expect(castHere(player.getState()).anchors).toEqual(
    expect.arrayContaining(['kube-apiserver', 'etcd']),
  );
  useDiagram.setState({ plan: undefined });
  expect(castHere(player.getState()).anchors).toEqual([]);
});

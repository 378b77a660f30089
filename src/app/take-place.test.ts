import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useDiagram } from '#diagram/diagram-store';
import { readAddress } from '#embed/parameters';
import { createDeploymentFacts } from '#player/create-deployment.fixture';
import { player } from '#player/player';
import type { NodeScene } from '#player/scene';
import { TraceLog } from '#player/trace-log';
import { useInspector } from '#ui/inspector/inspector-store';
import { useSettings } from '#ui/settings/settings-store';
import { takePlace } from './take-place.ts';

/** The run as it is when all of it has come. */
function arrive(): void {
  const log = new TraceLog();
  log.append(createDeploymentFacts());
  const { steps, chapters, facts } = log;
  const status = { kind: 'done', reason: 'settled', at: 0, hash: '' } as const;
  player.setState({ log, steps, chapters, factCount: facts.length, status, goal: undefined });
}

beforeEach(() => {
  player.setState({ goal: { kind: 'input', input: 0 }, steps: [], playing: false, speed: 1 });
});

describe('how an address shows a run', () => {
  it('is a room, a tab, a speed and no shortcuts at once', () => {
    takePlace(readAddress('?view=etcd&focus=node-1&panel=diff&speed=2&keys=0'));
    expect(useDiagram.getState()).toMatchObject({ room: 'etcd', focus: 'node-1' });
    expect(useInspector.getState().tab).toBe('diff');
    expect(player.getState().speed).toBe(2);
    expect(useSettings.getState().shortcuts).toBe(false);
  });

  it('is a stage of a room', () => {
    takePlace(readAddress('?view=kube-scheduler/filter'));
    expect(useDiagram.getState()).toMatchObject({ room: 'kube-scheduler', station: 'filter' });
    takePlace(readAddress('?view=etcd/%3Cb%3E'));
    expect(useDiagram.getState()).toMatchObject({ room: 'etcd', station: undefined });
  });

  it('is a node with a name of its own as soon as the cluster has it', () => {
    takePlace(readAddress('?view=worker-a/module:pleg'));
    expect(useDiagram.getState().room).not.toBe('worker-a');
    const { scene } = player.getState();
    const node = { name: 'worker-a' } as NodeScene;
    player.setState({ goal: undefined, scene: { ...scene, nodes: new Map([[node.name, node]]) } });
    expect(useDiagram.getState()).toMatchObject({ room: 'worker-a', station: 'module:pleg' });
    player.setState({ scene });
  });

  it('opens no room that does not exist', () => {
    useDiagram.setState({ room: undefined, station: undefined });
    useDiagram.getState().setFollowing(true);
    takePlace(readAddress('?view=cluster&focus=%3Cb%3E'));
    expect(useDiagram.getState()).toMatchObject({ room: undefined, focus: undefined });
  });

  it('is a moment of the run, and playing from there, when the run has come', () => {
    takePlace(readAddress('?t=0.02&autoplay=1'));
    expect(player.getState().playing).toBe(false);
    arrive();
    const { scene, steps, playing, pause } = player.getState();
    expect((scene.at - (steps[0]?.at ?? 0)) / 1000).toBeLessThanOrEqual(20);
    expect(scene.at).toBeGreaterThan(steps[0]?.at ?? 0);
    expect(playing).toBe(true);
    pause();
  });

  it('does not play for somebody who wants no motion', () => {
    player.setState({ reducedMotion: true });
    takePlace(readAddress('?autoplay=1'));
    arrive();
    expect(player.getState().playing).toBe(false);
    player.setState({ reducedMotion: false });
  });

  it('is the same part again and again', () => {
    arrive();
    const [from, to] = player.getState().steps.slice(2, 6);
    const leave = takePlace(readAddress(`?loop=${from?.id}..${to?.id}`));
    const { seekStep, playOn } = player.getState();
    expect(player.getState().loop).toEqual({ from: from?.fact, to: to?.fact });
    seekStep(to?.index ?? 0);
    player.setState({ playing: true });
    playOn();
    expect(player.getState().step?.id).toBe(from?.id);
    player.getState().pause();
    leave();
    expect(player.getState().loop).toBeUndefined();
  });

  it('begins the whole run again when it has ended', () => {
    vi.useFakeTimers();
    arrive();
    const leave = takePlace(readAddress('?loop=1'));
    player.getState().seekStep(player.getState().steps.length - 1);
    player.setState({ playing: true });
    player.getState().pause();
    vi.advanceTimersByTime(1500);
    expect(player.getState()).toMatchObject({ playing: true, step: { index: 0 } });
    player.getState().pause();
    leave();
    vi.useRealTimers();
  });
});

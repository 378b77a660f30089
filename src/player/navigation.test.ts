import { beforeEach, describe, expect, it } from 'vitest';
import { createDeploymentFacts } from './create-deployment.fixture.ts';
import { chapterHere } from './navigation.ts';
import { player } from './player.ts';
import { TraceLog } from './trace-log.ts';

const log = new TraceLog();
log.append(createDeploymentFacts());

/** The beat that is the first of the kubelet's chapter, and the one before it. */
const at = log.beats.findIndex(({ fact }) => fact >= (chapterOf('kubelet')?.fact ?? 0));
const [before, first] = [log.beats[at - 1], log.beats[at]];

function chapterOf(id: string) {
  return log.chapters.find((chapter) => chapter.id === id);
}

function standAt(fact: number, depth: 'story' | 'stages'): string | undefined {
  player.setState({ depth });
  player.getState().seek(fact);
  return chapterHere(player.getState())?.id;
}

beforeEach(() => {
  const { steps, chapters, beats } = log;
  const recording = { scenario: 'create-deployment', seed: 1, inputs: [] };
  player.setState({ log, steps, chapters, beats, recording, goal: undefined, toward: undefined });
});

describe('the chapter that the page names', () => {
  it('is that of the beat which the cursor is on the way to, as its number and its bead say', () => {
    const onTheWay = (before?.fact ?? 0) + 1;
    expect(standAt(before?.fact ?? 0, 'story')).toBe('scheduler');
    expect(standAt(onTheWay, 'story')).toBe('kubelet');
    expect(standAt(first?.fact ?? 0, 'story')).toBe('kubelet');
  });

  it('is that of the step where steps are counted', () => {
    expect(standAt((before?.fact ?? 0) + 1, 'stages')).toBe('scheduler');
  });

  it('is none before the first step', () => {
    expect(standAt((log.steps[0]?.fact ?? 0) - 1, 'story')).toBeUndefined();
  });
});

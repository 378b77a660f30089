import { describe, expect, it } from 'vitest';
import { createDeploymentFacts } from '#player/create-deployment.fixture';
import { TraceLog } from '#player/trace-log';
import { lessonTour } from '#scenarios/lessons/lesson-tour';
import { readLesson } from '#scenarios/lessons/read-lesson';
import { bindTour } from '#scenarios/tours/bind-tour';
import { driveOf } from '#scenarios/tours/tour';
import { canBeLesson, idOf, lessonYaml, writtenStop } from './written-stop.ts';

const log = new TraceLog();
log.append(createDeploymentFacts());
const readyAt = 30_000_000;
const recording = {
  scenario: 'create-deployment',
  seed: 3,
  inputs: [
    { at: 30_000_001, kind: 'command', line: 'kubectl get pods # "x": y', user: 'admin' },
    { at: 32_500_000, kind: 'host', action: { kind: 'stop_kubelet', node: '2' } },
    { at: 32_500_000, kind: 'command', line: 'kubectl apply -f -', user: 'eve', stdin: 'a: 1\n' },
  ],
} as const;

const recorded = (steps: readonly { readonly id: string; readonly fact: number }[]) => {
  const stops = steps.map(({ id, fact }) => writtenStop(log, id, fact));
  const read = readLesson(lessonYaml({ title: 'My: "lesson"', recording, readyAt, stops }));
  if (!read.ok) throw new Error(read.error[0]?.message);
  return read.value;
};

describe('a lesson written from a run', () => {
  it('does the same at the same moments', () => {
    const { tour } = lessonTour(recorded(log.steps.slice(0, 1)));
    expect(driveOf(tour, readyAt)).toEqual(recording.inputs);
    expect(recorded(log.steps.slice(0, 1))).toMatchObject({
      meta: { title: 'My: "lesson"' },
      scenario: 'create-deployment',
      seed: 3,
    });
  });

  it('stops at each of the steps, every one of the run if one wants', () => {
    const some = log.steps.filter((_, index) => index % 3 === 0).slice(0, 200);
    const lesson = recorded(some);
    const bound = bindTour(lessonTour(lesson).tour, log.steps, log.facts);
    expect(bound.map(({ fact }) => fact)).toEqual(some.map(({ fact }) => fact));
    expect(lesson.beats.every(({ caption }) => caption !== '')).toBe(true);
  });

  it('gives each stop a short name of letters that ids may have', () => {
    expect(idOf('etcd/commit/deployments/default/web')).toBe('default-web');
    expect(idOf('person/enter~2')).toBe('person-enter-2');
    expect(idOf('')).toBe('stop');
    for (const { id } of log.steps) expect(idOf(id)).toMatch(/^[a-z0-9][a-z0-9-]{0,40}$/);
  });

  it('is not written of what a lesson cannot do', () => {
    expect(canBeLesson(recording)).toBe(true);
    expect(canBeLesson({ ...recording, cluster: '{}' })).toBe(false);
    const action = { kind: 'hangup', request: 1 } as const;
    const outside = { ...recording, inputs: [{ at: 1, kind: 'outside', action } as const] };
    expect(canBeLesson(outside)).toBe(false);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkLesson } from './check-lesson.ts';

const folder = join(import.meta.dirname, '../../public/lessons');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const first = read('first-deployment.yaml');

describe('a lesson', () => {
  it.each(readdirSync(folder))('of the site finds all of its steps: %s', (name) => {
    const { problems, beats } = checkLesson(read(name));
    expect(problems).toEqual([]);
    expect(beats).toBeGreaterThan(1);
  });

  it('with a beat that no step matches gets that beat and its line in the report', () => {
    const wrong = first.replace('at: kube-scheduler/select', 'at: kube-scheduler/elect');
    const line = first.split('\n').findIndex((text) => text.includes('id: scheduler')) + 1;
    expect(checkLesson(wrong).problems).toEqual([
      { line, message: expect.stringContaining('beat "scheduler" has no step in this run') },
    ]);
  });

  it('with an act that no machine can do gets that act in the report', () => {
    const wrong = first.replace('drive:\n', 'drive:\n  - { action: use_memory 1 much }\n');
    const line = wrong.split('\n').findIndex((text) => text.includes('use_memory')) + 1;
    const message = 'drive.0 cannot be done: usage: use_memory N QUANTITY';
    expect(checkLesson(wrong).problems).toContainEqual({ line, message });
  });

  it('with beats in another order than the run gets that in the report', () => {
    const wrong = first.replace('at: kube-scheduler/select', 'at: person/enter');
    expect(checkLesson(wrong).problems[0]?.message).toContain('comes too early: person/enter');
  });
});

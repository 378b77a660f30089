import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { baseOf } from './base-of.ts';
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
      {
        line,
        message:
          'beat "scheduler" has no step in this run: nothing is like its "at"; ' +
          'near are kube-scheduler/select',
      },
    ]);
  });

  it('with an act that no machine can do gets that act in the report', () => {
    const wrong = first.replace('drive:\n', 'drive:\n  - { action: use_memory 1 much }\n');
    const line = wrong.split('\n').findIndex((text) => text.includes('use_memory')) + 1;
    const message = 'drive.0 cannot be done: usage: use_memory N QUANTITY';
    expect(checkLesson(wrong).problems).toContainEqual({ line, message });
  });

  it('with a mistyped command gets that command in the report, and no beat that it kept away', () => {
    const wrong = first.replace('kubectl create deployment', 'kubectl creat deployment');
    const line = wrong.split('\n').findIndex((text) => text.includes('kubectl creat ')) + 1;
    const said = 'error: unknown command "creat" for "kubectl" Did you mean this? create';
    expect(checkLesson(wrong).problems).toEqual([
      { line, message: `drive.0 cannot be done: ${said}` },
    ]);
  });

  it('may be about a command that kubectl or the server refuses', () => {
    const about = (run: string, at: string): string =>
      `podyssey: lesson/v1\nmeta: { title: No }\nscenario: empty-cluster\n` +
      `drive: [{ run: ${run} }]\nbeats: [{ id: no, at: ${at}, caption: It is refused. }]\n`;
    expect(checkLesson(about('kubectl get pod nosuch', 'person/enter')).problems).toEqual([]);
    expect(checkLesson(about('kubectl creat x', 'kubectl/print')).problems).toEqual([]);
    expect(checkLesson(about('kubectl creat x', 'person/enter')).problems).toHaveLength(1);
  });

  it('with a beat that comes too early gets the steps that come later', () => {
    const act = '  - run: kubectl create deployment web --image=nginx --replicas=2\n';
    const twice = first
      .replace(act, `${act}  - { run: kubectl get pods, after: 20 }\n`)
      .replace('at: kube-scheduler/select', 'at: person/enter');
    expect(checkLesson(twice).problems[0]?.message).toContain('after it come person/enter~2');
  });

  it('may begin with what a scenario of the gallery or a tour does, and add to it', async () => {
    for (const [scenario, run] of [
      ['bad-image', 'kubectl rollout undo deployment/web'],
      ['short-walk', 'kubectl get pods'],
    ]) {
      const text =
        `podyssey: lesson/v1\nmeta: { title: More }\nscenario: ${scenario}\n` +
        `drive: [{ run: ${run}, after: 60 }]\n` +
        'beats: [{ id: first, at: etcd/commit/deployments, caption: It is written. },' +
        ' { id: more, at: person/enter*, caption: Somebody types. }]\n';
      const base = await baseOf(text);
      expect(base?.id).toBe(scenario);
      expect(checkLesson(text, base)).toMatchObject({ problems: [], beats: 2 });
    }
  });

  it('with beats in another order than the run gets that in the report', () => {
    const wrong = first.replace('at: kube-scheduler/select', 'at: person/enter');
    expect(checkLesson(wrong).problems[0]?.message).toContain('comes too early: person/enter');
  });
});

import { describe, expect, it } from 'vitest';
import { realRun } from '#diagram/inside/real-run.fixture';
import { questionAtCursor, questionIds, questionsIn } from './questions.ts';

const log = realRun('create-deployment');
const questions = questionsIn(log);
const beats = log.beats.map(({ fact }) => fact);

describe('the questions of a first Deployment', () => {
  it('are asked once each, in the order of the run, at the beat before the one that answers', () => {
    expect(questions.map(({ id }) => id)).toEqual([...questionIds]);
    for (const { stop, reveal } of questions) {
      expect(beats.indexOf(reveal)).toBe(beats.indexOf(stop) + 1);
    }
  });

  it('have the answer that the facts give', () => {
    const one = Object.fromEntries(questions.map((each) => [each.id, each]));
    expect(one['created']).toMatchObject({ right: 0, params: { count: 3 } });
    expect(one['decides']).toMatchObject({ right: 1, params: { key: 'default/nginx' } });
    expect(one['score']).toMatchObject({ right: 1, params: { count: 3 } });
    expect(one['bound']).toMatchObject({ right: 2, params: { node: 'node-1' } });
    expect(one['sandbox']?.right).toBe(2);
    expect(one['sees']?.right).toBe(1);
  });

  it('are open from the beat that asks until the one that answers, and not before', () => {
    const [first] = questions;
    if (first === undefined) throw new Error('There is no question.');
    expect(questionAtCursor(questions, first.stop - 1)).toBeUndefined();
    expect(questionAtCursor(questions, first.stop)).toEqual({ question: first, revealed: false });
    expect(questionAtCursor(questions, first.reveal)).toEqual({ question: first, revealed: true });
  });
});

it('a command that changes nothing asks nothing', () => {
  expect(questionsIn(realRun('create-deployment', 'kubectl get pods'))).toEqual([]);
});

it('one copy alone leaves no question of how many', () => {
  const single = questionsIn(
    realRun('create-deployment', 'kubectl create deployment w --image=nginx'),
  );
  expect(single.map(({ id }) => id)).toEqual(['score', 'bound', 'sandbox', 'sees']);
});

import { beforeAll, describe, expect, it } from 'vitest';
import en from './en.json';
import ja from './ja.json';
import { learn, translate } from './t.ts';
import { containerState, wordFor } from './word-for.ts';

beforeAll(() => learn(en));

const t = (id: Parameters<typeof translate>[1]): string => translate(ja, id);

describe('the word for a name', () => {
  it('is in the language of the page', () => {
    expect(wordFor(t, 'answer', 'no opinion')).toBe('意見なし');
    expect(wordFor(t, 'etcd.role', 'leader')).toBe('リーダー');
    expect(wordFor(t, 'inside.row', 'strategy: prepare, validate')).toBe('strategy: 準備と検証');
  });

  it('is the name itself where that is Kubernetes’ own', () => {
    expect(wordFor(t, 'inside.row', 'PodSecurity')).toBe('PodSecurity');
  });

  it('translates the state of a container, and leaves its reason', () => {
    expect(containerState(t, 'waiting ContainerCreating')).toBe('待機中 ContainerCreating');
  });
});

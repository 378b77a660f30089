import { describe, expect, it } from 'vitest';
import en from '#i18n/en.json';
import { learn, translate } from '#i18n/t';
import type { Fact, FactOf } from '#trace/trace-event';
import { titleOf } from './title-of.ts';

learn(en);
const title = (fact: Fact): string => titleOf(fact, (id, params) => translate(en, id, params));
const base = { id: 2, cause: 1, at: 0 };

describe('the title of a step', () => {
  it('is the sentence, where the caption’s bold part is only a name', () => {
    const fact: FactOf<'HostActionTaken'> = {
      ...{ ...base, type: 'HostActionTaken', component: 'person', input: 0 },
      action: 'stop_kubelet node-1',
    };
    expect(title(fact)).toBe('Somebody stops the kubelet of node-1');
  });

  it('is the bold part, where that says what happens', () => {
    const fact: FactOf<'CommandExited'> = {
      ...{ ...base, type: 'CommandExited', component: 'kubectl', input: 0, exitCode: 1 },
    };
    expect(title(fact)).toMatch(/^kubectl exits with code 1$/);
  });
});

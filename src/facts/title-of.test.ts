import { describe, expect, it } from 'vitest';
import en from '#i18n/en.json';
import { learn, translate } from '#i18n/t';
import chinese from '#i18n/zh-CN.json';
import type { Fact, FactOf } from '#trace/facts';
import { readHostAction } from '#trace/host-words';
import { titleOf } from './title-of.ts';

learn(en);
const title = (fact: Fact): string => titleOf(fact, (id, params) => translate(en, id, params));
const base = { id: 2, cause: 1, at: 0 };

describe('the title of a step', () => {
  const done = (words: string): FactOf<'HostActionTaken'> => ({
    ...{ ...base, type: 'HostActionTaken', component: 'person', input: 0 },
    action: readHostAction(words),
  });

  it('is a few words of its own, where the caption is a long sentence', () => {
    expect(title(done('stop_kubelet node-1'))).toBe('Stop the kubelet of node-1');
    expect(title(done('reboot_node 2'))).toBe('Power node-2 off and on');
  });

  it('fits on one line of a phone for all that can be done to a machine', () => {
    const long = Object.entries(en).filter(
      ([id, words]) =>
        id.startsWith('title.host.') &&
        words.replace('{what}', 'node-1').replace('{amount}', '20').length > 36,
    );
    expect(long).toEqual([]);
  });

  it('is the sentence, where the caption’s bold part is only a name', () => {
    expect(title(done('look_around'))).toBe('Somebody acts on a machine: look_around');
  });

  it('is the bold part, where that describes what happens', () => {
    const fact: FactOf<'CommandExited'> = {
      ...{ ...base, type: 'CommandExited', component: 'kubectl', input: 0, exitCode: 0 },
    };
    expect(title(fact)).toBe('The command ends with code 0');
  });

  it('calls a command that ends with another code than 0 failed', () => {
    const fact: FactOf<'CommandExited'> = {
      ...{ ...base, type: 'CommandExited', component: 'kubectl', input: 0, exitCode: 127 },
    };
    expect(title(fact)).toBe('The command fails with code 127');
  });

  it('begins with a capital, unless its first word is a name', () => {
    const queued: FactOf<'KeyAdded'> = {
      ...{ ...base, type: 'KeyAdded', component: 'kube-controller-manager/namespace-controller' },
      ...{ queue: 'namespace', key: 'team', delay: 0, merged: false },
    };
    const started: FactOf<'RuntimeStep'> = {
      ...{ ...base, type: 'RuntimeStep', component: 'node-1/containerd', step: 'task-started' },
      ...{ pod: 'default/nginx', params: {} },
    };
    const exited: FactOf<'RuntimeStep'> = { ...started, step: 'shim-exited' };
    expect(title(queued)).toBe('team waits in the queue');
    expect(title(started)).toBe('runc start');
    expect(titleOf(exited, (id, params) => translate(chinese, id, params))).toBe('shim 退出');
  });
});

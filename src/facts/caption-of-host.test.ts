import { describe, expect, it } from 'vitest';
import { hostActionHelp } from '#cluster/host-action';
import { captionOfHostAction } from './caption-of-host.ts';

const verbs = [...hostActionHelp.matchAll(/^(\S+) /gm)].map(([, verb = '']) => verb);

describe('what somebody does to a machine', () => {
  it.each(verbs)('has a sentence of its own: %s', (verb) => {
    const { id, params } = captionOfHostAction(`${verb} 2 7`);
    expect(id).toBe(`caption.host.${verb}`);
    expect(params).toEqual({ what: 'node-2', amount: '7' });
  });

  it('names processes as they are called', () => {
    const { params } = captionOfHostAction('stop_component node-2-containerd');
    expect(params).toMatchObject({ what: 'containerd (node-2)' });
    expect(captionOfHostAction('stop_component kcm').params).toMatchObject({
      what: 'kube-controller-manager',
    });
  });

  it('tells a look at a machine by its command', () => {
    expect(captionOfHostAction('ip route').id).toBe('caption.HostActionTaken');
  });
});

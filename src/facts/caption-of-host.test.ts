import { describe, expect, it } from 'vitest';
import en from '#i18n/en.json';
import { learn } from '#i18n/t';
import { hostVerbs } from '#trace/host-verbs';
import { readHostAction } from '#trace/host-words';
import { captionOfHostAction } from './caption-of-host.ts';

learn(en);

const captionOf = (words: string) => captionOfHostAction(readHostAction(words));

/** What can follow each verb, according to its help. */
const samples: Readonly<Record<string, string>> = {
  N: '2',
  NAME: 'registry',
  'NAME STEP': 'registry 3',
  'NAME NAME': 'registry apiserver',
  'NAME RESOURCE REVISION': 'registry pods 7',
  REVISION: '7',
  CONTAINER: 'web',
  'N TEXT': "2 'kind: Pod'",
  'N QUANTITY': '2 84.5Gi',
  'N COUNT': '2 7',
  'N RESOURCE ID': '2 example.com/gpu gpu-1',
  'N MODE': '2 nftables',
  'N SECONDS': '2 -600',
  'NAME SECONDS': 'registry 3',
};

describe('what somebody does to a machine', () => {
  it.each(Object.entries(hostVerbs))('has a sentence of its own: %s', (verb, { parameters }) => {
    const { id, params } = captionOf(`${verb} ${samples[parameters]}`);
    expect(id).toBe(`caption.host.${verb}`);
    expect(['node-2', 'registry', 'web', 'etcd']).toContain(params?.['what']);
  });

  it('shows amounts as they are written, and has its own sentence for what is taken away', () => {
    expect(captionOf('use_disk 2 84.5Gi').params).toEqual({ what: 'node-2', amount: '84.5Gi' });
    expect(captionOf('skew_clock 2 -600').params).toEqual({ what: 'node-2', amount: '-600' });
    expect(captionOf('use_pids 2 0').id).toBe('caption.host.use_pids.none');
    expect(captionOf('fail_device 2 example.com/gpu gpu-1').params).toEqual({
      what: 'node-2',
      amount: 'gpu-1',
    });
  });

  it('shows processes by their names', () => {
    const { params } = captionOf('stop_component node-2-containerd');
    expect(params).toMatchObject({ what: 'containerd (node-2)' });
    expect(captionOf('stop_component kcm').params).toMatchObject({
      what: 'kube-controller-manager',
    });
  });

  it('shows a look at a machine, and a mistake, by its words', () => {
    for (const action of ['ip route', 'use_memory 2']) {
      expect(captionOf(action)).toMatchObject({
        id: 'caption.HostActionTaken',
        params: { action },
      });
    }
  });
});

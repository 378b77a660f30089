import { describe, expect, it } from 'vitest';
import { placeNotes } from './place-notes.ts';

const beats = [
  'kubectl/send/deployments/default',
  'etcd/commit/pods/default/web-1',
  'etcd/commit/pods/default/web-2~2',
  'node-1/kubelet/cri-returned/default/web-1/StartContainer',
];

describe('the notes of a walk', () => {
  it('stand at their beats, in order, whatever the Pods and the node are called', () => {
    const placed = placeNotes(
      [
        { at: 'kubectl/send/', say: ['a'] },
        { at: 'etcd/commit/pods/', say: ['b'] },
        { at: 'etcd/commit/pods/', say: ['c'] },
        { at: '*/kubelet/cri-returned/default/*/StartContainer', say: ['d'] },
      ],
      beats,
    );
    expect([...placed]).toEqual([
      [0, ['a']],
      [1, ['b']],
      [2, ['c']],
      [3, ['d']],
    ]);
  });

  it('are left out where the run has no such beat, and the later ones still stand', () => {
    const placed = placeNotes(
      [
        { at: 'kube-scheduler/filter/', say: ['a'] },
        { at: 'etcd/commit/pods/', say: ['b'] },
      ],
      beats,
    );
    expect([...placed]).toEqual([[1, ['b']]]);
  });
});

/** Raft, seen from outside: an election, a lost quorum, and a member that comes back. */
import type { Tour } from '../../tours/tour.ts';

const create = (name: string): string => `kubectl create configmap ${name} --from-literal=a=b`;

export const tour: Tour = {
  id: 'etcd-leader-loss',
  scenario: 'three-members',
  drive: [
    { line: create('before') },
    { after: 2, action: 'stop_component etcd/m2' },
    { after: 4, line: create('during') },
    { after: 2, action: 'stop_component etcd/m3' },
    { after: 2, line: create('after') },
    { after: 30, line: 'kubectl get configmaps' },
    { after: 5, action: 'start_component etcd/m2' },
    { after: 10, line: create('later') },
  ],
  chapters: [
    {
      id: 'one',
      beats: [
        { id: 'majority', at: /^etcd\/commit\/configmaps\/default\/before$/ },
        { id: 'ends', at: /^person\/act\/stop_component\/etcd\/m2/ },
        { id: 'elected', fact: { type: 'RaftRoleChanged', says: 'leader' } },
        { id: 'goes-on', at: /^etcd\/commit\/configmaps\/default\/during$/, ask: { right: 1 } },
      ],
      covers: [],
    },
    {
      id: 'two',
      beats: [
        { id: 'ends', at: /^person\/act\/stop_component\/etcd\/m3/ },
        { id: 'timeout', at: /^kubectl\/print~3$/, ask: { right: 2 } },
        { id: 'back', at: /^person\/act\/start_component\/etcd\/m2/ },
        { id: 'writes', at: /^etcd\/commit\/configmaps\/default\/later$/ },
      ],
      covers: [],
    },
  ],
};

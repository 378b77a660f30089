/** A node falls silent, then one part of the control plane after the other stops. */
import type { Tour } from './tour.ts';

export const tour: Tour = {
  id: 'loss',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl create deployment web --image=nginx:1.28 --replicas=3' },
    { after: 30, action: 'cut_node 2' },
    { after: 420, line: 'kubectl get nodes,pods -o wide' },
    { after: 5, action: 'mend_node 2' },
    { after: 60, line: 'kubectl get pods -o wide' },
    { after: 10, action: 'stop_component kcm' },
    { after: 5, line: 'kubectl scale deployment web --replicas=5' },
    { after: 20, line: 'kubectl get deployments,pods' },
    { after: 5, action: 'start_component kcm' },
    { after: 40, action: 'stop_component scheduler' },
    { after: 5, line: 'kubectl create deployment idle --image=nginx:1.28' },
    { after: 20, line: 'kubectl get pods' },
    { after: 5, action: 'start_component scheduler' },
    { after: 40, action: 'stop_component apiserver' },
    { after: 10, line: 'kubectl get pods' },
    { after: 20, action: 'start_component apiserver' },
    { after: 40, line: 'kubectl get pods' },
  ],
  chapters: [
    {
      id: 'node-silent',
      beats: [
        { id: 'cut', at: /^person\/act\/cut_node/ },
        { id: 'unknown', at: /\/node-lifecycle\.unknown$/ },
        { id: 'not-ready', at: /^etcd\/commit\/pods\/default\/web-/ },
        { id: 'patience', at: /\/taint-eviction\.schedule$/, ask: { right: 2 } },
        { id: 'evicted', at: /^etcd\/commit\/replicasets\/default\/web-/ },
        { id: 'back', at: /^person\/act\/mend_node/ },
      ],
      covers: ['002.node-failed', '002.node-failed.delete-pods'],
    },
    {
      id: 'controller-restart',
      beats: [
        { id: 'stopped', at: /^person\/act\/stop_component\/kcm/ },
        { id: 'wish', at: /^etcd\/commit\/deployments\/default\/web~\d+$/ },
        { id: 'started', at: /^person\/act\/start_component\/kcm/ },
        { id: 'caught-up', at: /\/deployment-controller\/sync\/default\/web/ },
      ],
      covers: ['003.owners.restart'],
    },
    {
      id: 'one-missing',
      beats: [
        { id: 'no-scheduler', at: /^person\/act\/stop_component\/scheduler/ },
        { id: 'pending', at: /^etcd\/commit\/pods\/default\/idle-/, ask: { right: 1 } },
        { id: 'scheduled', at: /^kube-scheduler\/pop\/default\/idle-/ },
        { id: 'no-api-server', at: /^kubectl\/connection-failed/ },
        { id: 'goes-on', at: /^kubectl\/receive\/pods/ },
      ],
      covers: ['002.indispensable'],
    },
  ],
};

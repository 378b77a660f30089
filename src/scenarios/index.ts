/** The curriculum: every scenario by its id. */
import { seconds } from '#base/sim-time';
import type { Scenario, ScenarioId } from './scenario.ts';

const nodes = ['node-1', 'node-2', 'node-3'];
/** Start-up takes about ten seconds; a round number leaves room. */
const readyAt = seconds(30);

export const scenarios: Readonly<Record<ScenarioId, Scenario>> = {
  'create-deployment': {
    id: 'create-deployment',
    nodes,
    readyAt,
    suggestion: 'kubectl create deployment nginx --image=nginx --replicas=3',
    horizonSeconds: 120,
  },
  'run-pod': {
    id: 'run-pod',
    nodes,
    readyAt,
    suggestion: 'kubectl run nginx --image=nginx',
    horizonSeconds: 120,
  },
  'empty-cluster': {
    id: 'empty-cluster',
    nodes,
    readyAt,
    suggestion: 'kubectl get nodes',
    horizonSeconds: 120,
  },
  everyday: {
    id: 'everyday',
    nodes,
    // Its add-ons are Ready, and metrics-server has measured twice.
    readyAt: seconds(60),
    suggestion: 'kubectl get pods --all-namespaces',
    horizonSeconds: 120,
  },
  'three-members': {
    id: 'three-members',
    nodes,
    readyAt,
    suggestion: 'kubectl get pods --all-namespaces',
    horizonSeconds: 120,
  },
  'two-managers': {
    id: 'two-managers',
    nodes,
    readyAt,
    suggestion: 'kubectl get leases --namespace=kube-system',
    horizonSeconds: 120,
  },
  'two-schedulers': {
    id: 'two-schedulers',
    nodes,
    readyAt,
    suggestion: 'kubectl create deployment spread --image=nginx --replicas=3',
    horizonSeconds: 120,
  },
  'with-ingress': {
    id: 'with-ingress',
    nodes,
    readyAt: seconds(40),
    suggestion: 'kubectl get services --all-namespaces',
    horizonSeconds: 120,
  },
  'with-gateway': {
    id: 'with-gateway',
    nodes,
    readyAt: seconds(40),
    suggestion: 'kubectl get gatewayclasses',
    horizonSeconds: 120,
  },
  'with-gpus': {
    id: 'with-gpus',
    nodes,
    readyAt: seconds(40),
    suggestion: 'kubectl get resourceslices',
    horizonSeconds: 120,
  },
  'network-policies': {
    id: 'network-policies',
    nodes,
    readyAt,
    suggestion: 'kubectl get pods --all-namespaces --output=wide',
    horizonSeconds: 120,
  },
};

/** The scenario of that name, if there is one. */
export const findScenario = (id: string): Scenario | undefined =>
  Object.hasOwn(scenarios, id) ? scenarios[id as ScenarioId] : undefined;

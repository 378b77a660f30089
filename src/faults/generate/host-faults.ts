/** Random faults: what a person, or fate, does to the machines. */
import type { Prng } from '#base/prng';
import { type Duration, seconds } from '#base/sim-time';
import type { ClusterSpec } from '#scenarios/cluster-spec';
import type { HostAction, HostVerb } from '#trace/host-action';
import { oneOf, sometimes, weighted } from './chance.ts';

export interface FaultInTime {
  readonly after: Duration;
  readonly action: HostAction;
}

/** A device needs a plugin; a mode of kube-proxy is a choice. */
type NoFault = 'fail_device' | 'set_proxy_mode';

/** The verbs that break something; those that mend it follow from these. */
type Breaking =
  | Exclude<HostVerb, `start_${string}` | `mend_${string}` | `rm_${string}` | NoFault>
  | 'stop_kubelet';

const weights: Readonly<Record<Exclude<Breaking, 'cancel_shutdown'>, number>> = {
  stop_kubelet: 3,
  stop_component: 6,
  kill_component: 8,
  end_process: 4,
  put_manifest: 2,
  cut_node: 4,
  reboot_node: 4,
  shutdown_node: 1,
  use_memory: 1,
  use_disk: 1,
  use_inodes: 1,
  use_pids: 1,
  skew_clock: 2,
  slow_link: 4,
  break_connections: 4,
  cut_link: 6,
  cut_watch: 5,
  compact_etcd: 2,
};

const containers = ['nginx', 'prepare', 'work', 'default/db-0/nginx', 'coredns'] as const;
const staticPod = `apiVersion: v1
kind: Pod
metadata: {name: static, labels: {app: static}}
spec:
  terminationGracePeriodSeconds: 3
  containers: [{name: nginx, image: nginx}]
`;

/** A fault, and often the moment at which it is mended again. */
export function randomFault(prng: Prng, cluster: ClusterSpec): readonly FaultInTime[] {
  const action = breaking(prng, cluster);
  const mended = sometimes(prng, 60) ? mendingOf(action) : undefined;
  const fault = { after: 0, action };
  // What is on its way over a slow link is lost: requests before the commit, answers after it.
  if (action.kind === 'slow_link' && sometimes(prng, 50)) {
    const { component } = action;
    const broken: HostAction = { kind: 'break_connections', component };
    const lost = { after: seconds(prng.between(1, 60)), action: broken };
    return [
      fault,
      lost,
      { after: seconds(prng.between(60, 120)), action: { ...action, seconds: 0 } },
    ];
  }
  if (mended === undefined) return [fault];
  return [fault, { after: seconds(prng.between(1, 120)), action: mended }];
}

/** What takes a fault back; `undefined` for one that passes by itself. */
export function mendingOf(action: HostAction): HostAction | undefined {
  switch (action.kind) {
    case 'stop_kubelet':
      return { ...action, kind: 'start_kubelet' };
    case 'stop_component':
    case 'kill_component':
      return { kind: 'start_component', component: action.component };
    case 'put_manifest':
      return { kind: 'rm_manifest', node: action.node };
    case 'cut_node':
      return { ...action, kind: 'mend_node' };
    case 'cut_link':
      return { ...action, kind: 'mend_link' };
    case 'shutdown_node':
      return { ...action, kind: 'cancel_shutdown' };
    case 'use_memory':
    case 'use_disk':
      return { ...action, bytes: 0 };
    case 'use_inodes':
    case 'use_pids':
      return { ...action, count: 0 };
    case 'skew_clock':
    case 'slow_link':
      return { ...action, seconds: 0 };
    default:
      return undefined;
  }
}

function breaking(prng: Prng, cluster: ClusterSpec): HostAction {
  const kind = weighted(prng, weights);
  const node = String(1 + prng.nextInt(cluster.nodes.length));
  switch (kind) {
    case 'stop_component':
      return { kind, component: oneOf(prng, processesOf(cluster)) };
    case 'kill_component':
      return { kind, component: oneOf(prng, killable(cluster)), step: stepOf(prng) };
    case 'end_process':
      return { kind, container: oneOf(prng, containers) };
    case 'put_manifest':
      return { kind, node, text: staticPod };
    case 'use_memory':
    case 'use_disk':
      return { kind, node, bytes: prng.between(1, 90) * 2 ** 30 };
    case 'use_inodes':
      return { kind, node, count: prng.between(5_000_000, 6_400_000) };
    case 'use_pids':
      return { kind, node, count: prng.between(20_000, 32_000) };
    case 'skew_clock':
      return { kind, node, seconds: oneOf(prng, [-3600, -120, -10, 10, 120, 3600]) };
    case 'slow_link':
      return { kind, component: oneOf(prng, clientsOf(cluster)), seconds: oneOf(prng, delays) };
    case 'break_connections':
      return { kind, component: oneOf(prng, clientsOf(cluster)) };
    case 'cut_watch':
      return {
        ...{ kind, component: oneOf(prng, watchers(cluster)), resource: oneOf(prng, watched) },
        revision: sometimes(prng, 30) ? 0 : prng.between(300, 2000),
      };
    case 'compact_etcd':
      return { kind, revision: 0 };
    case 'cut_link': {
      const [one, other] = oneOf(prng, pairsOf(cluster));
      return { kind, one, other };
    }
    case 'stop_kubelet':
    case 'cut_node':
    case 'reboot_node':
    case 'shutdown_node':
      return { kind, node };
  }
}

/** Seconds; some are longer than a client waits for. */
const delays = [0.05, 0.5, 3, 12, 35] as const;

/** Mostly soon, so that it ends in the midst of what it does now. */
const stepOf = (prng: Prng): number => prng.between(1, oneOf(prng, [3, 30, 300, 3000]));

/** What has steps of its own: the registry has none. */
const killable = (cluster: ClusterSpec): readonly string[] => [
  ...processesOf(cluster).filter((name) => name !== 'registry'),
  ...cluster.nodes.map(({ name }) => `${name}-kubelet`),
];

/** Who speaks to the API server: programs, and nodes with all of theirs. */
function clientsOf({ nodes, controlPlanes }: ClusterSpec): readonly string[] {
  const second = controlPlanes === 2 ? ['kcm-2', 'scheduler-2'] : [];
  return ['kcm', 'scheduler', 'kubectl', ...second, ...nodes.map(({ name }) => name)];
}

/** Clients with watches, and what some of them watch. */
const watchers = (cluster: ClusterSpec): readonly string[] =>
  clientsOf(cluster).filter((name) => name !== 'kubectl');
const watched = [
  'pods',
  'nodes',
  'services',
  'replicasets',
  'deployments',
  'statefulsets',
] as const;

/** Any two that speak with each other. */
function pairsOf(cluster: ClusterSpec): readonly (readonly [string, string])[] {
  const clients = [...clientsOf(cluster), ...membersOf(cluster)];
  return [
    ...clients.map((name) => [name, 'apiserver'] as const),
    ...pairs(cluster.nodes.map(({ name }) => name)),
    ...pairs(membersOf(cluster)),
  ];
}

const pairs = (names: readonly string[]): readonly (readonly [string, string])[] =>
  names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other] as const));

/** The members of etcd that are machines of their own. */
const membersOf = ({ etcdMembers }: ClusterSpec): readonly string[] =>
  etcdMembers === 3 ? ['etcd/m1', 'etcd/m2', 'etcd/m3'] : [];

/** The processes that can end, as a person calls them. */
export function processesOf({ nodes, etcdMembers, controlPlanes }: ClusterSpec): readonly string[] {
  const members = etcdMembers === 3 ? ['etcd/m1', 'etcd/m2', 'etcd/m3'] : ['etcd'];
  const second = controlPlanes === 2 ? ['kcm-2', 'scheduler-2'] : [];
  const onNodes = nodes.flatMap(({ name }) => [`${name}-containerd`, `${name}-kube-proxy`]);
  return ['kcm', 'scheduler', 'apiserver', 'registry', ...members, ...second, ...onNodes];
}

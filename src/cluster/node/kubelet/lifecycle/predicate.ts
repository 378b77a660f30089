/**
 * Whether this node admits a pod that was bound to it.
 *
 * Models kubernetes/pkg/kubelet/lifecycle/predicate.go and pkg/kubelet/allocation canAdmitPod. In:
 * the pod, the node, what the other pods use. Out: admitted, or reason and message; a rejected pod
 * fails and is not tried again here.
 */
import type { Node, NodeSelectorRequirement, NodeSelectorTerm, Pod } from '#k8s.io/api/core/v1';
import type { Labels } from '#k8s.io/apimachinery/labels';
import { milliValue, wholeValue } from '#k8s.io/apimachinery/quantity';
import { podRequests } from '#k8s.io/component-helpers/resource/pod-requests';

export interface Admission {
  readonly admitted: boolean;
  readonly reason: string;
  readonly message: string;
  /** The insufficient resource, and how much is missing. */
  readonly lacks?: { readonly name: string; readonly lacking: number };
}

/** The handlers in upstream's order; those after `predicates` find nothing to refuse here. */
export const admitHandlers: readonly string[] = [
  'resize',
  'eviction',
  'sysctl',
  'resource-managers',
  'predicates',
  'apparmor',
  'pod-features',
  'declared-features',
  'node-shutdown',
];

const admitted: Admission = { admitted: true, reason: '', message: '' };
const rejected = (reason: string, message: string): Admission => ({
  admitted: false,
  reason,
  message,
});

/** Keeps the sum of the admitted pods' requests. */
export class NodeResources {
  readonly #requests = new Map<string, Readonly<Record<string, number>>>();
  readonly #ports = new Map<string, readonly string[]>();
  readonly #used: Record<string, number> = {};
  readonly #usedPorts = new Map<string, string>();

  add(pod: Pod): void {
    const { uid } = pod.metadata;
    if (this.#requests.has(uid)) return;
    const requests = numericRequests(pod);
    this.#requests.set(uid, requests);
    for (const [name, value] of Object.entries(requests)) {
      this.#used[name] = (this.#used[name] ?? 0) + value;
    }
    const ports = hostPorts(pod);
    this.#ports.set(uid, ports);
    for (const port of ports) this.#usedPorts.set(port, uid);
  }

  remove(uid: string): void {
    for (const [name, value] of Object.entries(this.#requests.get(uid) ?? {})) {
      this.#used[name] = (this.#used[name] ?? 0) - value;
    }
    for (const port of this.#ports.get(uid) ?? []) this.#usedPorts.delete(port);
    this.#requests.delete(uid);
    this.#ports.delete(uid);
  }

  /** The same sum without one pod, to check whether it fits with other requests. */
  without(uid: string): NodeResources {
    const rest = new NodeResources();
    for (const [name, value] of Object.entries(this.#used)) rest.#used[name] = value;
    for (const [name, value] of Object.entries(this.#requests.get(uid) ?? {})) {
      rest.#used[name] = (rest.#used[name] ?? 0) - value;
    }
    return rest;
  }

  used(name: string): number {
    return this.#used[name] ?? 0;
  }

  get pods(): number {
    return this.#requests.size;
  }

  portTaken(pod: Pod): boolean {
    return hostPorts(pod).some((port) => this.#usedPorts.has(port));
  }
}

/** Source: predicateAdmitHandler.Admit. */
export function admit(pod: Pod, node: Node | undefined, resources: NodeResources): Admission {
  const sysctl = forbiddenSysctl(pod);
  if (sysctl !== undefined) return rejected('SysctlForbidden', sysctl);
  if (node === undefined) return rejected('InvalidNodeInfo', 'Kubelet cannot get node info.');
  const wantedOs = pod.spec.nodeSelector?.['kubernetes.io/os'];
  if (wantedOs !== undefined && wantedOs !== node.metadata.labels?.['kubernetes.io/os']) {
    const text = "Failed to admit pod as the `kubernetes.io/os` label doesn't match node label";
    return rejected('PodOSSelectorNodeLabelDoesNotMatch', text);
  }
  const { os } = pod.spec;
  if (os !== undefined && os.name !== 'linux') {
    const message = "Failed to admit pod as the OS field doesn't match node OS";
    return rejected('PodOSNotSupported', message);
  }
  const lacking = lackingResource(pod, node, resources);
  if (lacking !== undefined) return lacking;
  const labels = node.metadata.labels ?? {};
  if (!matchesNodeSelector(pod, labels, node.metadata.name)) {
    const text = "node(s) didn't match Pod's node affinity/selector";
    return rejected('NodeAffinity', `Predicate NodeAffinity failed: ${text}`);
  }
  if (resources.portTaken(pod)) {
    const text = "node(s) didn't have free ports for the requested pod ports";
    return rejected('NodePorts', `Predicate NodePorts failed: ${text}`);
  }
  if (!toleratesNoExecute(pod, node)) {
    const text = "node(s) had taints that the pod didn't tolerate";
    return rejected('TaintToleration', `Predicate TaintToleration failed: ${text}`);
  }
  return admitted;
}

/** Safe namespaced sysctls. Source: kubernetes/pkg/kubelet/sysctl/safe_sysctls.go. */
const safeSysctls: ReadonlySet<string> = new Set([
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
  'net.ipv4.ip_local_reserved_ports',
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
  'net.ipv4.tcp_rmem',
  'net.ipv4.tcp_wmem',
]);

/** Source: kubernetes/pkg/kubelet/sysctl/allowlist.go. */
function forbiddenSysctl({ spec }: Pod): string | undefined {
  const { sysctls = [] } = spec.securityContext ?? {};
  for (const { name } of sysctls) {
    const key = name.replace(/\//g, '.');
    if (key.startsWith('net.') && spec.hostNetwork === true) {
      return `forbidden sysctl: "${name}" not allowed with host net enabled`;
    }
    if (!safeSysctls.has(key)) return `forbidden sysctl: "${name}" not allowlisted`;
  }
  return undefined;
}

/** The requests of a pod that even an empty node could not meet. */
export function lackingCapacity(pod: Pod, node: Node): string | undefined {
  const { allocatable = {} } = node.status ?? {};
  for (const [name, requested] of Object.entries(numericRequests(pod))) {
    const quantity = allocatable[name];
    if (quantity === undefined) continue;
    const capacity = numeric(name, quantity);
    if (requested > capacity) {
      return (
        `Node didn't have enough capacity: ${name}, requested: ${requested},` +
        ` capacity: ${capacity}`
      );
    }
  }
  return undefined;
}

export function lackingResource(
  pod: Pod,
  node: Node,
  resources: NodeResources,
): Admission | undefined {
  const { allocatable = {} } = node.status ?? {};
  const refuse = (name: string, requested: number, used: number, capacity: number) => ({
    ...rejected(
      `OutOf${name}`,
      `Node didn't have enough resource: ${name}, requested: ${requested}, used: ${used},` +
        ` capacity: ${capacity}`,
    ),
    lacks: { name, lacking: used + requested - capacity },
  });
  const podsAllowed = allocatable['pods'];
  if (podsAllowed !== undefined && resources.pods + 1 > wholeValue(podsAllowed)) {
    return refuse('pods', 1, resources.pods, wholeValue(podsAllowed));
  }
  for (const [name, requested] of Object.entries(numericRequests(pod))) {
    const quantity = allocatable[name];
    // The kubelet does not refuse resources that the node does not know.
    if (quantity === undefined || requested === 0) continue;
    const capacity = numeric(name, quantity);
    const used = resources.used(name);
    if (used + requested > capacity) return refuse(name, requested, used, capacity);
  }
  return undefined;
}

const numeric = (name: string, quantity: string): number =>
  name === 'cpu' ? milliValue(quantity) : wholeValue(quantity);

function numericRequests(pod: Pod): Readonly<Record<string, number>> {
  const amounts: Record<string, number> = {};
  const requests = podRequests(pod);
  for (const name in requests) amounts[name] = numeric(name, requests[name] as string);
  return amounts;
}

const hostPorts = (pod: Pod): readonly string[] =>
  pod.spec.containers.flatMap(({ ports = [] }) =>
    ports.flatMap(({ protocol = 'TCP', hostIP = '0.0.0.0', hostPort = 0 }) =>
      hostPort === 0 ? [] : [`${protocol}/${hostIP}/${hostPort}`],
    ),
  );

/** nodeSelector and required node affinity. Source: nodeaffinity.GetRequiredNodeAffinity. */
function matchesNodeSelector(pod: Pod, labels: Labels, nodeName: string): boolean {
  for (const [key, value] of Object.entries(pod.spec.nodeSelector ?? {})) {
    if (labels[key] !== value) return false;
  }
  const required = pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (required === undefined) return true;
  return required.nodeSelectorTerms.some((term) => matchesTerm(term, labels, nodeName));
}

function matchesTerm(
  { matchExpressions = [], matchFields = [] }: NodeSelectorTerm,
  labels: Labels,
  nodeName: string,
): boolean {
  if (matchExpressions.length === 0 && matchFields.length === 0) return false;
  return (
    matchExpressions.every((requirement) => meets(requirement, labels[requirement.key])) &&
    matchFields.every((requirement) => meets(requirement, nodeName))
  );
}

function meets(
  { operator, values = [] }: NodeSelectorRequirement,
  value: string | undefined,
): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
      return value !== undefined && Number(value) > Number(values[0]);
    case 'Lt':
      return value !== undefined && Number(value) < Number(values[0]);
  }
}

function toleratesNoExecute(pod: Pod, node: Node): boolean {
  const tolerations = pod.spec.tolerations ?? [];
  return (node.spec.taints ?? [])
    .filter(({ effect }) => effect === 'NoExecute')
    .every((taint) =>
      tolerations.some(({ key = '', operator = 'Equal', value = '', effect }) => {
        if (effect !== undefined && effect !== taint.effect) return false;
        if (key !== '' && key !== taint.key) return false;
        return operator === 'Exists' || (key !== '' && value === (taint.value ?? ''));
      }),
    );
}

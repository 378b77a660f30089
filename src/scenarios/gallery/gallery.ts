/**
 * What the gallery offers: short scenarios, each with one thing to see, in the order of its page.
 *
 * A scenario is a `Tour` in a folder of its own (`ID/scenario.ts`), with its words beside it
 * (`ID/words/LANGUAGE.json`) and its own test. Here is only what a card needs besides.
 */

export type GalleryGroup = 'start' | 'change' | 'no' | 'breaks' | 'where' | 'work' | 'network';

export interface GalleryEntry {
  readonly id: string;
  readonly group: GalleryGroup;
  /** 1: for a first hour with Kubernetes; 3: for those who run clusters. */
  readonly level: 1 | 2 | 3;
  /** How long a reader needs. */
  readonly minutes: number;
  /** What goes wrong on purpose, in Kubernetes' own word for it. */
  readonly outcome?: { readonly kind: 'denied' | 'warn' | 'pending'; readonly text: string };
}

export const gallery = [
  { id: 'scale', group: 'start', level: 1, minutes: 4 },
  { id: 'bare-pod', group: 'start', level: 1, minutes: 4 },
  { id: 'self-healing', group: 'start', level: 1, minutes: 4 },
  { id: 'rolling-update', group: 'change', level: 1, minutes: 6 },
  {
    id: 'rollout-without-loss',
    group: 'change',
    level: 2,
    minutes: 7,
    outcome: { kind: 'warn', text: 'Connection refused' },
  },
  { id: 'finalizer', group: 'change', level: 2, minutes: 4 },
  { id: 'namespace-delete', group: 'change', level: 2, minutes: 5 },
  {
    id: 'server-side-apply',
    group: 'change',
    level: 3,
    minutes: 5,
    outcome: { kind: 'denied', text: 'Apply failed with 1 conflict' },
  },
  {
    id: 'rbac',
    group: 'no',
    level: 1,
    minutes: 6,
    outcome: { kind: 'denied', text: '403 Forbidden' },
  },
  {
    id: 'quota',
    group: 'no',
    level: 2,
    minutes: 5,
    outcome: { kind: 'denied', text: 'exceeded quota' },
  },
  {
    id: 'unauthorized',
    group: 'no',
    level: 2,
    minutes: 4,
    outcome: { kind: 'denied', text: '401 Unauthorized' },
  },
  {
    id: 'limit-range',
    group: 'no',
    level: 2,
    minutes: 4,
    outcome: { kind: 'denied', text: 'maximum cpu usage' },
  },
  {
    id: 'pod-security',
    group: 'no',
    level: 2,
    minutes: 5,
    outcome: { kind: 'denied', text: 'violates PodSecurity' },
  },
  {
    id: 'admission-policy',
    group: 'no',
    level: 3,
    minutes: 5,
    outcome: { kind: 'denied', text: 'denied by a policy' },
  },
  {
    id: 'webhook',
    group: 'no',
    level: 3,
    minutes: 5,
    outcome: { kind: 'denied', text: 'failed calling webhook' },
  },
  {
    id: 'bad-image',
    group: 'breaks',
    level: 1,
    minutes: 5,
    outcome: { kind: 'warn', text: 'ImagePullBackOff' },
  },
  {
    id: 'crash-loop',
    group: 'breaks',
    level: 1,
    minutes: 5,
    outcome: { kind: 'warn', text: 'CrashLoopBackOff' },
  },
  {
    id: 'probes',
    group: 'breaks',
    level: 2,
    minutes: 6,
    outcome: { kind: 'warn', text: 'Unhealthy' },
  },
  {
    id: 'node-failure',
    group: 'breaks',
    level: 2,
    minutes: 6,
    outcome: { kind: 'warn', text: 'NotReady' },
  },
  {
    id: 'leader-election',
    group: 'breaks',
    level: 3,
    minutes: 5,
    outcome: { kind: 'warn', text: 'LeaderElection' },
  },
  {
    id: 'etcd-leader-loss',
    group: 'breaks',
    level: 3,
    minutes: 6,
    outcome: { kind: 'warn', text: 'request timed out' },
  },
  {
    id: 'memory-pressure',
    group: 'breaks',
    level: 3,
    minutes: 6,
    outcome: { kind: 'warn', text: 'Evicted' },
  },
  {
    id: 'taints',
    group: 'where',
    level: 2,
    minutes: 5,
    outcome: { kind: 'pending', text: 'NoExecute' },
  },
  {
    id: 'drain',
    group: 'where',
    level: 2,
    minutes: 6,
    outcome: { kind: 'warn', text: 'disruption budget' },
  },
  {
    id: 'affinity',
    group: 'where',
    level: 2,
    minutes: 5,
    outcome: { kind: 'pending', text: 'topology spread' },
  },
  {
    id: 'preemption',
    group: 'where',
    level: 3,
    minutes: 6,
    outcome: { kind: 'warn', text: 'Preempted' },
  },
  { id: 'two-schedulers', group: 'where', level: 3, minutes: 5 },
  { id: 'config-and-secrets', group: 'work', level: 1, minutes: 5 },
  { id: 'job', group: 'work', level: 1, minutes: 4 },
  { id: 'init-and-sidecar', group: 'work', level: 2, minutes: 5 },
  { id: 'graceful-termination', group: 'work', level: 2, minutes: 5 },
  { id: 'statefulset', group: 'work', level: 2, minutes: 5 },
  { id: 'daemonset', group: 'work', level: 2, minutes: 4 },
  { id: 'volumes', group: 'work', level: 2, minutes: 6 },
  { id: 'debug', group: 'work', level: 2, minutes: 4 },
  {
    id: 'gpu-claims',
    group: 'work',
    level: 3,
    minutes: 5,
    outcome: { kind: 'warn', text: 'cannot allocate all claims' },
  },
  { id: 'service', group: 'network', level: 2, minutes: 6 },
  { id: 'dns', group: 'network', level: 2, minutes: 5 },
  { id: 'request-from-outside', group: 'network', level: 2, minutes: 7 },
  {
    id: 'gateway-api',
    group: 'network',
    level: 2,
    minutes: 6,
    outcome: { kind: 'warn', text: 'BackendNotFound' },
  },
  {
    id: 'network-policy',
    group: 'network',
    level: 2,
    minutes: 5,
    outcome: { kind: 'denied', text: 'download timed out' },
  },
  { id: 'proxy-modes', group: 'network', level: 3, minutes: 6 },
  { id: 'session-affinity', group: 'network', level: 3, minutes: 4 },
  { id: 'autoscaling', group: 'work', level: 2, minutes: 7 },
  { id: 'static-pod', group: 'work', level: 3, minutes: 5 },
  { id: 'cronjob', group: 'work', level: 2, minutes: 4 },
] as const satisfies readonly GalleryEntry[];

export type GalleryId = (typeof gallery)[number]['id'];

/** The scenario of that name, if there is one. */
export const findGalleryId = (id: string | undefined): GalleryId | undefined =>
  gallery.find((entry) => entry.id === id)?.id;

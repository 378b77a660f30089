/**
 * The pods that `logs`, `exec` and `attach` are about: named directly, or by their workload or
 * service.
 *
 * Models k8s.io/kubectl pkg/polymorphichelpers attachablepodforobject.go, logsforobject.go,
 * helpers.go GetFirstPod and SelectorsForObject. A workload without pods is waited for. Pods are
 * ranked as in pkg/util/podutils podutils.go ByLogging, and ActivePods in reverse: a phase that
 * neither of them names counts as running for logs and as pending for a session.
 */
import { ok } from '#base/result';
import { second } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import { formatSelector, labelSelectorAsSelector } from '#k8s.io/apimachinery/labels';
import type { KubeList, KubeObject, LabelSelector } from '#k8s.io/apimachinery/meta/v1';
import { pods as podsResource } from '#k8s.io/client-go/rest/resource';
import { isPodPhaseTerminal } from '#k8s.io/component-helpers/core/pod-phase';
import type { Process } from '#sim/simulation';
import { boolFlag, durationFlag, type FlagSpec, stringFlag } from '../command-line/flag-spec.ts';
import type { FlagValues } from '../command-line/parse-flags.ts';
import { fail, type Outcome } from '../failure.ts';
import type { Session } from '../session.ts';
import { type Info, mustFetchObjects } from './fetch-objects.ts';
import { resolveArguments } from './resource-arguments.ts';

type PodUse = 'logs' | 'session';

/** `nginx`, `pod/nginx` or `deployment/web`: the best pod of it. */
export function* pickPod(
  session: Session,
  word: string,
  use: PodUse,
  flags: FlagValues,
): Process<Outcome<Pod>> {
  const pods = yield* podsOf(session, word, use, flags);
  if (!pods.ok) return pods;
  const [pod] = pods.value;
  if (pod === undefined) return fail('no pod was named');
  const { length } = pods.value;
  if (use === 'logs' && length > 1) {
    session.err(`Found ${length} pods, using pod/${pod.metadata.name}\n`);
  }
  return ok(pod);
}

/** Flags of commands that enter a running container. */
export const containerFlags: readonly FlagSpec[] = [
  stringFlag('container', 'Container name', { shorthand: 'c' }),
  boolFlag('quiet', 'Only print output from the remote session', { shorthand: 'q' }),
  boolFlag('stdin', 'Pass stdin to the container', { shorthand: 'i' }),
  boolFlag('tty', 'Stdin is a TTY', { shorthand: 't' }),
  durationFlag('pod-running-timeout', 'How long to wait until a pod runs', { default: '1m0s' }),
];

/** The pod that such a command enters. `doing`: `attach` or `exec into`. */
export function* pickUncompletedPod(
  session: Session,
  word: string,
  flags: FlagValues,
  doing: string,
): Process<Outcome<Pod>> {
  const pod = yield* pickPod(session, word, 'session', flags);
  if (!pod.ok) return pod;
  const { phase } = pod.value.status ?? {};
  if (!isPodPhaseTerminal(phase)) return pod;
  return fail(`cannot ${doing} a container in a completed pod; current phase is ${phase}`);
}

/** Every pod of a workload or service, the best first. `logs --all-pods` takes them all. */
export function* podsOf(
  session: Session,
  word: string,
  use: PodUse,
  flags: FlagValues,
): Process<Outcome<readonly Pod[]>> {
  if (flags.duration('pod-running-timeout') <= 0) return fail(noTimeout);
  const found = yield* namedObject(session, word);
  return found.ok ? yield* podsBehind(session, found.value, use, flags) : found;
}

const noTimeout = '--pod-running-timeout must be higher than zero';

/** The same for an object that was read already. */
export function* podsBehind(
  session: Session,
  { resource, object }: Info,
  use: PodUse,
  flags: FlagValues,
): Process<Outcome<readonly Pod[]>> {
  const timeout = flags.duration('pod-running-timeout');
  if (timeout <= 0) return fail(noTimeout);
  if (resource.resource === 'pods') return ok([object as Pod]);
  if (!isBuiltIn(object)) {
    const scheme = 'k8s.io/kubectl/pkg/scheme/scheme.go:28';
    const { kind, apiVersion } = object;
    return fail(
      `no kind "${kind}" is registered for version "${apiVersion}" in scheme "${scheme}"`,
    );
  }
  const selector = selectorOf(object);
  if (!selector.ok) {
    const what = use === 'logs' ? 'get the logs from' : 'attach to';
    return fail(`cannot ${what} ${goType(object)}: ${selector.why}`);
  }
  return yield* podsWith(session, selector.value, use, timeout);
}

/** `nginx` is a pod; `service/web` is what it says. */
export function* namedObject(session: Session, word: string): Process<Outcome<Info>> {
  const args = word.includes('/') ? [word] : ['pods', word];
  const options = { selector: '', allNamespaces: false, wholeCollections: false };
  const requests = yield* resolveArguments(session, args, options);
  if (!requests.ok) return requests;
  const { namespace } = session.config;
  const found = yield* mustFetchObjects(session, requests.value, { namespace, selector: '' });
  if (!found.ok) return found;
  const [info] = found.value;
  return info === undefined ? fail('no pod was named') : ok(info);
}

/** How Go prints the type of an object: `*v1.ConfigMap`. */
const goType = ({ apiVersion, kind }: KubeObject): string =>
  `*${apiVersion.slice(apiVersion.indexOf('/') + 1)}.${kind}`;

/** kubectl only decodes types of its build, so not custom resources. */
function isBuiltIn({ apiVersion }: KubeObject): boolean {
  const [group = ''] = apiVersion.split('/');
  return !group.includes('.') || group.endsWith('.k8s.io');
}

const workloads: ReadonlySet<string> = new Set([
  'ReplicaSet',
  'StatefulSet',
  'DaemonSet',
  'Deployment',
  'Job',
]);

type Selected =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly why: string };

/** The labels by which a workload or service finds its pods. */
function selectorOf(object: KubeObject): Selected {
  const { kind, metadata, spec } = object;
  const { selector = {} } = (spec ?? {}) as { readonly selector?: object };
  if (kind === 'Service' && Object.keys(selector).length === 0) {
    const why = `invalid service '${metadata.name}': Service is defined without a selector`;
    return { ok: false, why };
  }
  const own = workloads.has(kind) && /^(apps|batch)\//.test(object.apiVersion);
  const plain = object.apiVersion === 'v1' && ['Service', 'ReplicationController'].includes(kind);
  if (!own && !plain) return { ok: false, why: `selector for ${goType(object)} not implemented` };
  const labels = plain
    ? { matchLabels: selector as Readonly<Record<string, string>> }
    : (selector as LabelSelector);
  return { ok: true, value: formatSelector(labelSelectorAsSelector(labels)) };
}

function* podsWith(
  session: Session,
  labelSelector: string,
  use: PodUse,
  timeout: number,
): Process<Outcome<readonly Pod[]>> {
  const { namespace } = session.config;
  const query = { labelSelector };
  const list = yield* session.client.get<KubeList<Pod>>(podsResource, { namespace, query });
  if (!list.ok) return list;
  const { items, metadata } = list.value;
  if (items.length > 0) return ok([...items].sort(byUse(use)));
  return yield* firstToCome(session, labelSelector, metadata.resourceVersion, timeout);
}

/** Source: helpers.go GetPodList, which watches until it has seen a pod. */
function* firstToCome(
  session: Session,
  labelSelector: string,
  resourceVersion: string | undefined,
  timeout: number,
): Process<Outcome<readonly Pod[]>> {
  const { namespace } = session.config;
  const query = { labelSelector, resourceVersion, timeoutSeconds: Math.ceil(timeout / second) };
  const stream = yield* session.client.watch(podsResource, { namespace, query });
  if (!stream.ok) return stream;
  const timer = session.sim.after(timeout, () => stream.value.close());
  let found: Outcome<readonly Pod[]> = fail('timed out waiting for the condition');
  for (;;) {
    const event = yield* stream.value.receive();
    if (event === undefined || event.type === 'ERROR') break;
    if (event.type !== 'ADDED' && event.type !== 'MODIFIED') continue;
    found = ok([event.object as Pod]);
    break;
  }
  timer.cancel();
  stream.value.close();
  return found;
}

/** The best pod first, by: has a node, phase, ready, ready for longer, restarts, age. */
export const byUse =
  (use: PodUse) =>
  (a: Pod, b: Pod): number => {
    const [x, y] = [marks(a, use), marks(b, use)];
    const at = x.findIndex((mark, index) => mark !== y[index]);
    return at < 0 ? 0 : (x[at] ?? '') < (y[at] ?? '') ? -1 : 1;
  };

const phases: readonly (string | undefined)[] = ['Running', 'Unknown', 'Pending'];

function marks({ metadata, spec, status }: Pod, use: PodUse): readonly (string | number)[] {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  const isReady = ready?.status === 'True';
  const restarts = Math.max(
    0,
    ...(status?.containerStatuses ?? []).map(({ restartCount }) => restartCount),
  );
  const phase = phases.indexOf(status?.phase);
  const unnamed = use === 'logs' ? 0 : 2;
  return [
    spec.nodeName === undefined ? 1 : 0,
    phase < 0 ? unnamed : phase,
    isReady ? 0 : 1,
    isReady ? String(ready?.lastTransitionTime ?? '~') : '',
    use === 'logs' ? -restarts : restarts,
    metadata.creationTimestamp ?? '~',
  ];
}

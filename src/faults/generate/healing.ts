/**
 * What mends everything that a list of inputs broke: processes run, cables are plugged in, clocks
 * are right, nodes take Pods, and nothing that people asked for is impossible.
 *
 * It depends only on the inputs, so that it shrinks together with them.
 */
import { seconds } from '#base/sim-time';
import type { ClusterSpec } from '#scenarios/cluster-spec';
import { type HostAction, machineName } from '#trace/host-action';
import { writeHostAction } from '#trace/host-words';
import type { TimedInput } from '#worker/protocol';
import { mendingOf, processesOf } from './host-faults.ts';

/** The control plane is back when the first command comes. */
const commandsAfter = seconds(40);
const between = seconds(0.5);
/**
 * A process whose last renewal was lost gives up its lease so long after everything is mended, at
 * the most. Source: leaderelection RenewDeadline 10 s, and the timeout of the request.
 */
const leasesAreLost = seconds(16);

/** The inputs that heal, from a moment on. */
export function healingOf(
  inputs: readonly TimedInput[],
  at: number,
  cluster: ClusterSpec,
): readonly TimedInput[] {
  const actions = mendings(inputs, cluster);
  const lines = corrections(inputs);
  return [
    ...actions.map((action, index): TimedInput => ({ at: at + index, kind: 'host', action })),
    ...starts(cluster).map(
      (action, index): TimedInput => ({ at: at + leasesAreLost + index, kind: 'host', action }),
    ),
    ...lines.map(
      (line, index): TimedInput => ({
        at: at + commandsAfter + index * between,
        kind: 'command',
        line,
        user: 'admin',
      }),
    ),
  ];
}

/** A process that lost its lease ends, and whoever looks after it starts it again. */
const starts = (cluster: ClusterSpec): readonly HostAction[] =>
  processesOf(cluster)
    .filter((component) => /^(kcm|scheduler)/.test(component))
    .map((component) => ({ kind: 'start_component', component }));

function mendings(inputs: readonly TimedInput[], cluster: ClusterSpec): readonly HostAction[] {
  const found = new Map<string, HostAction>();
  for (const action of starts(cluster)) found.set(writeHostAction(action), action);
  for (const input of inputs) {
    const action = input.kind === 'host' ? mendingOf(input.action) : undefined;
    if (action !== undefined) found.set(writeHostAction(action), action);
    if (input.kind === 'host' && input.action.kind === 'kill_component') {
      const off: HostAction = { ...input.action, step: 0 };
      found.set(writeHostAction(off), off);
    }
  }
  // etcd first, so that nothing waits for it.
  const isEtcd = (action: HostAction): boolean =>
    'component' in action && action.component.startsWith('etcd');
  return [...found.values()].sort((a, b) => Number(isEtcd(b)) - Number(isEtcd(a)));
}

const evicts = /^(use_|shutdown_node)/;

/**
 * A machine that was short of something fails Pods. A StatefulSet that has two of them above the
 * number that it shall have deletes neither: it waits until the higher is ready again. Source:
 * processCondemned.
 */
const failedPodsMayStay = (inputs: readonly TimedInput[]): boolean =>
  inputs.some((input) => input.kind === 'host' && evicts.test(input.action.kind)) &&
  inputs.some(
    (input) => input.kind === 'command' && /statefulset/i.test(`${input.line} ${input.stdin}`),
  );

/**
 * The namespaces in which a Deployment with a bad image may have left its ReplicaSets behind.
 * Nobody gives these another image: a person deletes them.
 */
function orphanages(inputs: readonly TimedInput[]): readonly string[] {
  const lines = inputs.flatMap((input) => (input.kind === 'command' ? [input.line] : []));
  if (!lines.some((line) => line.includes('nginx=nginx:none'))) return [];
  const left = / delete deployment \S+ --cascade=orphan -n (\S+)/;
  return lines.flatMap((line) => left.exec(line)?.[1] ?? []);
}

/** Commands that take back what keeps Pods from running. */
function corrections(inputs: readonly TimedInput[]): readonly string[] {
  const lines = new Set<string>();
  for (const namespace of orphanages(inputs)) {
    lines.add(`kubectl delete replicasets --all -n ${namespace} --wait=false`);
  }
  if (failedPodsMayStay(inputs)) {
    // Pods of the StatefulSet that a person must delete: it waits for them when it scales down.
    const failed = '-l app=db --field-selector=status.phase=Failed';
    lines.add(`kubectl delete pods --all-namespaces ${failed} --wait=false`);
  }
  for (const input of inputs) {
    if (input.kind === 'host' && input.action.kind === 'skew_clock') {
      // A container that is newer by the clock than its successor hides it for ever.
      const there = `--field-selector=spec.nodeName=${machineName(input.action.node)}`;
      lines.add(`kubectl delete pods --all-namespaces ${there} --wait=false`);
    }
    if (input.kind !== 'command') continue;
    const { line, stdin = '' } = input;
    const node = / (?:drain|cordon) (\S+)/.exec(line)?.[1];
    if (node !== undefined) lines.add(`kubectl uncordon ${node}`);
    const tainted = / taint node (\S+)/.exec(line)?.[1];
    if (tainted !== undefined) lines.add(`kubectl taint node ${tainted} busy-`);
    const [, image, there] = / set image (\S+) nginx=nginx:none (.*)/.exec(line) ?? [];
    if (image !== undefined) lines.add(`kubectl set image ${image} nginx=nginx:1.29 ${there}`);
    const [, paused, in_] = / rollout pause (\S+) (.*)/.exec(line) ?? [];
    if (paused !== undefined) lines.add(`kubectl rollout resume ${paused} ${in_}`);
    const [, kind, namespace] = /"kind":"(\w+)".*?"namespace":"(\w+)"/.exec(stdin) ?? [];
    if (kind === 'ResourceQuota') lines.add(`kubectl delete quota --all -n ${namespace}`);
    if (kind === 'CronJob') {
      const suspended = `'{"spec":{"suspend":true}}'`;
      lines.add(`kubectl patch cronjob tick -p ${suspended} -n ${namespace}`);
    }
  }
  return [...lines];
}

/**
 * `kubectl logs`: what a container wrote.
 *
 * Models k8s.io/kubectl pkg/cmd/logs logs.go: the pod is read to choose the container, then its log
 * subresource, which the API server fetches from the kubelet.
 */
import { err, ok } from '#base/result';
import { second } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import type { KubeList } from '#k8s.io/apimachinery/meta/v1';
import { pods as podsResource } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, durationFlag, intFlag, refused, stringFlag } from '../command-line/flag-spec.ts';
import type { FlagValues } from '../command-line/parse-flags.ts';
import { type Failure, fail, failureMessage, type Outcome, usageError } from '../failure.ts';
import { pickContainer } from '../resource/pick-container.ts';
import { pickPod } from '../resource/pick-pod.ts';

export const logs: Command = {
  name: 'logs',
  short: 'Print the logs for a container in a pod',
  usage: '[-p] (POD | TYPE/NAME) [-c CONTAINER]',
  flags: [
    boolFlag('all-containers', "Get all containers' logs in the pod"),
    stringFlag('container', 'Print the logs of this container', { shorthand: 'c' }),
    intFlag('limit-bytes', 'Maximum bytes of logs to return'),
    boolFlag('prefix', 'Prefix each log line with the log source'),
    boolFlag('previous', 'Print the logs for the previous instance', { shorthand: 'p' }),
    stringFlag('selector', 'Selector (label query) to filter on', { shorthand: 'l' }),
    durationFlag('since', 'Only return logs newer than a relative duration'),
    stringFlag('since-time', 'Only return logs after a specific date (RFC3339)'),
    intFlag('tail', 'Lines of recent log file to display', { default: '-1' }),
    boolFlag('timestamps', 'Include timestamps on each line'),
    ...refused(
      boolFlag('all-pods', 'Get logs from all pods'),
      boolFlag('follow', 'Specify if the logs should be streamed', { shorthand: 'f' }),
      boolFlag('ignore-errors', 'Go on when a log cannot be read'),
      boolFlag('insecure-skip-tls-verify-backend', 'Skip verifying the kubelet'),
      intFlag('max-log-requests', 'Maximum number of concurrent logs', { default: '5' }),
      durationFlag('pod-running-timeout', 'How long to wait until a pod runs', { default: '20s' }),
    ),
  ],
  run,
};

/** How many lines are shown of each pod that a selector finds. */
const selectorTail = 10;

function* run(invocation: Invocation): Process<Outcome> {
  const { session, args, flags, path } = invocation;
  const [word, container] = args;
  const selector = flags.string('selector');
  if (selector !== '') {
    if (word !== undefined)
      return usageError(path, 'only a selector (-l) or a POD name is allowed');
    return yield* selectedLogs(invocation, selector);
  }
  if (word === undefined || args.length > 2) {
    return usageError(
      path,
      "expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\n" +
        'POD or TYPE/NAME is a required argument for the logs command',
    );
  }
  if (container !== undefined && flags.string('container') !== '') {
    return fail('only one of -c or an inline [CONTAINER] arg is allowed');
  }
  const pod = yield* pickPod(session, word);
  if (!pod.ok) return err(worded(pod.error, session.config.namespace));
  return yield* podLogs(invocation, pod.value, container ?? flags.string('container'));
}

/** Source: logs.go Complete. */
function worded(failure: Failure, namespace: string): Failure {
  if (failure.kind !== 'status' || failure.status.reason !== 'NotFound') return failure;
  const message = failureMessage(failure);
  const text = `error from server (NotFound): ${message} in namespace "${namespace}"`;
  return { kind: 'error', message: text };
}

function* selectedLogs(invocation: Invocation, labelSelector: string): Process<Outcome> {
  const { session, flags } = invocation;
  const { namespace } = session.config;
  const query = { labelSelector };
  const list = yield* session.client.get<KubeList<Pod>>(podsResource, { namespace, query });
  if (!list.ok) return list;
  if (list.value.items.length === 0) {
    session.err(`No resources found in ${namespace} namespace.\n`);
  }
  for (const pod of list.value.items) {
    const done = yield* podLogs(invocation, pod, flags.string('container'));
    if (!done.ok) return done;
  }
  return ok(undefined);
}

function* podLogs(invocation: Invocation, pod: Pod, asked: string): Process<Outcome> {
  const { session, flags } = invocation;
  const { initContainers = [], containers, ephemeralContainers = [] } = pod.spec;
  const chosen = flags.bool('all-containers')
    ? ok([...initContainers, ...containers, ...ephemeralContainers].map(({ name }) => name))
    : one(pickContainer(session, pod, asked));
  if (!chosen.ok) return chosen;
  for (const container of chosen.value) {
    const { namespace, name } = pod.metadata;
    const query = logQuery(flags, container);
    const at = { namespace, name, subresource: 'log', query };
    const log = yield* session.client.get<unknown>(podsResource, at);
    if (!log.ok) return log;
    const text = typeof log.value === 'string' ? log.value : '';
    session.out(flags.bool('prefix') ? prefixed(text, `[pod/${name}/${container}] `) : text);
  }
  return ok(undefined);
}

const one = (outcome: Outcome<string>): Outcome<readonly string[]> =>
  outcome.ok ? ok([outcome.value]) : outcome;

/** Names in the order of the alphabet, as Go encodes a query. */
function logQuery(flags: FlagValues, container: string) {
  const bySelector = flags.string('selector') !== '' && !flags.changed('tail');
  const tail = bySelector ? selectorTail : flags.int('tail');
  const since = flags.duration('since');
  return {
    container,
    limitBytes: flags.int('limit-bytes') > 0 ? flags.int('limit-bytes') : undefined,
    previous: flags.bool('previous') || undefined,
    sinceSeconds: since > 0 ? Math.ceil(since / second) : undefined,
    sinceTime: flags.string('since-time') || undefined,
    tailLines: tail >= 0 ? tail : undefined,
    timestamps: flags.bool('timestamps') || undefined,
  };
}

const prefixed = (text: string, prefix: string): string => text.replace(/^(?!$)/gm, prefix);

/**
 * `kubectl logs`: what a container wrote.
 *
 * Models k8s.io/kubectl pkg/cmd/logs logs.go: the pods are found to choose the containers, then each
 * log subresource is read, which the API server fetches from the kubelet. Followed logs are read
 * side by side.
 */
import { err, ok } from '#base/result';
import type { Pod } from '#k8s.io/api/core/v1';
import { goTimeError } from '#k8s.io/apimachinery/go-time-error';
import type { KubeList } from '#k8s.io/apimachinery/meta/v1';
import { pods as podsResource } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, durationFlag, intFlag, refused, stringFlag } from '../command-line/flag-spec.ts';
import {
  type Failure,
  fail,
  failureMessage,
  isNotFound,
  type Outcome,
  usageError,
} from '../failure.ts';
import { pickPod, podsOf } from '../resource/pick-pod.ts';
import { consumeLogs, type LogRequest, requestsOf } from './log-requests.ts';

export const logs: Command = {
  name: 'logs',
  short: 'Print the logs for a container in a pod',
  usage: '[-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]',
  flags: [
    boolFlag('all-containers', "Get all containers' logs in the pod"),
    boolFlag('all-pods', 'Get logs from all pods; sets prefix to true'),
    stringFlag('container', 'Print the logs of this container', { shorthand: 'c' }),
    boolFlag('follow', 'Specify if the logs should be streamed', { shorthand: 'f' }),
    boolFlag('ignore-errors', 'Go on when a log cannot be read'),
    intFlag('limit-bytes', 'Maximum bytes of logs to return'),
    intFlag('max-log-requests', 'Maximum number of concurrent logs', { default: '5' }),
    boolFlag('prefix', 'Prefix each log line with the log source'),
    boolFlag('previous', 'Print the logs for the previous instance', { shorthand: 'p' }),
    stringFlag('selector', 'Selector (label query) to filter on', { shorthand: 'l' }),
    durationFlag('since', 'Only return logs newer than a relative duration'),
    stringFlag('since-time', 'Only return logs after a specific date (RFC3339)'),
    intFlag('tail', 'Lines of recent log file to display', { default: '-1' }),
    boolFlag('timestamps', 'Include timestamps on each line'),
    durationFlag('pod-running-timeout', 'How long to wait until a pod runs', { default: '20s' }),
    ...refused(boolFlag('insecure-skip-tls-verify-backend', 'Skip verifying the kubelet')),
  ],
  run,
};

const needsPod =
  "expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\n" +
  'POD or TYPE/NAME is a required argument for the logs command';

function* run(invocation: Invocation): Process<Outcome> {
  const { session, args, flags, path } = invocation;
  const [word, inline] = args;
  const selector = flags.string('selector');
  if (selector === '' && word === undefined) return usageError(path, needsPod);
  if (selector !== '' && word !== undefined) {
    return usageError(path, 'only a selector (-l) or a POD name is allowed');
  }
  if (args.length > 2) return usageError(path, needsPod);
  const wrong = misuse(invocation);
  if (wrong !== undefined) return fail(wrong);
  const pods = yield* podsFor(invocation, word, selector);
  if (!pods.ok) return err(worded(pods.error, session.config.namespace));
  const requests: LogRequest[] = [];
  for (const pod of pods.value) {
    const found = requestsOf(invocation, pod, inline ?? flags.string('container'));
    if (!found.ok) return found;
    requests.push(...found.value);
  }
  const most = flags.int('max-log-requests');
  if (flags.bool('follow') && requests.length > 1 && requests.length > most) {
    return fail(
      `you are attempting to follow ${requests.length} log streams, but maximum allowed ` +
        `concurrency is ${most}, use --max-log-requests to increase the limit`,
    );
  }
  return yield* consumeLogs(invocation, requests);
}

/** Source: LogsOptions.Validate. */
function misuse({ args, flags }: Invocation): string | undefined {
  const container = flags.string('container') || args[1];
  if (flags.string('since-time') !== '' && flags.duration('since') !== 0) {
    return 'at most one of `sinceTime` or `sinceSeconds` may be specified';
  }
  const time = flags.string('since-time');
  const wrongTime = time === '' ? undefined : goTimeError(time);
  if (wrongTime !== undefined) return wrongTime;
  if (flags.bool('all-containers') && container !== undefined) {
    return `--all-containers=true should not be specified with container name ${container}`;
  }
  if (flags.string('container') !== '' && args.length === 2) {
    return 'only one of -c or an inline [CONTAINER] arg is allowed';
  }
  if (flags.int('limit-bytes') < 0) return '--limit-bytes must be greater than 0';
  if (flags.duration('since') < 0) return '--since must be greater than 0';
  return flags.int('tail') < -1 ? '--tail must be greater than or equal to -1' : undefined;
}

function* podsFor(
  { session, flags }: Invocation,
  word: string | undefined,
  labelSelector: string,
): Process<Outcome<readonly Pod[]>> {
  if (word !== undefined) {
    if (flags.bool('all-pods')) return yield* podsOf(session, word, 'logs', flags);
    const pod = yield* pickPod(session, word, 'logs', flags);
    return pod.ok ? ok([pod.value]) : pod;
  }
  const { namespace } = session.config;
  const query = { labelSelector };
  const list = yield* session.client.get<KubeList<Pod>>(podsResource, { namespace, query });
  if (!list.ok) return list;
  const { items } = list.value;
  if (items.length === 0) session.err(`No resources found in ${namespace} namespace.\n`);
  return ok(items);
}

/** Source: logs.go Complete. */
function worded(failure: Failure, namespace: string): Failure {
  if (!isNotFound(failure)) return failure;
  const message = failureMessage(failure);
  const text = `error from server (NotFound): ${message} in namespace "${namespace}"`;
  return { kind: 'error', message: text };
}

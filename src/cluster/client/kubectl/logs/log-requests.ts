/**
 * The log request of one container, and how several logs are read.
 * Models k8s.io/kubectl pkg/polymorphichelpers logsforobject.go and pkg/cmd/logs logs.go
 * sequentialConsumeRequest and parallelConsumeRequest.
 */
import type { Prng } from '#base/prng';
import { err, ok } from '#base/result';
import { canonicalTime, second } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import { pods as podsResource, resourcePath } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Invocation } from '../command.ts';
import type { FlagValues } from '../command-line/parse-flags.ts';
import { type Failure, failureMessage, type Outcome } from '../failure.ts';
import { followText } from '../resource/follow-text.ts';
import { pickContainer } from '../resource/pick-container.ts';

export interface LogRequest {
  readonly pod: Pod;
  readonly container: string;
}

/** How many lines are shown of each pod that a selector finds. */
const selectorTail = 10;

/** The containers of a pod whose logs are requested. */
export function requestsOf(
  { session, flags }: Invocation,
  pod: Pod,
  asked: string,
): Outcome<readonly LogRequest[]> {
  const { initContainers = [], containers, ephemeralContainers = [] } = pod.spec;
  if (flags.bool('all-containers')) {
    const all = [...initContainers, ...containers, ...ephemeralContainers];
    return ok(all.map(({ name }) => ({ pod, container: name })));
  }
  const quiet = flags.bool('all-pods');
  const container = pickContainer(session, pod, asked, { quiet });
  return container.ok ? ok([{ pod, container: container.value }]) : container;
}

/** One after the other, or side by side when they are followed. */
export function* consumeLogs(
  invocation: Invocation,
  requests: readonly LogRequest[],
): Process<Outcome> {
  const { session, flags } = invocation;
  const { sim } = session;
  if (flags.bool('follow') && requests.length > 1) {
    const tasks = requests.map((request) => sim.spawn('log', readLog(invocation, request)));
    let failure: Failure | undefined;
    for (const task of tasks) {
      const done = yield* task.join();
      if (done?.ok === false) failure ??= done.error;
    }
    return failure === undefined ? ok(undefined) : err(failure);
  }
  for (const request of sim.inTurn(inMapOrder(requests, session.prng))) {
    const done = yield* readLog(invocation, request);
    if (!done.ok) return done;
  }
  return ok(undefined);
}

/** The requests are a map of Go, which is walked in another order each time. */
function inMapOrder(requests: readonly LogRequest[], prng: Prng): readonly LogRequest[] {
  const left = [...requests];
  return requests.flatMap(() => left.splice(prng.nextInt(left.length), 1));
}

/** With `--ignore-errors` an error is only printed. */
function* readLog(invocation: Invocation, { pod, container }: LogRequest): Process<Outcome> {
  const { session, flags } = invocation;
  const { namespace, name } = pod.metadata;
  const prefix = `[pod/${name}/${container}] `;
  const withPrefix = flags.bool('prefix') || flags.bool('all-pods');
  const print = (text: string): void => session.out(withPrefix ? prefixed(text, prefix) : text);
  const answer = yield* session.client.send({
    method: 'GET',
    path: resourcePath(podsResource, namespace, name, 'log'),
    ref: { resource: 'pods', namespace, name },
    query: logQuery(flags, container),
  });
  if (!answer.ok) {
    if (!flags.bool('ignore-errors')) return answer;
    print(`error: ${failureMessage(answer.error)}\n`);
    return ok(undefined);
  }
  const { body, text } = answer.value;
  if (text !== undefined) yield* followText(session, text, print);
  else print(typeof body === 'string' ? body : '');
  return ok(undefined);
}

/** Names in the order of the alphabet, as Go encodes a query. */
function logQuery(flags: FlagValues, container: string) {
  const bySelector = flags.string('selector') !== '' && !flags.changed('tail');
  const tail = bySelector && !flags.bool('follow') ? selectorTail : flags.int('tail');
  const since = flags.duration('since');
  return {
    container,
    follow: flags.bool('follow') || undefined,
    limitBytes: flags.int('limit-bytes') > 0 ? flags.int('limit-bytes') : undefined,
    previous: flags.bool('previous') || undefined,
    sinceSeconds: since > 0 ? Math.round(since / second) : undefined,
    sinceTime: canonicalTime(flags.string('since-time'), false),
    tailLines: tail >= 0 ? tail : undefined,
    timestamps: flags.bool('timestamps') || undefined,
  };
}

const prefixed = (text: string, prefix: string): string => text.replace(/^(?!$)/gm, prefix);

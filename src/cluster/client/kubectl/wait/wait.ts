/**
 * `kubectl wait`: until objects are in a condition, have a value, exist, or are gone.
 *
 * Models k8s.io/kubectl pkg/cmd/wait wait.go: one read of each object, then a watch that begins
 * with the present state. There is one timeout for all; each failed object is reported.
 */
import { err, ok } from '#base/result';
import { type Duration, hour, second } from '#base/sim-time';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import { sleep } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import {
  arrayFlag,
  boolFlag,
  durationFlag,
  refused,
  stringFlag,
} from '../command-line/flag-spec.ts';
import { aggregate, type Failure, fail, isNotFound, type Outcome } from '../failure.ts';
import { filenameFlags, hasFiles } from '../manifest/read-manifests.ts';
import { managedFieldsFlag, outputFlag, printChanged, refusedPrintFlags } from '../mutation.ts';
import { fetchObjects, type Info } from '../resource/fetch-objects.ts';
import { missingResources } from '../resource/missing-resources.ts';
import { objectsOfFiles } from '../resource/objects-of.ts';
import { resolveArguments } from '../resource/resource-arguments.ts';
import { watchByName } from '../resource/watch-by-name.ts';
import type { Session } from '../session.ts';
import { isDeletion, parseGoals, type WaitGoal } from './wait-goal.ts';

const longest: Duration = 168 * hour;
/** The poll period of `--for=create`. */
const createPause: Duration = second / 2;

export const wait: Command = {
  name: 'wait',
  short: 'Wait for a specific condition on one or many resources',
  usage:
    '([-f FILENAME] | resource.group/resource.name | resource.group [(-l label | --all)]) ' +
    '[--for=create|--for=delete|--for condition=available|--for=jsonpath=...]',
  flags: [
    boolFlag('all', 'Select all resources in the namespace of the specified resource types'),
    boolFlag('all-namespaces', 'Look in all namespaces', { shorthand: 'A' }),
    stringFlag('field-selector', 'Selector (field query) to filter on'),
    arrayFlag('for', 'The condition to wait on: [create|delete|condition=…|jsonpath=…]'),
    stringFlag('selector', 'Selector (label query) to filter on', { shorthand: 'l' }),
    durationFlag('timeout', 'How long to wait; zero checks once, negative waits for a week', {
      default: '30s',
    }),
    outputFlag,
    managedFieldsFlag,
    ...refusedPrintFlags,
    ...filenameFlags,
    ...refused(boolFlag('local', 'Do not contact the server')),
  ],
  run,
};

function* run(invocation: Invocation): Process<Outcome> {
  const { session, flags } = invocation;
  const goals = parseGoals(flags.list('for'));
  if (!goals.ok) return fail(goals.error);
  const deletion = goals.value.some(isDeletion);
  const timeout = flags.duration('timeout');
  const until = session.sim.now + (timeout < 0 ? longest : timeout);
  if (goals.value.some(({ kind }) => kind === 'create')) {
    const there = yield* untilCreated(invocation, until);
    if (!there.ok) return there;
  }
  const found = yield* foundObjects(invocation, deletion);
  if (!found.ok) return found;
  if (found.value.length === 0)
    return deletion ? ok(undefined) : fail('no matching resources found');
  const failures: Failure[] = [];
  for (const info of invocation.session.sim.inTurn(found.value)) {
    const met = yield* waitForAll(invocation, info, goals.value, until);
    if (!met.ok) failures.push(met.error);
  }
  const failure = aggregate(failures);
  return failure === undefined ? ok(undefined) : err(failure);
}

/** Waits for the conditions one after the other; prints each that is met. */
function* waitForAll(
  invocation: Invocation,
  info: Info,
  goals: readonly WaitGoal[],
  until: number,
): Process<Outcome> {
  const once = invocation.flags.duration('timeout') === 0;
  for (const goal of goals) {
    const met = once
      ? checkOnce(info, goal)
      : yield* waitForOne(invocation.session, info, goal, until);
    if (!met.ok) return met;
    const printed = printChanged(invocation, info.resource, met.value, 'condition met', 'none');
    if (!printed.ok) return printed;
  }
  return ok(undefined);
}

/** `--timeout=0`: only the first read counts. */
function checkOnce({ resource, object }: Info, goal: WaitGoal): Outcome<KubeObject> {
  const met = judged(goal, object);
  if (!met.ok) return met;
  return met.value
    ? ok(object)
    : fail(`condition not met for ${resource.resource}/${object.metadata.name}`);
}

function* foundObjects(
  invocation: Invocation,
  absentIsFine: boolean,
): Process<Outcome<readonly Info[]>> {
  const { session, args, flags } = invocation;
  if (hasFiles(flags)) {
    const { infos, failure } = yield* objectsOfFiles(invocation);
    return failure === undefined ? ok(infos) : err(failure);
  }
  if (args.length === 0) return missingResources();
  const allNamespaces = flags.bool('all-namespaces');
  const selector = flags.string('selector');
  const fieldSelector = flags.string('field-selector');
  const requests = yield* resolveArguments(session, args, {
    selector,
    allNamespaces,
    wholeCollections: flags.bool('all') || fieldSelector !== '',
  });
  if (!requests.ok) return requests;
  const infos: Info[] = [];
  for (const request of requests.value) {
    const namespace = allNamespaces ? '' : session.config.namespace;
    const options = { namespace, selector, fieldSelector };
    const fetched = yield* fetchObjects(session, [request], options);
    const { failure } = fetched;
    const absent = failure !== undefined && isNotFound(failure);
    if (failure !== undefined && !(absent && absentIsFine)) return err(failure);
    infos.push(...fetched.infos);
  }
  return ok(infos);
}

/** Polls until the objects exist. Source: wait.go RunWait, isForCreate. */
function* untilCreated(invocation: Invocation, until: number): Process<Outcome> {
  const { session } = invocation;
  for (;;) {
    const found = yield* foundObjects(invocation, true);
    if (!found.ok) return found;
    if (found.value.length > 0) return ok(undefined);
    if (session.sim.now + createPause > until) return fail('timed out waiting for the condition');
    yield* sleep(createPause);
  }
}

function* waitForOne(
  session: Session,
  { resource, object }: Info,
  goal: WaitGoal,
  until: number,
): Process<Outcome<KubeObject>> {
  const { name, namespace = '' } = object.metadata;
  const uid = isDeletion(goal) ? object.metadata.uid : undefined;
  if (uid !== undefined && session.sim.now >= until) {
    // The read of each object is under the command's own deadline.
    return fail('client rate limiter Wait returned an error: context deadline exceeded');
  }
  const first = judged(goal, object);
  if (!first.ok) return first;
  if (first.value) return ok(object);
  const timedOut = () =>
    fail(`timed out waiting for the condition on ${resource.resource}/${name}`);
  while (session.sim.now < until) {
    const stream = yield* watchByName(session, resource, namespace, name);
    if (!stream.ok) return stream;
    const timer = session.sim.after(Math.max(0, until - session.sim.now), () =>
      stream.value.close(),
    );
    const seen = yield* watchGoal(stream.value, goal, object, uid);
    timer.cancel();
    stream.value.close();
    if (!seen.ok) return seen;
    if (seen.value !== undefined) return ok(seen.value);
  }
  return timedOut();
}

const initialEventsEnd = 'k8s.io/initial-events-end';

/** Reads a stream to the goal; undefined when the stream ended before. */
function* watchGoal(
  stream: { receive(): Process<import('#k8s.io/apimachinery/meta/v1').WatchEvent | undefined> },
  goal: WaitGoal,
  first: KubeObject,
  uid: string | undefined,
): Process<Outcome<KubeObject | undefined>> {
  let there = false;
  for (;;) {
    const event = yield* stream.receive();
    if (event === undefined || event.type === 'ERROR') return ok(undefined);
    if (event.type === 'BOOKMARK') {
      const complete = event.object.metadata.annotations?.[initialEventsEnd] === 'true';
      if (complete && !there && uid !== undefined) return ok(first);
      continue;
    }
    const object = event.object as KubeObject;
    if (uid !== undefined) {
      if (event.type === 'DELETED' || object.metadata.uid !== uid) return ok(first);
      there = true;
      continue;
    }
    if (event.type === 'DELETED') continue;
    const met = judged(goal, object);
    if (!met.ok) return met;
    if (met.value) return ok(object);
  }
}

function judged(goal: WaitGoal, object: KubeObject): Outcome<boolean> {
  const met = goal.met(object);
  return met.ok ? met : fail(met.error);
}

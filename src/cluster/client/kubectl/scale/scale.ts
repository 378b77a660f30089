/**
 * `kubectl scale TYPE NAME --replicas=N`.
 *
 * Models k8s.io/kubectl pkg/cmd/scale scale.go and pkg/scale: without preconditions one merge
 * patch of the scale subresource; with them the scale is read, checked and updated. With --timeout
 * it is then read each second until the size is reached.
 */
import { ok } from '#base/result';
import { second } from '#base/sim-time';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { type Process, sleep } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { durationFlag, intFlag, stringFlag } from '../command-line/flag-spec.ts';
import { fail, type Outcome } from '../failure.ts';
import { filenameFlags } from '../manifest/read-manifests.ts';
import { changeFlags, dryRunOf, dryRunQuery, printChanged } from '../mutation.ts';
import { recordFlag, recordPatch, warnOfRecord } from '../record.ts';
import type { Info } from '../resource/fetch-objects.ts';
import { choiceFlags, objectsFound } from '../resource/objects-of.ts';

const retryPause = second;
const retryTimeout = 300 * second;
const waitInterval = second;

/** The part of autoscaling/v1 Scale that matters here. */
interface Scale extends KubeObject {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly replicas?: number };
}

export const scale: Command = {
  name: 'scale',
  short: 'Set a new size for a deployment, replica set, or replication controller',
  usage: '[--resource-version=version] [--current-replicas=count] --replicas=COUNT (TYPE NAME)',
  flags: [
    intFlag('current-replicas', 'Precondition for current size', { default: '-1' }),
    intFlag('replicas', 'The new desired number of replicas', { default: '0', required: true }),
    stringFlag('resource-version', 'Precondition for resource version'),
    recordFlag,
    ...choiceFlags,
    ...filenameFlags,
    ...changeFlags,
    durationFlag('timeout', 'How long to wait before giving up on a scale operation'),
  ],
  run,
};

function* run(invocation: Invocation): Process<Outcome> {
  const { args, flags } = invocation;
  if (flags.int('replicas') < 0) {
    return fail(
      'The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0',
    );
  }
  if (flags.int('current-replicas') < -1) {
    return fail('The --current-replicas must specify an integer of -1 or greater');
  }
  const dryRun = dryRunOf(flags);
  if (!dryRun.ok) return dryRun;
  warnOfRecord(invocation);
  const { infos, failure } = yield* objectsFound(invocation, args);
  if (flags.string('resource-version') !== '' && infos.length > 1) {
    return fail('cannot use --resource-version with multiple resources');
  }
  for (const info of invocation.session.sim.inTurn(infos)) {
    let scaled = dryRun.value === 'client' ? ok(undefined) : yield* scaleOne(invocation, info);
    if (scaled.ok && dryRun.value === 'none') scaled = yield* waitForScale(invocation, info);
    if (scaled.ok && dryRun.value === 'none') scaled = yield* recordPatch(invocation, info);
    const printed = scaled.ok
      ? printChanged(invocation, info.resource, info.object, 'scaled', dryRun.value)
      : scaled;
    if (!printed.ok) return printed;
  }
  if (failure !== undefined) return { ok: false, error: failure };
  return infos.length === 0 ? fail('no objects passed to scale') : ok(undefined);
}

function* scaleOne(invocation: Invocation, info: Info): Process<Outcome> {
  const { session, flags } = invocation;
  const until = session.sim.now + retryTimeout;
  const guarded = flags.int('current-replicas') >= 0 || flags.string('resource-version') !== '';
  for (;;) {
    const done = guarded
      ? yield* updateScale(invocation, info)
      : yield* patchScale(invocation, info);
    if (done.ok) return ok(undefined);
    const conflict = done.error.kind === 'status' && done.error.status.reason === 'Conflict';
    if (!conflict || flags.string('resource-version') !== '' || session.sim.now >= until) {
      return done;
    }
    yield* sleep(retryPause);
  }
}

/**
 * With --timeout: waits until the number of replicas is reached. Source:
 * WaitForScaleHasDesiredReplicas.
 */
function* waitForScale({ session, flags }: Invocation, info: Info): Process<Outcome> {
  const timeout = flags.duration('timeout');
  if (timeout === 0) return ok(undefined);
  const wanted = flags.int('replicas');
  const until = session.sim.now + timeout;
  for (;;) {
    const found = yield* session.client.get<Scale>(
      info.resource,
      scaleOf(session.config.namespace, info),
    );
    if (!found.ok) return found;
    const { spec, status } = found.value;
    // Another client has changed the size: there is nothing to wait for.
    if ((spec?.replicas ?? 0) !== wanted || (status?.replicas ?? 0) === wanted) {
      return ok(undefined);
    }
    const left = until - session.sim.now;
    yield* sleep(Math.max(0, Math.min(waitInterval, left)));
    if (left <= waitInterval) {
      return fail(`timed out waiting for "${info.object.metadata.name}" to be synced`);
    }
  }
}

/** Source: pkg/scale/scale.go ScaleSimple without preconditions. */
function* patchScale({ session, flags }: Invocation, info: Info): Process<Outcome<Scale>> {
  const dryRun = flags.string('dry-run') === 'server' ? 'server' : 'none';
  const at = {
    ...scaleOf(session.config.namespace, info),
    query: dryRunQuery(dryRun),
    contentType: 'application/merge-patch+json',
  };
  const patch = { spec: { replicas: flags.int('replicas') } };
  return yield* session.client.patch<Scale>(info.resource, at, patch);
}

function* updateScale({ session, flags }: Invocation, info: Info): Process<Outcome<Scale>> {
  const at = scaleOf(session.config.namespace, info);
  const current = yield* session.client.get<Scale>(info.resource, at);
  if (!current.ok) return current;
  const broken = preconditionError(
    current.value,
    flags.int('current-replicas'),
    flags.string('resource-version'),
  );
  if (broken !== undefined) return fail(broken);
  const wanted = {
    ...current.value,
    spec: { ...current.value.spec, replicas: flags.int('replicas') },
  };
  return yield* session.client.update<Scale>(info.resource, at, wanted);
}

/** Source: pkg/scale/scale.go ScalePrecondition.validate. */
function preconditionError(
  { metadata, spec }: Scale,
  size: number,
  version: string,
): string | undefined {
  const replicas = spec?.replicas ?? 0;
  if (size >= 0 && replicas !== size) return `Expected replicas to be ${size}, was ${replicas}`;
  if (version !== '' && metadata.resourceVersion !== version) {
    return `Expected resource version to be ${version}, was ${metadata.resourceVersion}`;
  }
  return undefined;
}

const scaleOf = (namespace: string, { object }: Info) => ({
  namespace: object.metadata.namespace ?? namespace,
  name: object.metadata.name,
  subresource: 'scale',
});

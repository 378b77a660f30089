/**
 * `kubectl delete`: objects by name, by label, or all of a kind; then waits until they are gone.
 *
 * Models k8s.io/kubectl pkg/cmd/delete delete.go. Named objects are deleted without being read
 * first.
 */
import { defined } from '#base/defined';
import { err, ok } from '#base/result';
import type { DeleteOptions, KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, durationFlag, intFlag, refused, stringFlag } from '../command-line/flag-spec.ts';
import type { FlagValues } from '../command-line/parse-flags.ts';
import type { DiscoveredResource } from '../discovery/discovery-document.ts';
import { aggregate, type Failure, fail, isNotFound, type Outcome, withSource } from '../failure.ts';
import { filenameFlags, hasFiles, readManifests } from '../manifest/read-manifests.ts';
import { type DryRun, dryRunFlag, dryRunOf, outputFlag } from '../mutation.ts';
import { kindName, objectName } from '../printers/names.ts';
import { rawMisuse, sendRawFile } from '../raw-http.ts';
import { listAll } from '../resource/fetch-objects.ts';
import { missingResources } from '../resource/missing-resources.ts';
import { type ResourceRequest, resolveArguments } from '../resource/resource-arguments.ts';
import { type Deleted, waitUntilGone } from './wait-until-gone.ts';

export const deleteCommand: Command = {
  name: 'delete',
  short: 'Delete resources by file names, stdin, resources and names, or by label selector',
  usage: '(TYPE [(NAME | -l label | --all)])',
  flags: [
    boolFlag('all', 'Delete all resources of the given types in the namespace'),
    boolFlag('all-namespaces', 'Look in all namespaces', { shorthand: 'A' }),
    stringFlag('cascade', '"background", "orphan", or "foreground"', {
      default: 'background',
      noValue: 'background',
    }),
    stringFlag('field-selector', 'Selector (field query) to filter on'),
    boolFlag('force', 'Immediately remove resources from the API'),
    intFlag('grace-period', 'Seconds given to terminate gracefully', { default: '-1' }),
    boolFlag('ignore-not-found', 'Treat "resource not found" as a successful delete'),
    boolFlag('now', 'Signal immediate shutdown (same as --grace-period=1)'),
    stringFlag('selector', 'Selector (label query) to filter on', { shorthand: 'l' }),
    durationFlag('timeout', 'How long to wait before giving up'),
    boolFlag('wait', 'Wait for resources to be gone', { default: 'true' }),
    dryRunFlag,
    outputFlag,
    ...filenameFlags,
    stringFlag('raw', 'Raw URI to DELETE to the server'),
    ...refused(boolFlag('interactive', 'Delete only when the person confirms', { shorthand: 'i' })),
  ],
  run,
};

interface Plan {
  /** Undefined: each object's own grace period. */
  readonly gracePeriod: number | undefined;
  readonly propagationPolicy: 'Background' | 'Foreground' | 'Orphan';
  readonly dryRun: DryRun;
  readonly ignoreNotFound: boolean;
}

function* run(invocation: Invocation): Process<Outcome> {
  const { session, args, flags } = invocation;
  const plan = planOf(flags);
  if (!plan.ok) return plan;
  if (flags.bool('force')) {
    session.err(
      'Warning: Immediate deletion does not wait for confirmation that the running resource has ' +
        'been terminated. The resource may continue to run on the cluster indefinitely.\n',
    );
  }
  if (flags.string('raw') !== '') return yield* deleteRaw(invocation);
  if (args.length === 0 && !hasFiles(flags)) return missingResources();
  const chosen = yield* chosenTargets(invocation);
  if (!chosen.ok) return chosen;
  const { targets, failures } = chosen.value;
  const deleted: Deleted[] = [];
  const named = session.config.namespaceGiven && !flags.bool('all-namespaces');
  if (named && targets.some(({ resource }) => !resource.namespaced)) {
    session.err(
      'Warning: deleting cluster-scoped resources, not scoped to the provided namespace\n',
    );
  }
  for (const target of invocation.session.sim.inTurn(targets)) {
    const done = yield* deleteOne(invocation, plan.value, target);
    if (!done.ok) failures.push(done.error);
    else if (done.value !== undefined) deleted.push(done.value);
  }
  if (targets.length === 0 && failures.length === 0) session.out('No resources found\n');
  const failure = aggregate(failures);
  if (failure !== undefined) return { ok: false, error: failure };
  if (!flags.bool('wait') || plan.value.dryRun !== 'none') return ok(undefined);
  return yield* waitUntilGone(session, deleted, flags.duration('timeout'));
}

function* deleteRaw({ session, flags }: Invocation): Process<Outcome> {
  const wrong = rawMisuse(flags, false);
  return wrong === undefined ? yield* sendRawFile(session, 'DELETE', flags) : fail(wrong);
}

/** Source: delete.go Complete, Validate. */
function planOf(flags: FlagValues): Outcome<Plan> {
  const cascade = flags.string('cascade');
  const propagationPolicy = policies[cascade];
  if (propagationPolicy === undefined) {
    return fail(
      `invalid cascade value (${cascade}). Must be "background", "foreground", or "orphan"`,
    );
  }
  const force = flags.bool('force');
  const grace = flags.int('grace-period');
  if (flags.bool('now') && grace >= 0) {
    return fail('--now and --grace-period cannot be specified together');
  }
  if (force && (grace > 0 || flags.bool('now'))) {
    return fail('--force and --grace-period greater than 0 cannot be specified together');
  }
  const output = flags.string('output');
  if (output !== '' && output !== 'name') {
    return fail(`unexpected -o output mode: ${output}. We only support '-o name'`);
  }
  if (flags.bool('all') && flags.string('field-selector') !== '') {
    return fail('cannot set --all and --field-selector at the same time');
  }
  const dryRun = dryRunOf(flags);
  if (!dryRun.ok) return dryRun;
  return ok({
    gracePeriod: gracePeriodOf(force, flags.bool('now') ? 1 : grace),
    propagationPolicy,
    dryRun: dryRun.value,
    ignoreNotFound: flags.bool('ignore-not-found') || flags.bool('all'),
  });
}

const policies: Readonly<Record<string, Plan['propagationPolicy']>> = {
  background: 'Background',
  foreground: 'Foreground',
  orphan: 'Orphan',
  true: 'Background',
  false: 'Orphan',
};

/** Zero seconds delete the object at once, which needs `--force`. */
function gracePeriodOf(force: boolean, grace: number): number | undefined {
  if (force && grace < 0) return 0;
  if (!force && grace === 0) return 1;
  return grace < 0 ? undefined : grace;
}

interface Target {
  /** The file of its manifest. */
  readonly source?: string;
  readonly resource: DiscoveredResource;
  readonly namespace: string;
  readonly name: string;
}

interface Targets {
  readonly targets: readonly Target[];
  readonly failures: Failure[];
}

function* chosenTargets(invocation: Invocation): Process<Outcome<Targets>> {
  const { session, args, flags } = invocation;
  if (hasFiles(flags)) {
    const read = yield* readManifests(invocation, false);
    if (!read.ok) return read;
    const { manifests, failure } = read.value;
    const targets = manifests.map(({ resource, name, namespace, source }) => {
      return { resource, namespace, name, source };
    });
    return ok({ targets, failures: failure === undefined ? [] : [failure] });
  }
  if (flags.bool('all') && flags.string('selector') !== '') {
    return fail("setting 'all' parameter but found a non empty selector. ");
  }
  const requests = yield* resolveArguments(session, args, {
    selector: flags.string('selector'),
    allNamespaces: flags.bool('all-namespaces'),
    wholeCollections: flags.bool('all') || flags.string('field-selector') !== '',
  });
  if (!requests.ok) return requests;
  if (flags.bool('all') && requests.value.some(({ name }) => name !== undefined)) {
    return fail('name cannot be provided when a selector is specified');
  }
  return ok(yield* targetsOf(invocation, requests.value));
}

function* targetsOf(
  { session, flags }: Invocation,
  requests: readonly ResourceRequest[],
): Process<Targets> {
  const { namespace } = session.config;
  const targets: Target[] = [];
  const failures: Failure[] = [];
  for (const { resource, name } of requests) {
    if (name !== undefined) {
      targets.push({ resource, namespace, name });
      continue;
    }
    const objects = yield* listAll(session, resource, {
      namespace: flags.bool('all-namespaces') ? '' : namespace,
      selector: flags.string('selector'),
      fieldSelector: flags.string('field-selector'),
    });
    if (!objects.ok) failures.push(objects.error);
    else targets.push(...objects.value.map((object) => targetOf(resource, object)));
  }
  return { targets, failures };
}

const targetOf = (resource: DiscoveredResource, { metadata }: KubeObject): Target => ({
  resource,
  namespace: metadata.namespace ?? '',
  name: metadata.name,
});

function* deleteOne(
  invocation: Invocation,
  plan: Plan,
  target: Target,
): Process<Outcome<Deleted | undefined>> {
  const { session } = invocation;
  const { resource, namespace, name } = target;
  if (plan.dryRun === 'client') {
    printDeleted(invocation, plan, target);
    return ok(undefined);
  }
  const options: DeleteOptions = {
    ...defined({ gracePeriodSeconds: plan.gracePeriod }),
    propagationPolicy: plan.propagationPolicy,
    ...(plan.dryRun === 'server' ? { dryRun: ['All'] } : {}),
  };
  const at = { namespace, name };
  const answer = yield* session.client.delete<KubeObject | Status>(resource, at, options);
  if (!answer.ok) {
    const { error } = answer;
    const absent = isNotFound(error);
    if (absent && plan.ignoreNotFound) return ok(undefined);
    return target.source === undefined ? answer : err(withSource(error, 'deleting', target.source));
  }
  printDeleted(invocation, plan, target);
  return ok({ resource, namespace, name, uid: uidOf(answer.value) });
}

/** The server returns the object while it is still there, and a Status once it is gone. */
function uidOf(answer: KubeObject | Status): string | undefined {
  return 'details' in answer ? answer.details?.uid : (answer as Partial<KubeObject>).metadata?.uid;
}

/** Source: delete.go PrintObj. */
function printDeleted({ session, flags }: Invocation, plan: Plan, target: Target): void {
  const { resource, namespace, name } = target;
  if (flags.string('output') === 'name') {
    session.out(`${objectName(resource, name)}\n`);
    return;
  }
  const forced = plan.gracePeriod === 0 ? 'force deleted' : 'deleted';
  const suffix = { none: '', client: ' (dry run)', server: ' (server dry run)' }[plan.dryRun];
  const place = resource.namespaced ? ` from ${namespace} namespace` : '';
  session.out(`${kindName(resource)} "${name}" ${forced}${place}${suffix}\n`);
}

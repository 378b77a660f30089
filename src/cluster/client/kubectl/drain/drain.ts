/**
 * `kubectl drain NODE`: no new pods, then the present ones are evicted.
 *
 * Models k8s.io/kubectl pkg/cmd/drain drain.go. Evictions respect disruption budgets: a refused one
 * is tried again every five seconds until the timeout.
 */

import { err, ok } from '#base/result';
import type { Pod } from '#k8s.io/api/core/v1';
import { aggregateText } from '#k8s.io/apimachinery/field-error';
import type { KubeList } from '#k8s.io/apimachinery/meta/v1';
import { pods as podsResource } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, durationFlag, intFlag, stringFlag } from '../command-line/flag-spec.ts';
import { aggregate, type Failure, failureMessage, type Outcome } from '../failure.ts';
import { type DryRun, dryRunFlag, printChanged } from '../mutation.ts';
import type { Info } from '../resource/fetch-objects.ts';
import { markNodes } from './cordon.ts';
import { evictPods } from './evict-pods.ts';
import { type DrainChoices, podsForDeletion } from './pods-for-deletion.ts';

export const drain: Command = {
  name: 'drain',
  short: 'Drain node in preparation for maintenance',
  usage: 'NODE',
  flags: [
    intFlag('chunk-size', 'Return large lists in chunks', { default: '500' }),
    boolFlag('delete-emptydir-data', 'Go on even if there are pods using emptyDir'),
    boolFlag('disable-eviction', 'Delete pods instead of evicting them'),
    boolFlag('force', 'Go on even if there are pods that declare no controller'),
    intFlag('grace-period', 'Seconds given to each pod; negative uses its own', { default: '-1' }),
    boolFlag('ignore-daemonsets', 'Ignore DaemonSet-managed pods'),
    stringFlag('pod-selector', 'Label selector to filter pods on the node'),
    stringFlag('selector', 'Selector (label query) to filter on', { shorthand: 'l' }),
    intFlag('skip-wait-for-delete-timeout', 'Skip pods that are deleting for this many seconds'),
    durationFlag('timeout', 'How long to wait before giving up, zero means infinite'),
    dryRunFlag,
  ],
  run,
};

function* run(invocation: Invocation): Process<Outcome> {
  const { session } = invocation;
  const cordoned = yield* markNodes(invocation, true);
  if (!cordoned.ok) return cordoned;
  const { infos, dryRun } = cordoned.value;
  const failures: Failure[] = [];
  const remaining: string[] = [];
  for (const info of session.sim.inTurn(infos)) {
    const { name } = info.object.metadata;
    const done = yield* drainOne(invocation, info, dryRun);
    if (done.ok) {
      const printed = printChanged(invocation, info.resource, info.object, 'drained', dryRun);
      if (!printed.ok) return printed;
      continue;
    }
    const why = failureMessage(done.error);
    session.err(
      `error: unable to drain node "${name}" due to error: ${why}, continuing command...\n`,
    );
    failures.push(done.error);
    remaining.push(name);
  }
  if (remaining.length > 0) {
    session.err('There are pending nodes to be drained:\n');
    for (const name of remaining) session.err(` ${name}\n`);
  }
  // One error too comes as a list of them here, so it is printed without a prefix.
  return failures.length === 0 ? ok(undefined) : err({ kind: 'several', failures });
}

function* drainOne(invocation: Invocation, { object }: Info, dryRun: DryRun): Process<Outcome> {
  const { session, flags } = invocation;
  const found = yield* podsOfNode(invocation, object.metadata.name);
  if (!found.ok) return found;
  const choices = {
    force: flags.bool('force'),
    ignoreDaemonSets: flags.bool('ignore-daemonsets'),
    deleteEmptyDir: flags.bool('delete-emptydir-data'),
    skipDeletedSeconds: flags.int('skip-wait-for-delete-timeout'),
  };
  const { pods, warnings, errors } = yield* podsForDeletion(session, found.value, choices);
  if (errors.length > 0) {
    const all = aggregate(errors.map((message) => ({ kind: 'error', message })));
    return all === undefined ? ok(undefined) : err(all);
  }
  if (warnings !== '') session.err(`Warning: ${warnings}\n`);
  if (dryRun === 'client') {
    for (const { metadata } of pods) {
      session.out(`evicting pod ${metadata.namespace}/${metadata.name} (dry run)\n`);
    }
    return ok(undefined);
  }
  const grace = flags.int('grace-period');
  const evicted = yield* evictPods(session, pods, {
    byDeletion: flags.bool('disable-eviction'),
    gracePeriod: grace < 0 ? undefined : grace,
    timeout: flags.duration('timeout'),
    dryRun,
  });
  if (evicted.ok) return evicted;
  yield* printPending(invocation, object.metadata.name, choices, failureMessage(evicted.error));
  return evicted;
}

/** The pods that are still on the node, listed again. */
function* printPending(
  invocation: Invocation,
  node: string,
  choices: DrainChoices,
  why: string,
): Process {
  const { session } = invocation;
  const found = yield* podsOfNode(invocation, node);
  if (!found.ok) return;
  const { pods, errors } = yield* podsForDeletion(session, found.value, choices);
  if (pods.length > 0) {
    session.err(`There are pending pods in node "${node}" when an error occurred: ${why}\n`);
    for (const { metadata } of pods) session.err(`pod/${metadata.name}\n`);
  }
  if (errors.length === 0) return;
  const all = aggregateText(errors);
  session.err(`Following errors occurred while getting the list of pods to delete:\n${all}`);
}

function* podsOfNode(
  { session, flags }: Invocation,
  node: string,
): Process<Outcome<readonly Pod[]>> {
  const found: Pod[] = [];
  let next: string | undefined;
  do {
    const query = {
      continue: next,
      fieldSelector: `spec.nodeName=${node}`,
      labelSelector: flags.string('pod-selector') || undefined,
      limit: flags.int('chunk-size'),
    };
    const at = { namespace: '', query };
    const list = yield* session.client.get<KubeList<Pod>>(podsResource, at);
    if (!list.ok) return list;
    found.push(...list.value.items);
    next = list.value.metadata.continue;
  } while (next !== undefined && next !== '');
  return ok(found);
}

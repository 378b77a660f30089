/**
 * `kubectl cordon` and `kubectl uncordon`: whether a node takes new pods.
 *
 * Models k8s.io/kubectl pkg/drain cordon.go CordonHelper.
 */
import { ok } from '#base/result';
import type { Node } from '#k8s.io/api/core/v1';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { stringFlag } from '../command-line/flag-spec.ts';
import { type Outcome, usageError } from '../failure.ts';
import { type DryRun, dryRunFlag, dryRunOf, dryRunQuery, printChanged } from '../mutation.ts';
import type { Info } from '../resource/fetch-objects.ts';
import { objectsOf } from '../resource/objects-of.ts';
import { patchInfo } from '../resource/patch-info.ts';

const command = (name: 'cordon' | 'uncordon', short: string): Command => ({
  name,
  short,
  usage: 'NODE',
  flags: [
    stringFlag('selector', 'Selector (label query) to filter on', { shorthand: 'l' }),
    dryRunFlag,
  ],
  run: (invocation) => run(invocation, name === 'cordon'),
});

export const cordon = command('cordon', 'Mark node as unschedulable');
export const uncordon = command('uncordon', 'Mark node as schedulable');

function* run(invocation: Invocation, unschedulable: boolean): Process<Outcome> {
  const marked = yield* markNodes(invocation, unschedulable);
  return marked.ok ? ok(undefined) : marked;
}

/** Marks the nodes that the command line names, one line each: also the first step of a drain. */
export function* markNodes(
  invocation: Invocation,
  unschedulable: boolean,
): Process<Outcome<{ readonly infos: readonly Info[]; readonly dryRun: DryRun }>> {
  const { args, flags, path } = invocation;
  const selected = flags.string('selector') !== '';
  if (args.length === 0 && !selected)
    return usageError(path, `USAGE: ${path.split(' ').at(-1)} NODE [flags]`);
  if (args.length > 0 && selected) {
    return usageError(path, 'cannot specify both a node name and a --selector option');
  }
  const dryRun = dryRunOf(flags);
  if (!dryRun.ok) return dryRun;
  const named = args.map((arg) => arg.replace(/^(nodes?|no)\//, ''));
  const infos = yield* objectsOf(invocation, ['nodes', ...named]);
  if (!infos.ok) return infos;
  for (const info of invocation.session.sim.inTurn(infos.value)) {
    const done = yield* setSchedulable(invocation, info, unschedulable, dryRun.value);
    if (!done.ok) return done;
  }
  return ok({ infos: infos.value, dryRun: dryRun.value });
}

/** Marks one node and prints that. */
function* setSchedulable(
  invocation: Invocation,
  info: Info,
  unschedulable: boolean,
  dryRun: DryRun,
): Process<Outcome> {
  const done = unschedulable ? 'cordoned' : 'uncordoned';
  const same = ((info.object as Node).spec?.unschedulable ?? false) === unschedulable;
  if (!same && dryRun !== 'client') {
    const patched = yield* patchInfo(invocation.session, info, {
      contentType: 'application/strategic-merge-patch+json',
      patch: { spec: { unschedulable: unschedulable ? true : null } },
      query: dryRunQuery(dryRun),
    });
    if (!patched.ok) return patched;
  }
  const operation = same ? `already ${done}` : done;
  return printChanged(invocation, info.resource, info.object, operation, dryRun);
}

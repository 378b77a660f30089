/** `kubectl rollout history`. Source: pkg/cmd/rollout rollout_history.go, polymorphichelpers. */
import { ok } from '#base/result';
import type { Deployment } from '#k8s.io/api/apps/v1';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { intFlag } from '../command-line/flag-spec.ts';
import { Page } from '../describe/page.ts';
import { describePodTemplate } from '../describe/pod-template.ts';
import { fail, type Outcome } from '../failure.ts';
import { objectName } from '../printers/names.ts';
import { alignColumns, describeColumns } from '../printers/tabwriter.ts';
import { findReplicaSets, type ReplicaSets } from './replica-sets.ts';
import { byRevision, changeCauseAnnotation, revisionOf } from './revisions.ts';
import { type RolloutObject, rolloutFlags, rolloutObjects } from './rollout-objects.ts';

export const rolloutHistory: Command = {
  name: 'history',
  short: 'View rollout history',
  usage: '(TYPE NAME | TYPE/NAME) [flags]',
  flags: [
    intFlag('revision', 'See the details, including the pod template, of the revision'),
    ...rolloutFlags,
  ],
  run,
};

function* run(invocation: Invocation): Process<Outcome> {
  const revision = invocation.flags.int('revision');
  if (revision < 0) return fail(`revision must be a positive integer: ${revision}`);
  const objects = yield* rolloutObjects(invocation);
  if (!objects.ok) return objects;
  for (const object of objects.value) {
    const done = yield* showHistory(invocation, object, revision);
    if (!done.ok) return done;
  }
  return ok(undefined);
}

function* showHistory(
  { session }: Invocation,
  { resource, deployment }: RolloutObject,
  revision: number,
): Process<Outcome> {
  const { namespace, name } = deployment.metadata;
  const again = yield* session.client.get<Deployment>(resource, { namespace, name });
  if (!again.ok) return again;
  const sets = yield* findReplicaSets(session, again.value);
  if (!sets.ok) return sets;
  const text = revision > 0 ? oneRevision(sets.value, revision) : ok(allRevisions(sets.value));
  if (!text.ok) return text;
  const title = revision > 0 ? `with revision #${revision}` : '';
  session.out(`${objectName(resource, name)} ${title}\n${text.value}\n`);
  return ok(undefined);
}

function allRevisions({ all }: ReplicaSets): string {
  const rows = byRevision(all).map(
    (set) => `${revisionOf(set)}\t${set.metadata.annotations?.[changeCauseAnnotation] ?? '<none>'}`,
  );
  if (rows.length === 0) return 'No rollout history found.';
  return alignColumns(`${['REVISION\tCHANGE-CAUSE', ...rows].join('\n')}\n`, describeColumns);
}

function oneRevision({ all }: ReplicaSets, revision: number): Outcome<string> {
  const set = all.find((each) => revisionOf(each) === revision);
  if (set === undefined) return fail(`unable to find the specified revision`);
  const page = new Page();
  describePodTemplate(page, set.spec.template);
  return ok(page.toString());
}

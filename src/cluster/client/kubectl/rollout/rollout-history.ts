/** `kubectl rollout history`. Source: pkg/cmd/rollout rollout_history.go, polymorphichelpers. */
import { ok } from '#base/result';
import type { Deployment } from '#k8s.io/api/apps/v1';
import type { PodTemplateSpec } from '#k8s.io/api/core/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { intFlag } from '../command-line/flag-spec.ts';
import { Page } from '../describe/page.ts';
import { describePodTemplate } from '../describe/pod-template.ts';
import { fail, type Outcome } from '../failure.ts';
import { objectName } from '../printers/names.ts';
import { alignColumns, describeColumns } from '../printers/tabwriter.ts';
import type { Session } from '../session.ts';
import { findRevisions } from './controller-revisions.ts';
import { findReplicaSets } from './replica-sets.ts';
import { byRevision, changeCauseAnnotation, revisionOf } from './revisions.ts';
import { groupKind, type RolloutObject, rolloutFlags, rolloutObjects } from './rollout-objects.ts';

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
  const objects = yield* rolloutObjects(
    invocation,
    (info) => `no history viewer has been implemented for "${groupKind(info)}"`,
  );
  if (!objects.ok) return objects;
  for (const object of objects.value) {
    const done = yield* showHistory(invocation, object, revision);
    if (!done.ok) return done;
  }
  return ok(undefined);
}

function* showHistory(
  { session }: Invocation,
  { resource, object }: RolloutObject,
  revision: number,
): Process<Outcome> {
  const { namespace = '', name } = object.metadata;
  const again = yield* session.client.get<KubeObject>(resource, { namespace, name });
  if (!again.ok) return again;
  const entries =
    resource.kind === 'Deployment'
      ? yield* deploymentEntries(session, again.value as Deployment)
      : yield* revisionEntries(session, again.value);
  if (!entries.ok) return entries;
  const text =
    revision > 0 ? oneRevision(entries.value, revision) : ok(allRevisions(entries.value));
  if (!text.ok) return text;
  const title = revision > 0 ? `with revision #${revision}` : '';
  session.out(`${objectName(resource, name)} ${title}\n${text.value}\n`);
  return ok(undefined);
}

interface Entry {
  readonly revision: number;
  readonly cause: string | undefined;
  readonly template: PodTemplateSpec | undefined;
}

const causeOf = ({ metadata }: KubeObject): string | undefined =>
  metadata.annotations?.[changeCauseAnnotation];

function* deploymentEntries(
  session: Session,
  deployment: Deployment,
): Process<Outcome<readonly Entry[]>> {
  const sets = yield* findReplicaSets(session, deployment);
  if (!sets.ok) return sets;
  return ok(
    byRevision(sets.value.all).map((set) => ({
      revision: revisionOf(set),
      cause: causeOf(set),
      template: set.spec.template,
    })),
  );
}

function* revisionEntries(session: Session, owner: KubeObject): Process<Outcome<readonly Entry[]>> {
  const revisions = yield* findRevisions(session, owner);
  if (!revisions.ok) return revisions;
  return ok(
    revisions.value.map((each) => {
      const { spec } = (each.data ?? {}) as { readonly spec?: { readonly template?: unknown } };
      return {
        revision: each.revision,
        cause: causeOf(each),
        template: spec?.template as PodTemplateSpec | undefined,
      };
    }),
  );
}

function allRevisions(entries: readonly Entry[]): string {
  if (entries.length === 0) return 'No rollout history found.';
  const rows = entries.map(({ revision, cause }) => `${revision}\t${cause ?? '<none>'}`);
  return alignColumns(`${['REVISION\tCHANGE-CAUSE', ...rows].join('\n')}\n`, describeColumns);
}

function oneRevision(entries: readonly Entry[], revision: number): Outcome<string> {
  const entry = entries.find((each) => each.revision === revision);
  if (entry === undefined) return fail(`unable to find the specified revision`);
  const page = new Page();
  describePodTemplate(page, entry.template);
  return ok(page.toString());
}

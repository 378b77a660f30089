/** `kubectl rollout history`. Source: pkg/cmd/rollout rollout_history.go, polymorphichelpers. */
import { ok } from '#base/result';
import type { Deployment } from '#k8s.io/api/apps/v1';
import type { PodTemplateSpec } from '#k8s.io/api/core/v1';
import { asJson } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Resource } from '#k8s.io/client-go/rest/resource';
import { replicaSets } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { intFlag } from '../command-line/flag-spec.ts';
import type { FlagValues } from '../command-line/parse-flags.ts';
import { fail, type Outcome } from '../failure.ts';
import { objectPrinter, printObject, withoutManagedFields } from '../get/output.ts';
import {
  divideDocuments,
  managedFieldsFlag,
  outputFlag,
  refusedPrintFlags,
  templateFlag,
} from '../mutation.ts';
import { objectName } from '../printers/names.ts';
import { alignColumns, describeColumns } from '../printers/tabwriter.ts';
import type { Session } from '../session.ts';
import { appliedRevision, findRevisions } from './controller-revisions.ts';
import { findReplicaSets } from './replica-sets.ts';
import { byRevision, changeCauseAnnotation, revisionOf } from './revisions.ts';
import { type RolloutObject, rolloutFlags, visitRollouts } from './rollout-objects.ts';
import { templateText } from './template-text.ts';

export const rolloutHistory: Command = {
  name: 'history',
  short: 'View rollout history',
  usage: '(TYPE NAME | TYPE/NAME) [flags]',
  flags: [
    intFlag('revision', 'See the details, including the pod template, of the revision'),
    outputFlag,
    templateFlag,
    managedFieldsFlag,
    ...refusedPrintFlags,
    ...rolloutFlags,
  ],
  run,
};

function* run(invocation: Invocation): Process<Outcome> {
  const revision = invocation.flags.int('revision');
  if (revision < 0) return fail(`revision must be a positive integer: ${revision}`);
  const visited = yield* visitRollouts(invocation, {
    refusal: ({ resource }) =>
      `error retrieving history for "${resource.kind}", no visitor method exists for ` +
      `{${resource.group} ${resource.kind}}`,
    visit: (object) => showHistory(invocation, object, revision),
  });
  return visited.ok ? ok(undefined) : visited;
}

function* showHistory(
  { session, flags }: Invocation,
  { resource, object }: RolloutObject,
  revision: number,
): Process<Outcome> {
  const { namespace = '', name } = object.metadata;
  const again = yield* session.client.get<KubeObject>(resource, { namespace, name });
  if (!again.ok) return again;
  const entries =
    resource.kind === 'Deployment'
      ? yield* deploymentEntries(session, again.value as Deployment)
      : yield* revisionEntries(session, resource, again.value);
  if (!entries.ok) return entries;
  const output = flags.string('output') || (flags.string('template') === '' ? '' : 'go-template');
  if (output !== '') return printEntries(session, flags, output, entries.value);
  const text =
    revision > 0 ? oneRevision(entries.value, revision) : ok(allRevisions(entries.value));
  if (!text.ok) return text;
  const title = revision > 0 ? `with revision #${revision}` : '';
  session.out(`${objectName(resource, name)} ${title}\n${text.value}\n`);
  return ok(undefined);
}

/** The objects that the revisions stand for. Source: history.go GetHistory. */
function printEntries(
  session: Session,
  flags: FlagValues,
  output: string,
  entries: readonly Entry[],
): Outcome {
  const template = flags.string('template');
  const printer = objectPrinter(output, { template, columns: false, structs: true });
  if (!printer.ok) return fail(printer.error);
  const revision = flags.int('revision');
  const shown = revision > 0 ? entries.filter((each) => each.revision === revision) : entries;
  if (revision > 0 && shown.length === 0) return fail('unable to find the specified revision');
  for (const { resource, object } of shown) {
    const managed = flags.bool('show-managed-fields');
    const value = asJson(managed ? object : withoutManagedFields(object));
    if (output === 'yaml') divideDocuments(session);
    const printed = printObject(session, printer.value, value, resource);
    if (!printed.ok) return printed;
  }
  return ok(undefined);
}

interface Entry {
  readonly revision: number;
  readonly resource: Resource;
  readonly object: KubeObject;
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
      resource: replicaSets,
      object: { ...set, apiVersion: 'apps/v1', kind: 'ReplicaSet' },
      cause: causeOf(set),
      template: set.spec.template,
    })),
  );
}

function* revisionEntries(
  session: Session,
  resource: Resource,
  owner: KubeObject,
): Process<Outcome<readonly Entry[]>> {
  const revisions = yield* findRevisions(session, owner);
  if (!revisions.ok) return revisions;
  return ok(
    revisions.value.map((each) => {
      const { spec } = (each.data ?? {}) as { readonly spec?: { readonly template?: unknown } };
      return {
        revision: each.revision,
        resource,
        object: appliedRevision(owner, each),
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
  return entry === undefined
    ? fail('unable to find the specified revision')
    : ok(templateText(withCause(entry)));
}

/** A replica set's change cause is shown as an annotation of its template. */
function withCause({ template, cause, resource }: Entry): PodTemplateSpec | undefined {
  if (template === undefined || cause === undefined || resource !== replicaSets) return template;
  const annotations = { ...template.metadata?.annotations, [changeCauseAnnotation]: cause };
  return { ...template, metadata: { ...template.metadata, annotations } };
}

/** The objects of a rollout command: deployments, daemon sets and stateful sets. */
import { err, ok } from '#base/result';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { Invocation } from '../command.ts';
import { type FlagSpec, stringFlag } from '../command-line/flag-spec.ts';
import type { DiscoveredResource } from '../discovery/discovery-document.ts';
import { aggregate, type Failure, fail, type Outcome } from '../failure.ts';
import { filenameFlags, hasFiles } from '../manifest/read-manifests.ts';
import { fetchObjects, type Info } from '../resource/fetch-objects.ts';
import { mixedSources, objectsOfFiles } from '../resource/objects-of.ts';
import { resolveArguments } from '../resource/resource-arguments.ts';

export interface RolloutObject {
  readonly resource: DiscoveredResource;
  readonly object: KubeObject;
}

/** Flags that all rollout commands have. */
export const rolloutFlags: readonly FlagSpec[] = [
  stringFlag('selector', 'Selector (label query) to filter on', { shorthand: 'l' }),
  ...filenameFlags,
];

const rollingKinds = ['Deployment', 'DaemonSet', 'StatefulSet'];

/** The objects that are named, of whatever kind. */
export function* rolloutObjects(
  invocation: Invocation,
): Process<Outcome<{ readonly infos: readonly Info[]; readonly failures: readonly Failure[] }>> {
  const { args, flags } = invocation;
  const fromFile = hasFiles(flags);
  if (fromFile && args.length > 0) return mixedSources();
  if (args.length === 0 && !fromFile) return fail('required resource not specified');
  const { infos, failure } = fromFile
    ? yield* objectsOfFiles(invocation)
    : yield* named(invocation);
  return ok({ infos, failures: failure === undefined ? [] : [failure] });
}

interface RolloutVisit {
  /** The error for a kind that the command does not support. */
  readonly refusal: (info: Info) => string;
  readonly visit: (object: RolloutObject) => Process<Outcome>;
}

/** Visits each object, also after one has failed. */
export function* visitRollouts(
  invocation: Invocation,
  { refusal, visit }: RolloutVisit,
): Process<Outcome<{ readonly found: number }>> {
  const objects = yield* rolloutObjects(invocation);
  if (!objects.ok) return objects;
  const failures = [...objects.value.failures];
  for (const info of invocation.session.sim.inTurn(objects.value.infos)) {
    const { group, kind } = info.resource;
    const known = group === 'apps' && rollingKinds.includes(kind);
    const done = known ? yield* visit(info) : fail(refusal(info));
    if (!done.ok) failures.push(done.error);
  }
  const failure = aggregate(failures);
  return failure === undefined ? ok({ found: objects.value.infos.length }) : err(failure);
}

/** The message when a selector or a kind alone finds nothing. */
export const nothingToRoll = ({ session }: Invocation): void =>
  session.err(`No resources found in ${session.config.namespace} namespace.\n`);

function* named({ session, args, flags }: Invocation) {
  const selector = flags.string('selector');
  const requests = yield* resolveArguments(session, args, {
    selector,
    allNamespaces: false,
    wholeCollections: true,
  });
  if (!requests.ok) return { infos: [], failure: requests.error };
  const { namespace } = session.config;
  return yield* fetchObjects(session, requests.value, { namespace, selector });
}

/** `ReplicaSet.apps`. Source: schema.GroupKind.String. */
export const groupKind = ({ resource }: Info): string =>
  resource.group === '' ? resource.kind : `${resource.kind}.${resource.group}`;

/** `daemonsets.apps "agent"`. */
export const quotedName = ({ resource, object }: Info): string => {
  const plural =
    resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`;
  return `${plural} "${object.metadata.name}"`;
};

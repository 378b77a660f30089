/** The objects that a rollout command is given: deployments, daemon sets and stateful sets. */
import { err, ok } from '#base/result';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { Invocation } from '../command.ts';
import { type FlagSpec, stringFlag } from '../command-line/flag-spec.ts';
import type { DiscoveredResource } from '../discovery/discovery-document.ts';
import { fail, type Outcome } from '../failure.ts';
import { filenameFlags } from '../manifest/read-manifests.ts';
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

/** `refusal` says why an object of another kind is none for this command. */
export function* rolloutObjects(
  invocation: Invocation,
  refusal: (info: Info) => string,
  kinds: readonly string[] = rollingKinds,
): Process<Outcome<readonly RolloutObject[]>> {
  const { session, args, flags } = invocation;
  const fromFile = flags.list('filename').length > 0;
  if (fromFile && args.length > 0) return mixedSources();
  if (args.length === 0 && !fromFile) return fail('required resource not specified');
  const fetched = fromFile ? yield* objectsOfFiles(invocation) : yield* named(invocation);
  if (fetched.failure !== undefined) return err(fetched.failure);
  const { infos } = fetched;
  const foreign = infos.find(({ resource }) => {
    return resource.group !== 'apps' || !kinds.includes(resource.kind);
  });
  if (foreign !== undefined) return fail(refusal(foreign));
  if (infos.length === 0 && flags.string('selector') !== '') {
    session.err(`No resources found in ${session.config.namespace} namespace.\n`);
  }
  return ok(infos);
}

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

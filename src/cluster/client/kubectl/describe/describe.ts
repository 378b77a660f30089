/**
 * `kubectl describe`: everything about an object, for people.
 *
 * Models k8s.io/kubectl pkg/cmd/describe describe.go: the objects are found first, then each is
 * read again by its describer. With several objects the events are left out.
 */
import { err, ok } from '#base/result';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, intFlag, stringFlag } from '../command-line/flag-spec.ts';
import { aggregate, type Failure, fail, isNotFound, type Outcome } from '../failure.ts';
import { filenameFlags, hasFiles } from '../manifest/read-manifests.ts';
import { kindName } from '../printers/names.ts';
import { type Fetched, fetchObjects, type Info, listAll } from '../resource/fetch-objects.ts';
import { mixedSources, objectsOfFiles } from '../resource/objects-of.ts';
import { type ResourceRequest, resolveArguments } from '../resource/resource-arguments.ts';
import {
  describeBinding,
  describeRole,
  describeServiceAccount,
  describeSigningRequest,
} from './describe-access.ts';
import { describeAutoscaler } from './describe-autoscaler.ts';
import { describeConfigMap, describeSecret } from './describe-config.ts';
import { describeDaemonSet } from './describe-daemon-set.ts';
import { describeDeployment } from './describe-deployment.ts';
import { describeEndpointSlice, describeEndpoints } from './describe-endpoints.ts';
import { describeGeneric } from './describe-generic.ts';
import { describeIngress } from './describe-ingress.ts';
import { describeCronJob, describeJob } from './describe-job.ts';
import { describeLimitRange, describeNamespace } from './describe-namespace.ts';
import { describeIngressClass, describeNetworkPolicy } from './describe-network-policy.ts';
import { describeNode } from './describe-node.ts';
import { describePod } from './describe-pod.ts';
import { describeBudget, describePriorityClass, describeQuota } from './describe-policy.ts';
import { describeReplicaSet, describeReplicationController } from './describe-replica-set.ts';
import { describeService } from './describe-service.ts';
import { describeStatefulSet } from './describe-stateful-set.ts';
import {
  describeClaim,
  describeCSINode,
  describePersistentVolume,
  describeStorageClass,
} from './describe-storage.ts';
import type { Describer } from './describer.ts';

/** By lower-case kind and group. */
const describers: Readonly<Record<string, Describer>> = {
  pod: describePod,
  node: describeNode,
  'deployment.apps': describeDeployment,
  'replicaset.apps': describeReplicaSet,
  'daemonset.apps': describeDaemonSet,
  'statefulset.apps': describeStatefulSet,
  'job.batch': describeJob,
  service: describeService,
  'ingress.networking.k8s.io': describeIngress,
  resourcequota: describeQuota,
  configmap: describeConfigMap,
  secret: describeSecret,
  serviceaccount: describeServiceAccount,
  namespace: describeNamespace,
  limitrange: describeLimitRange,
  persistentvolume: describePersistentVolume,
  persistentvolumeclaim: describeClaim,
  endpoints: describeEndpoints,
  'certificatesigningrequest.certificates.k8s.io': describeSigningRequest,
  'endpointslice.discovery.k8s.io': describeEndpointSlice,
  'role.rbac.authorization.k8s.io': describeRole,
  'clusterrole.rbac.authorization.k8s.io': describeRole,
  'rolebinding.rbac.authorization.k8s.io': describeBinding,
  'clusterrolebinding.rbac.authorization.k8s.io': describeBinding,
  'storageclass.storage.k8s.io': describeStorageClass,
  'csinode.storage.k8s.io': describeCSINode,
  'priorityclass.scheduling.k8s.io': describePriorityClass,
  'poddisruptionbudget.policy': describeBudget,
  'horizontalpodautoscaler.autoscaling': describeAutoscaler,
  'cronjob.batch': describeCronJob,
  'networkpolicy.networking.k8s.io': describeNetworkPolicy,
  'ingressclass.networking.k8s.io': describeIngressClass,
  replicationcontroller: describeReplicationController,
};

export const describeCommand: Command = {
  name: 'describe',
  short: 'Show details of a specific resource or group of resources',
  usage: '(TYPE [NAME_PREFIX | -l label] | TYPE/NAME)',
  flags: [
    boolFlag('all-namespaces', 'Look in all namespaces', { shorthand: 'A' }),
    intFlag('chunk-size', 'Return large lists in chunks', { default: '500' }),
    stringFlag('selector', 'Selector (label query) to filter on', { shorthand: 'l' }),
    boolFlag('show-events', 'Show the events of the object', { default: 'true' }),
    ...filenameFlags,
  ],
  run,
};

function* run(invocation: Invocation): Process<Outcome> {
  const { session, args, flags } = invocation;
  const fromFile = hasFiles(flags);
  if (fromFile && args.length > 0) return mixedSources();
  if (args.length === 0 && !fromFile) {
    return fail(
      'You must specify the type of resource to describe. Use "kubectl api-resources" for a ' +
        'complete list of supported resources.',
    );
  }
  const found = fromFile ? yield* objectsOfFiles(invocation) : yield* namedObjects(invocation);
  if ('prefixed' in found) return yield* describePrefixed(invocation, found.prefixed);
  const failures: Failure[] = found.failure === undefined ? [] : [found.failure];
  // Events only for a single object found without errors.
  const alone = found.infos.length === 1 && failures.length === 0;
  let first = true;
  for (const info of invocation.session.sim.inTurn(found.infos)) {
    const text = yield* describeOne(invocation, info, alone);
    if (!text.ok) failures.push(text.error);
    else session.out(first ? text.value : `\n\n${text.value}`);
    if (text.ok) first = false;
  }
  if (found.infos.length === 0 && failures.length === 0) session.err(nothingFound(invocation));
  const failure = aggregate(failures);
  return failure === undefined ? ok(undefined) : err(failure);
}

function nothingFound({ session, flags }: Invocation): string {
  return flags.bool('all-namespaces')
    ? 'No resources found\n'
    : `No resources found in ${session.config.namespace} namespace.\n`;
}

/** Each page ends with an empty line. Source: describe.go DescribeMatchingResources. */
function* describePrefixed(invocation: Invocation, infos: readonly Info[]): Process<Outcome> {
  for (const info of invocation.session.sim.inTurn(infos)) {
    const text = yield* describeOne(invocation, info, false);
    if (!text.ok) return text;
    invocation.session.out(`${text.value}\n`);
  }
  return ok(undefined);
}

interface Prefixed {
  readonly prefixed: readonly Info[];
}

function* namedObjects(invocation: Invocation): Process<Fetched | Prefixed> {
  const { session, args, flags } = invocation;
  const selector = flags.string('selector');
  const allNamespaces = flags.bool('all-namespaces');
  const requests = yield* resolveArguments(session, args, {
    selector,
    allNamespaces,
    wholeCollections: true,
  });
  if (!requests.ok) return { infos: [], failure: requests.error };
  const namespace = allNamespaces ? '' : session.config.namespace;
  const fetched = yield* fetchObjects(session, requests.value, { namespace, selector });
  return yield* withPrefixes(invocation, requests.value, fetched);
}

/** When the name does not exist, describes the objects whose names begin with it. */
function* withPrefixes(
  { session, args }: Invocation,
  requests: readonly ResourceRequest[],
  fetched: Fetched,
): Process<Fetched | Prefixed> {
  const [request, ...more] = requests;
  const { failure } = fetched;
  const absent = failure !== undefined && isNotFound(failure);
  if (request?.name === undefined || more.length > 0 || !absent) return fetched;
  // `TYPE PREFIX` in two words.
  if (args.length !== 2) return fetched;
  const { resource, name } = request;
  const { namespace } = session.config;
  const all = yield* listAll(session, resource, { namespace, selector: '' });
  if (!all.ok) return { infos: [], failure: all.error };
  const infos = all.value
    .filter(({ metadata }) => metadata.name.startsWith(name))
    .map((object) => ({ resource, object }));
  return infos.length === 0 ? fetched : { prefixed: infos };
}

function* describeOne(
  { session, flags }: Invocation,
  { resource, object }: Info,
  alone: boolean,
): Process<Outcome<string>> {
  const describer = describers[kindName(resource)] ?? describeGeneric;
  return yield* describer({
    session,
    resource,
    namespace: object.metadata.namespace ?? '',
    name: object.metadata.name,
    showEvents: flags.bool('show-events') && (alone || flags.changed('show-events')),
    chunkSize: flags.int('chunk-size'),
  });
}

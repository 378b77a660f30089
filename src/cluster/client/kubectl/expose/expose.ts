/**
 * `kubectl expose TYPE NAME --port=PORT`: a Service for a workload's pods.
 *
 * Models k8s.io/kubectl pkg/cmd/expose expose.go with polymorphichelpers mapbasedselector,
 * portsforobject and protocolsforobject.
 */
import { err, ok } from '#base/result';
import type { PodSpec, ServicePort, ServiceSpec } from '#k8s.io/api/core/v1';
import { asObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, LabelSelector, New } from '#k8s.io/apimachinery/meta/v1';
import { services } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import { createOrUpdateBuilt } from '../apply/last-applied.ts';
import type { Command, Invocation } from '../command.ts';
import { stringFlag } from '../command-line/flag-spec.ts';
import { aggregate, type Failure, fail, type Outcome } from '../failure.ts';
import { labelPairs } from '../label/label-pairs.ts';
import { filenameFlags, hasFiles } from '../manifest/read-manifests.ts';
import {
  changeQuery,
  type DryRun,
  dryRunOf,
  managedChangeFlags,
  printChanged,
  saveConfigFlag,
} from '../mutation.ts';
import { type Fetched, fetchObjects, type Info } from '../resource/fetch-objects.ts';
import { missingResources } from '../resource/missing-resources.ts';
import { mixedSources, objectsOfFiles } from '../resource/objects-of.ts';
import { resolveArguments } from '../resource/resource-arguments.ts';
import { withOverrides } from '../run/overrides.ts';

export const expose: Command = {
  name: 'expose',
  short: 'Take a replication controller, service, deployment or pod and expose it as a service',
  usage: '(TYPE NAME) [--port=port] [--protocol=TCP|UDP|SCTP] [--target-port=number-or-name]',
  flags: [
    stringFlag('cluster-ip', 'ClusterIP to be assigned to the service'),
    stringFlag('external-ip', 'Additional external IP address'),
    stringFlag('load-balancer-ip', 'IP to assign to the load balancer'),
    stringFlag('override-type', 'json, merge or strategic', { default: 'merge' }),
    stringFlag('overrides', 'Inline JSON that overrides the generated object'),
    stringFlag('labels', 'Labels to apply to the service', { shorthand: 'l' }),
    stringFlag('name', 'The name for the newly created object'),
    stringFlag('port', 'The port that the service should serve on'),
    stringFlag('protocol', 'The network protocol of the service'),
    stringFlag('selector', 'A label selector to use for this service'),
    stringFlag('session-affinity', 'None or ClientIP'),
    stringFlag('target-port', 'Name or number of the port on the container'),
    stringFlag('type', 'ClusterIP, NodePort, LoadBalancer or ExternalName'),
    ...managedChangeFlags('kubectl-expose'),
    ...filenameFlags,
    saveConfigFlag,
  ],
  run,
};

function* run(invocation: Invocation): Process<Outcome> {
  const dryRun = dryRunOf(invocation.flags);
  if (!dryRun.ok) return dryRun;
  const found = yield* exposed(invocation, invocation.args);
  if (!found.ok) return found;
  const { infos, failure } = found.value;
  const failures: Failure[] = [];
  for (const info of invocation.session.sim.inTurn(infos)) {
    const done = yield* exposeOne(invocation, info, dryRun.value);
    if (!done.ok) failures.push(done.error);
  }
  const all = aggregate(failure === undefined ? failures : [...failures, failure]);
  return all === undefined ? ok(undefined) : err(all);
}

function* exposeOne(invocation: Invocation, info: Info, dryRun: DryRun): Process<Outcome> {
  const { session, flags } = invocation;
  const built = serviceOf(invocation, info);
  if (!built.ok) return built;
  const service = withOverrides(built.value, flags);
  if (!service.ok) return service;
  session.generated(service.value);
  if (dryRun === 'client') {
    return printChanged(invocation, services, service.value, 'exposed', 'client');
  }
  const query = changeQuery(flags, dryRun);
  const namespace = info.object.metadata.namespace ?? session.config.namespace;
  const at = { namespace, query };
  const created = yield* session.client.create<KubeObject>(
    services,
    at,
    createOrUpdateBuilt(service.value, flags),
  );
  if (!created.ok) return created;
  return printChanged(invocation, services, created.value, 'exposed', dryRun);
}

/** Derives the selector and ports, or returns why it cannot. `--selector` is the service's. */
function* exposed(invocation: Invocation, args: readonly string[]): Process<Outcome<Fetched>> {
  const { session, flags } = invocation;
  if (hasFiles(flags)) {
    return args.length > 0 ? mixedSources() : ok(yield* objectsOfFiles(invocation));
  }
  if (args.length === 0) return missingResources();
  const options = { selector: '', allNamespaces: false, wholeCollections: false };
  const requests = yield* resolveArguments(session, args, options);
  if (!requests.ok) return requests;
  const { namespace } = session.config;
  return ok(yield* fetchObjects(session, requests.value, { namespace, selector: '' }));
}

const exposable = ['Pod', 'Service', 'ReplicationController', 'ReplicaSet', 'Deployment'];
const maxName = 63;

/** Why an object has no selector for pods. Source: mapbasedselectorforobject.go. */
const selectorless: Readonly<Record<string, string>> = {
  Pod: 'the pod has no labels and cannot be exposed',
  Service: 'the service has no pod selector set',
  Deployment: 'invalid deployment: no selectors, therefore cannot be exposed',
  ReplicaSet: 'invalid replicaset: no selectors, therefore cannot be exposed',
};

function serviceOf(invocation: Invocation, info: Info): Outcome<New<KubeObject>> {
  const { flags } = invocation;
  const { object, resource } = info;
  if (!exposable.includes(object.kind)) {
    const { kind, group } = resource;
    return fail(`cannot expose a ${group === '' ? kind : `${kind}.${group}`}`);
  }
  const selector =
    flags.string('selector') === '' ? ok(selectorOf(object)) : labelPairs(flags.string('selector'));
  if (!selector.ok) return selector;
  if (Object.keys(selector.value).length === 0) {
    const why = "couldn't retrieve selectors via --selector flag or introspection";
    return fail(`${why}: ${selectorless[object.kind] ?? ''}`);
  }
  const labels =
    flags.string('labels') === ''
      ? ok(object.metadata.labels ?? {})
      : labelPairs(flags.string('labels'));
  if (!labels.ok) return labels;
  const ports = portsOf(invocation, object);
  if (!ports.ok) return ports;
  const affinity = flags.string('session-affinity');
  if (!['', 'None', 'ClientIP'].includes(affinity)) {
    return fail(`unknown session affinity: ${affinity}`);
  }
  const isBalanced = flags.string('type') === 'LoadBalancer';
  const spec = asObject<ServiceSpec>({
    ports: ports.value,
    selector: selector.value,
    ...optional('type', flags.string('type')),
    ...optional('clusterIP', flags.string('cluster-ip')),
    ...optional('sessionAffinity', affinity),
    ...optional('loadBalancerIP', isBalanced ? flags.string('load-balancer-ip') : ''),
    ...(flags.string('external-ip') === '' ? {} : { externalIPs: [flags.string('external-ip')] }),
  });
  return ok(
    asObject<New<KubeObject>>({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: {
        name: flags.string('name') || object.metadata.name.slice(0, maxName),
        ...(Object.keys(labels.value).length === 0 ? {} : { labels: labels.value }),
      },
      spec,
      status: { loadBalancer: {} },
    }),
  );
}

const optional = (key: string, value: string) => (value === '' ? {} : { [key]: value });

type Pairs = Readonly<Record<string, string>>;

/** Source: mapbasedselectorforobject.go. */
function selectorOf({ kind, metadata, spec }: KubeObject): Pairs {
  if (kind === 'Pod') return metadata.labels ?? {};
  const { selector = {} } = (spec ?? {}) as { readonly selector?: LabelSelector | Pairs };
  if (kind === 'Service' || kind === 'ReplicationController') return selector as Pairs;
  return (selector as LabelSelector).matchLabels ?? {};
}

interface FoundPort {
  readonly port: number;
  readonly protocol: string;
}

function portsOf({ flags }: Invocation, object: KubeObject): Outcome<readonly ServicePort[]> {
  const given = flags.string('port');
  const known = containerPorts(object);
  // A given port takes its protocol from the object.
  const protocolOf = (port: number): string =>
    known.find((each) => each.port === port)?.protocol ?? '';
  const found: FoundPort[] =
    given === ''
      ? known
      : given
          .split(',')
          .map((port) => ({ port: Number(port), protocol: protocolOf(Number(port)) }));
  const isHeadless = flags.string('cluster-ip') === 'None';
  if (found.length === 0 && !isHeadless) {
    return fail("couldn't find port via --port flag or introspection");
  }
  if (found.some(({ port }) => !Number.isInteger(port))) {
    return fail(`strconv.Atoi: parsing ${JSON.stringify(given)}: invalid syntax`);
  }
  const target = flags.string('target-port');
  return ok(
    found.map(({ port, protocol }, index) => ({
      ...(found.length > 1 ? { name: `port-${index + 1}` } : {}),
      protocol: (flags.string('protocol') || protocol || 'TCP') as 'TCP',
      port,
      targetPort: target === '' ? port : /^\d+$/.test(target) ? Number(target) : target,
    })),
  );
}

function containerPorts({ kind, spec }: KubeObject): FoundPort[] {
  const parts = (spec ?? {}) as {
    readonly ports?: readonly ServicePort[];
    readonly template?: { readonly spec: PodSpec };
  };
  if (kind === 'Service')
    return (parts.ports ?? []).map(({ port, protocol = '' }) => ({ port, protocol }));
  const podSpec = kind === 'Pod' ? asObject<PodSpec>(spec) : parts.template?.spec;
  return (podSpec?.containers ?? []).flatMap(({ ports = [] }) =>
    ports.map(({ containerPort, protocol = '' }) => ({ port: containerPort, protocol })),
  );
}

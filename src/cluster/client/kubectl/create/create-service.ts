/** `kubectl create service clusterip|nodeport|loadbalancer|externalname`. Source: create_service.go. */
import { ok } from '#base/result';
import { asObject, type JsonObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import {
  dns1123SubdomainErrors,
  portNameErrors,
  portNumberErrors,
} from '#k8s.io/apimachinery/validation';
import { services } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { type FlagSpec, intFlag, sliceFlag, stringFlag } from '../command-line/flag-spec.ts';
import { fail, type Outcome } from '../failure.ts';
import { createFlags, createObject, givenNamespace, nameArgument } from './create-object.ts';

const tcp = sliceFlag('tcp', "Port pairs can be specified as '<port>:<targetPort>'");

interface ServiceKind {
  readonly command: string;
  readonly type: 'ClusterIP' | 'NodePort' | 'LoadBalancer' | 'ExternalName';
  readonly flags: readonly FlagSpec[];
}

const kinds: readonly ServiceKind[] = [
  {
    command: 'clusterip',
    type: 'ClusterIP',
    flags: [tcp, stringFlag('clusterip', "Assign your own ClusterIP or set to 'None'")],
  },
  {
    command: 'externalname',
    type: 'ExternalName',
    flags: [tcp, stringFlag('external-name', 'External name of service', { required: true })],
  },
  { command: 'loadbalancer', type: 'LoadBalancer', flags: [tcp] },
  {
    command: 'nodeport',
    type: 'NodePort',
    flags: [tcp, intFlag('node-port', 'Port used to expose the service on each node')],
  },
];

const commandOf = (kind: ServiceKind): Command => ({
  name: kind.command,
  short: `Create ${/^[AEIOU]/.test(kind.type) ? 'an' : 'a'} ${kind.type} service`,
  usage: 'NAME [--tcp=<port>:<targetPort>]',
  flags: [...kind.flags, ...createFlags],
  run: (invocation) => run(invocation, kind),
});

export const createService: Command = {
  name: 'service',
  aliases: ['svc'],
  short: 'Create a service using a specified subcommand',
  usage: 'SUBCOMMAND',
  subcommands: kinds.map(commandOf),
};

function* run(invocation: Invocation, { type }: ServiceKind): Process<Outcome> {
  const { flags } = invocation;
  const name = nameArgument(invocation);
  if (!name.ok) return name;
  const address = flags.has('clusterip') ? flags.string('clusterip') : '';
  const needsPorts = type !== 'ExternalName' && address !== 'None';
  if (flags.list('tcp').length === 0 && needsPorts) {
    return fail('at least one tcp port specifier must be provided');
  }
  if (type === 'ExternalName' && dns1123SubdomainErrors(flags.string('external-name')).length > 0) {
    return fail(`invalid service external name ${flags.string('external-name')}`);
  }
  const ports = portsOf(flags.list('tcp'));
  if (!ports.ok) return ports;
  const nodePort = flags.has('node-port') ? flags.int('node-port') : 0;
  const labels = { app: name.value };
  const service = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: name.value, ...givenNamespace(invocation), labels },
    spec: {
      ...(type === 'ExternalName' ? { externalName: flags.string('external-name') } : {}),
      ...(address === '' ? {} : { clusterIP: address }),
      ...(ports.value.length === 0
        ? {}
        : { ports: ports.value.map((port) => (nodePort > 0 ? { ...port, nodePort } : port)) }),
      selector: labels,
      type,
    },
    status: { loadBalancer: {} },
  };
  const object = asObject<New<KubeObject>>(service);
  return yield* createObject(invocation, services, object, `failed to create ${type} service:`);
}

/** Source: create_service.go parsePorts. */
function portsOf(pairs: readonly string[]): Outcome<readonly JsonObject[]> {
  const ports: JsonObject[] = [];
  for (const pair of pairs) {
    // Text after a second colon is ignored.
    const [port = '', target = port] = pair.split(':');
    const why = !/^\d+$/.test(port)
      ? 'invalid syntax'
      : Number(port) > 65_535
        ? 'value out of range'
        : undefined;
    if (why !== undefined) {
      return fail(`strconv.ParseUint: parsing ${JSON.stringify(port)}: ${why}`);
    }
    const isNumber = /^[+-]?\d+$/.test(target);
    const targetPort = isNumber ? Number(target) : target;
    const wrong = isNumber ? portNumberErrors(Number(target)) : portNameErrors(target);
    if (wrong.length > 0 && target !== port) return fail(wrong.join(','));
    const name = pair.replaceAll(':', '-');
    ports.push({ name, port: Number(port), protocol: 'TCP', targetPort });
  }
  return ok(ports);
}

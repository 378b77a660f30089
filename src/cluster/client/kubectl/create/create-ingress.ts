/** `kubectl create ingress NAME --rule=host/path=service:port`. Source: create_ingress.go. */
import { asObject, type JsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { arrayFlag, stringFlag } from '../command-line/flag-spec.ts';
import { fail, type Outcome } from '../failure.ts';
import { createFlags, createObject, givenNamespace, nameArgument } from './create-object.ts';

const ingresses = {
  group: 'networking.k8s.io',
  version: 'v1',
  resource: 'ingresses',
  kind: 'Ingress',
  namespaced: true,
};

export const createIngress: Command = {
  name: 'ingress',
  aliases: ['ing'],
  short: 'Create an ingress with the specified name',
  usage: 'NAME --rule=host/path=service:port[,tls[=secret]]',
  flags: [
    arrayFlag('annotation', 'Annotation to insert in the ingress object'),
    stringFlag('class', 'Ingress Class to be used'),
    stringFlag('default-backend', 'Default service for backend, in format of svcname:port'),
    arrayFlag('rule', 'Rule in format host/path=service:port[,tls=secretname]'),
    ...createFlags,
  ],
  run,
};

const ruleShape = /^([^/=]*)(\/[^=]*)=([^:,]+):([^,]+)(?:,tls(?:=(.*))?)?$/;

function* run(invocation: Invocation): Process<Outcome> {
  const { flags } = invocation;
  const name = nameArgument(invocation);
  if (!name.ok) return name;
  const rules = flags.list('rule');
  const backend = flags.string('default-backend');
  if (rules.length === 0 && backend === '') {
    return fail(
      'not enough information provided: every ingress has to either specify a default-backend ' +
        '(which catches all traffic) or a list of rules (which catch specific paths)',
    );
  }
  const bad = rules.find((rule) => !ruleShape.test(rule));
  if (bad !== undefined) {
    return fail(
      `rule ${bad} is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]`,
    );
  }
  const badNote = flags.list('annotation').find((note) => !/^[^=]+=/.test(note));
  if (badNote !== undefined)
    return fail(`annotation ${badNote} is invalid and should be in format key=[value]`);
  if (backend !== '' && !/^[^:]+:[^:]+$/.test(backend))
    return fail('default-backend should be in format servicename:serviceport');
  const ingress = ingressOf(invocation, name.value);
  return yield* createObject(invocation, ingresses, ingress, 'failed to create ingress:');
}

function backendOf(service: string, port: string): JsonObject {
  const at = /^\d+$/.test(port) ? { number: Number(port) } : { name: port };
  return { service: { name: service, port: at } };
}

function ingressOf(invocation: Invocation, name: string): New<KubeObject> {
  const { flags } = invocation;
  const hosts = new Map<string, JsonValue[]>();
  const tls = new Map<string, Set<string>>();
  for (const rule of flags.list('rule')) {
    const [, host = '', path = '', service = '', port = '', secret] = ruleShape.exec(rule) ?? [];
    const exact = !path.endsWith('*');
    const entry = {
      backend: backendOf(service, port),
      path: exact ? path : path.slice(0, -1),
      pathType: exact ? 'Exact' : 'Prefix',
    };
    hosts.set(host, [...(hosts.get(host) ?? []), entry]);
    if (!/,tls(=|$)/.test(rule)) continue;
    const names = tls.get(secret ?? '') ?? new Set<string>();
    if (host !== '') names.add(host);
    tls.set(secret ?? '', names);
  }
  const [service = '', port = ''] = flags.string('default-backend').split(':');
  const notes = flags.list('annotation').map((note) => {
    const equals = note.indexOf('=');
    return [note.slice(0, equals), note.slice(equals + 1)] as const;
  });
  return asObject<New<KubeObject>>({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: {
      name,
      ...givenNamespace(invocation),
      ...(notes.length === 0 ? {} : { annotations: Object.fromEntries(notes) }),
    },
    spec: {
      ...(service === '' ? {} : { defaultBackend: backendOf(service, port) }),
      ...(flags.string('class') === '' ? {} : { ingressClassName: flags.string('class') }),
      ...(hosts.size === 0
        ? {}
        : {
            rules: [...hosts].map(([host, paths]) => ({
              ...(host === '' ? {} : { host }),
              http: { paths },
            })),
          }),
      ...(tls.size === 0
        ? {}
        : {
            tls: [...tls].map(([secretName, names]) => ({
              ...(names.size === 0 ? {} : { hosts: [...names] }),
              ...(secretName === '' ? {} : { secretName }),
            })),
          }),
    },
    status: { loadBalancer: {} },
  });
}

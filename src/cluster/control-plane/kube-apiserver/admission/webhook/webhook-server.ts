/**
 * The answer to a webhook call: from a server that the scenario names, from a Service, or none.
 *
 * Models the API server's HTTP client: k8s.io/apiserver pkg/util/webhook client.go,
 * k8s.io/kube-aggregator service resolvers, and the network's errors when nothing listens. In: a
 * client configuration and a change. Out: how long the call takes, and the response or the client's
 * error.
 */

import { assertUnreachable, must } from '#base/assert';
import { defined } from '#base/defined';
import { err, ok, type Result } from '#base/result';
import { type Duration, ms, seconds } from '#base/sim-time';
import type { WebhookServerConfig } from '#cluster/config/cluster-config';
import type { WebhookClientConfig } from '#k8s.io/api/admissionregistration/v1';
import type { Service } from '#k8s.io/api/core/v1';
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import { goQuote } from '#k8s.io/apimachinery/field-error';
import { asObject } from '#k8s.io/apimachinery/json-value';
import type { JsonPatchOperation } from '#k8s.io/apimachinery/patch/json-patch';
import { resourceFor } from '#k8s.io/apimachinery/resources';
import type { Process } from '#sim/simulation';
import type { RequestId } from '#trace/facts/client-go';
import type { AdmissionAttributes, AdmissionEnvironment } from '../admission.ts';
import { matchedResource } from '../matching/rules.ts';
import type { AdmissionResponse } from './admission-response.ts';
import { callRemote, postRemote, type RemoteCall } from './remote-webhook.ts';
import type { Webhook } from './webhook-source.ts';

export interface Call {
  readonly url: string;
  readonly took: Duration;
  readonly answer: Result<AdmissionResponse, string>;
}

const usualDelay = ms(3);
const services = must(resourceFor('', 'v1', 'services'), 'services are served');
const slices = must(resourceFor('discovery.k8s.io', 'v1', 'endpointslices'), 'slices are served');

/** Calls the webhook; a call of a named server has still to take its time. */
export function* callWebhook(
  environment: AdmissionEnvironment,
  webhook: Webhook,
  timeoutSeconds: number,
  attributes: AdmissionAttributes,
): Process<Call> {
  const { clientConfig: client } = webhook;
  const url = urlOf(client);
  const server = serverOf(environment, client);
  const asked = `${url}?timeout=${timeoutSeconds}s`;
  const post = (why: string) => err(`failed to call webhook: Post ${goQuote(asked)}: ${why}`);
  const unreachable = unreachableService(environment, client, server !== undefined);
  if (unreachable !== undefined) return { url, took: usualDelay, answer: post(unreachable) };
  const endpoint = server === undefined ? endpointOf(environment, client) : undefined;
  if (endpoint?.isInside === true && (client.caBundle ?? '') === '') {
    // No authority of the system signs names that end in `.svc`.
    const why = 'tls: failed to verify certificate: x509: certificate signed by unknown authority';
    return { url, took: usualDelay, answer: post(why) };
  }
  if (endpoint !== undefined) {
    const { request } = attributes;
    const answer = yield* callRemote(
      environment,
      {
        ...endpoint,
        target: `${/^https:\/\/[^/]*(.*)$/.exec(asked)?.[1] ?? '/'}`,
        timeoutSeconds,
        matched:
          matchedResource(webhook.rules ?? [], webhook.matchPolicy, attributes) ?? request.resource,
        versions: webhook.admissionReviewVersions ?? [],
      },
      attributes,
    );
    if (answer.ok) return { url, took: 0, answer };
    const { post: why, whole } = answer.error;
    const failure = why === undefined ? err(`failed to call webhook: ${whole ?? ''}`) : post(why);
    return { url, took: 0, answer: failure };
  }
  if (server === undefined) {
    const host = /^https:\/\/([^/:]+)/.exec(url)?.[1] ?? '';
    return { url, took: usualDelay, answer: post(`dial tcp: lookup ${host}: no such host`) };
  }
  const took = ms(server.milliseconds ?? 3);
  const timeout = seconds(timeoutSeconds);
  if (server.does.kind === 'hang' || took > timeout) {
    return { url, took: timeout, answer: post('context deadline exceeded') };
  }
  if (server.does.kind === 'fail') {
    const why = 'an error on the server ("") has prevented the request from succeeding';
    return { url, took, answer: err(`failed to call webhook: ${why}`) };
  }
  return { url, took, answer: ok(respond(server.does, attributes)) };
}

/**
 * Posts a review of another kind to the Service of a client configuration. Out: the text of the
 * answer, or the error of the client.
 */
export function* postToService(
  environment: AdmissionEnvironment,
  client: WebhookClientConfig,
  timeoutSeconds: number,
  review: { readonly id: RequestId; readonly userAgent: string; readonly body: object },
): Process<Result<string, string>> {
  const asked = `${urlOf(client)}?timeout=${timeoutSeconds}s`;
  const failed = (why: string) => err(`Post ${goQuote(asked)}: ${why}`);
  const unreachable = unreachableService(environment, client, false);
  if (unreachable !== undefined) return failed(unreachable);
  const endpoint = endpointOf(environment, client);
  if (endpoint === undefined) return failed('dial tcp: lookup: no such host');
  const target = /^https:\/\/[^/]*(.*)$/.exec(asked)?.[1] ?? '/';
  const answer = yield* postRemote(environment, { ...endpoint, target, timeoutSeconds }, review);
  if (answer.ok) return answer;
  const { post, whole = '' } = answer.error;
  return post === undefined ? err(whole) : failed(post);
}

function urlOf({ url = '', service }: WebhookClientConfig): string {
  if (service === undefined) return url;
  const { namespace, name, port = 443, path = '' } = service;
  return `https://${name}.${namespace}.svc:${port}${path.startsWith('/') ? path : `/${path}`}`;
}

function serverOf(
  { config }: AdmissionEnvironment,
  { url, service }: WebhookClientConfig,
): WebhookServerConfig | undefined {
  return config.webhookServers?.find((server) => {
    if (url !== undefined) return server.url === url;
    const { namespace, name, path = '/' } = server.service ?? { namespace: '', name: '' };
    const asked = service?.path ?? '/';
    return service?.namespace === namespace && service.name === name && asked === path;
  });
}

/** Why a Service cannot be reached; undefined for a URL, and where a named server listens. */
function unreachableService(
  environment: AdmissionEnvironment,
  { service: ref }: WebhookClientConfig,
  isNamed: boolean,
): string | undefined {
  if (ref === undefined) return undefined;
  const key = `${ref.namespace}/${ref.name}`;
  const service = environment.cache(services).get(key) as Service | undefined;
  if (service === undefined) return `service "${ref.name}" not found`;
  if (service.spec?.type === 'ExternalName') return undefined;
  const { clusterIP = '', ports = [] } = service.spec ?? {};
  if (clusterIP === 'None') return 'cannot route to service with ClusterIP "None"';
  const port = ref.port ?? 443;
  const servicePort = ports.find((candidate) => candidate.port === port);
  if (servicePort === undefined) return `no service port ${port} found for service "${ref.name}"`;
  if (isNamed) return undefined;
  if (endpointsOf(environment, key, servicePort.name ?? '').length > 0) return undefined;
  if (environment.config.aggregatorRouting === true && !hasEndpoints(environment, key)) {
    return `no endpoints available for service "${ref.name}"`;
  }
  // kube-proxy rejects a Service without endpoints.
  return `dial tcp ${clusterIP}:${port}: connect: connection refused`;
}

const slicesOf = (environment: AdmissionEnvironment, key: string): readonly EndpointSlice[] => {
  const [namespace = '', name = ''] = key.split('/');
  return environment
    .cache(slices)
    .byIndex('namespace', namespace)
    .map((slice) => asObject<EndpointSlice>(slice))
    .filter(({ metadata }) => metadata.labels?.['kubernetes.io/service-name'] === name);
};

const isReady = ({ endpoints }: EndpointSlice): boolean =>
  (endpoints ?? []).some(({ conditions }) => conditions?.ready !== false);

const hasEndpoints = (environment: AdmissionEnvironment, key: string): boolean =>
  slicesOf(environment, key).some(isReady);

const endpointsOf = (
  environment: AdmissionEnvironment,
  key: string,
  portName: string,
): readonly { readonly ip: string; readonly port: number }[] =>
  slicesOf(environment, key).flatMap(({ ports = [], endpoints = [] }) =>
    (endpoints ?? [])
      .filter(({ conditions }) => conditions?.ready !== false)
      .flatMap(({ addresses }) =>
        (ports ?? [])
          .filter(({ name = '' }) => name === portName)
          .map(({ port }) => ({ ip: addresses[0] ?? '', port: port ?? 0 })),
      ),
  );

type Server = Pick<RemoteCall, 'host' | 'transport'> & { readonly isInside: boolean };

/**
 * A ready endpoint behind the Service's port, or the server outside that a URL or an ExternalName
 * names. Source of the latter: k8s.io/apiserver pkg/util/proxy ResolveCluster.
 */
function endpointOf(
  environment: AdmissionEnvironment,
  client: WebhookClientConfig,
): Server | undefined {
  const { service: ref, url = '' } = client;
  const { reach } = environment;
  if (ref === undefined) {
    const [, host = ''] = /^https:\/\/([^/?#]+)/.exec(url) ?? [];
    return outside(environment, client, withPort(host), withoutPort(host));
  }
  const { namespace, name, port = 443 } = ref;
  const key = `${namespace}/${name}`;
  const service = environment.cache(services).get(key) as Service | undefined;
  if (service?.spec?.type === 'ExternalName') {
    const host = `${service.spec.externalName ?? ''}:${port}`;
    return outside(environment, client, host, `${name}.${namespace}.svc`);
  }
  const found = service?.spec?.ports?.find((candidate) => candidate.port === port);
  const [endpoint] = found ? endpointsOf(environment, key, found.name ?? '') : [];
  if (endpoint === undefined) return undefined;
  const host = `${endpoint.ip}:${endpoint.port}`;
  return { host, transport: reach(endpoint.ip, endpoint.port, true), isInside: true };
}

const withoutPort = (host: string): string => host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
const withPort = (host: string): string => (/:\d+$/.test(host) ? host : `${host}:443`);

function outside(
  { reachOutside }: AdmissionEnvironment,
  { caBundle = '' }: WebhookClientConfig,
  host: string,
  serverName: string,
): Server | undefined {
  const transport = reachOutside({ host, serverName, caBundle });
  return transport && { host, transport, isInside: false };
}

/** What a server does that answers. */
type Behaviour = Exclude<WebhookServerConfig['does'], { readonly kind: 'hang' | 'fail' }>;

function respond(does: Behaviour, { object, old }: AdmissionAttributes): AdmissionResponse {
  const labels = (object ?? old)?.metadata?.labels ?? {};
  switch (does.kind) {
    case 'deny':
      return {
        allowed: false,
        ...defined({ message: does.message, code: does.code }),
      };
    case 'require-label':
      if (labels[does.key] !== undefined) return { allowed: true };
      return { allowed: false, code: 403, message: `you must provide labels: ["${does.key}"]` };
    case 'add-label':
      return labels[does.key] === does.value
        ? { allowed: true }
        : {
            allowed: true,
            patch: labelPatch(does.key, does.value, Object.keys(labels).length > 0),
          };
    case 'patch':
      return { allowed: true, patch: does.operations as readonly JsonPatchOperation[] };
    case 'warn':
      return { allowed: true, warnings: [does.message] };
    case 'allow':
      return { allowed: true };
    default:
      return assertUnreachable(does);
  }
}

const labelPatch = (
  key: string,
  value: string,
  hasLabels: boolean,
): readonly JsonPatchOperation[] => [
  ...(hasLabels ? [] : [{ op: 'add' as const, path: '/metadata/labels', value: {} }]),
  {
    op: 'add',
    path: `/metadata/labels/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    value,
  },
];

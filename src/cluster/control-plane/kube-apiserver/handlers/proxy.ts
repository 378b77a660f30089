/**
 * `pods/NAME/proxy/PATH` and `services/NAME/proxy/PATH`: the server forwards the request to a
 * program of a Pod and returns its answer.
 *
 * Models kubernetes pkg/registry/core/pod strategy.go ResourceLocation, core/service/storage
 * storage.go ResourceLocation and apimachinery pkg/util/proxy upgradeaware.go. Of several endpoints
 * of a Service chance takes one.
 */
import { must } from '#base/assert';
import type { Prng } from '#base/prng';
import { err, ok, type Result } from '#base/result';
import type { Pod, Service } from '#k8s.io/api/core/v1';
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import { badRequest, notFound, serviceUnavailable } from '#k8s.io/apimachinery/errors';
import { asObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import { type ResourceInfo, resourceFor } from '#k8s.io/apimachinery/resources';
import type { HttpRequest } from '#k8s.io/client-go/rest/http';
import type { Process } from '#sim/simulation';
import type { Exchange, Reply } from '../exchange.ts';
import type { Reach } from '../reach.ts';
import { statusReply } from '../replies.ts';

export interface ProxyParts {
  readonly prng: Prng;
  readonly reach: Reach;
  readonly cache: (resource: ResourceInfo) => {
    get(key: string): KubeObject | undefined;
    byIndex(index: string, value: string): readonly KubeObject[];
  };
}

interface Location {
  readonly ip: string;
  readonly port: number;
  readonly tls: boolean;
}

const pods = must(resourceFor('', 'v1', 'pods'), 'pods');
const services = must(resourceFor('', 'v1', 'services'), 'services');
const slices = must(resourceFor('discovery.k8s.io', 'v1', 'endpointslices'), 'endpointslices');
const serviceNameLabel = 'kubernetes.io/service-name';

/** `[SCHEME:]NAME[:PORT]`. Source: apimachinery net SplitSchemeNamePort. */
function splitSchemeNamePort(
  id: string,
): { readonly scheme: string; readonly name: string; readonly port: string } | undefined {
  const parts = id.split(':');
  const [scheme = '', name = '', port = ''] =
    parts.length === 3 ? parts : ['', parts[0] ?? '', parts[1] ?? ''];
  if (parts.length > 3 || name === '' || !['', 'http', 'https'].includes(scheme)) return undefined;
  return { scheme, name, port };
}

/** Forwards a request for a pod or a service. */
export function* proxyToProgram(
  { reach, cache, prng }: ProxyParts,
  exchange: Exchange,
  plural: 'pods' | 'services',
): Process<Reply> {
  const { namespace, name: id } = exchange.info;
  const to = splitSchemeNamePort(id);
  if (to === undefined) {
    const kind = plural === 'pods' ? 'pod' : 'service';
    return statusReply(badRequest(`invalid ${kind} request "${id}"`));
  }
  const resource = plural === 'pods' ? pods : services;
  const object = cache(resource).get(`${namespace}/${to.name}`);
  if (object === undefined) {
    return statusReply(notFound({ group: '', resource: plural }, to.name));
  }
  const location =
    plural === 'pods'
      ? podLocation(asObject<Pod>(object), to.port)
      : serviceLocation({ cache, prng }, asObject<Service>(object), to.port);
  if (!location.ok) return statusReply(location.error);
  const { ip, port } = location.value;
  return yield* forward(reach, exchange, { ip, port, tls: to.scheme === 'https' });
}

type Place = Omit<Location, 'tls'>;

function podLocation({ spec, status }: Pod, asked: string): Result<Place, Status> {
  const first = spec.containers.find(({ ports = [] }) => ports.length > 0)?.ports?.[0];
  const port = asked === '' ? (first?.containerPort ?? 80) : Number(asked);
  const ip = status?.podIP ?? '';
  return ip === '' ? err(badRequest('address not allowed')) : ok({ ip, port });
}

function serviceLocation(
  { cache, prng }: Pick<ProxyParts, 'cache' | 'prng'>,
  { metadata, spec }: Service,
  asked: string,
): Result<Place, Status> {
  const { namespace = '', name } = metadata;
  let portName = asked;
  if (/^\d+$/.test(asked)) {
    const found = spec?.ports?.find(({ port }) => port === Number(asked));
    if (found === undefined) {
      return err(serviceUnavailable(`no service port ${asked} found for service "${name}"`));
    }
    portName = found.name ?? '';
  }
  const places = cache(slices)
    .byIndex('namespace', namespace)
    .map((slice) => asObject<EndpointSlice>(slice))
    .filter((slice) => slice.metadata.labels?.[serviceNameLabel] === name)
    .flatMap(({ ports = [], endpoints = [] }) =>
      (endpoints ?? [])
        .filter(({ conditions }) => conditions?.ready !== false)
        .flatMap(({ addresses }) =>
          (ports ?? [])
            .filter((port) => (port.name ?? '') === portName)
            .map(({ port }) => ({ ip: addresses[0] ?? '', port: port ?? 0 })),
        ),
    );
  const place = places[prng.nextInt(places.length)];
  return place === undefined
    ? err(serviceUnavailable(`no endpoints available for service "${name}"`))
    : ok(place);
}

/** What follows `/proxy`, as it was sent. */
const tailOf = (url: string): string =>
  /\/(?:pods|services|nodes)\/[^/?]+\/proxy(.*)$/.exec(url)?.[1] ?? '';

function* forward(reach: Reach, exchange: Exchange, to: Location): Process<Reply> {
  const { http } = exchange;
  const tail = tailOf(http.url);
  if ((tail === '' || tail.startsWith('?')) && http.method === 'GET') {
    const location = `${exchange.info.path}/${tail}`;
    return { code: 301, contentType: 'text/plain; charset=utf-8', headers: { location } };
  }
  const unreachable = (why: string): Reply =>
    statusReply(serviceUnavailable(`error trying to reach service: ${why}`));
  const transport = reach(to.ip, to.port, to.tls);
  if (transport === undefined) {
    return unreachable(`dial tcp ${to.ip}:${to.port}: connect: no route to host`);
  }
  const answer = yield* transport.roundTrip(forwarded(http, tail));
  if (!answer.ok) return unreachable(answer.error.message);
  const { code, headers, body } = answer.value;
  const { 'content-type': type, 'content-length': _length, connection: _c, ...others } = headers;
  const contentType = type ?? 'text/plain; charset=utf-8';
  const prefix = exchange.info.path.replace(/(\/proxy)(?:\/.*)?$/, '$1');
  const { location } = others;
  return {
    code,
    contentType,
    body: contentType.startsWith('text/html') ? rewritten(String(body), prefix) : body,
    headers: location === undefined ? others : { ...others, location: below(prefix, location) },
  };
}

/** A path of the program, as a client of the proxy names it. */
const below = (prefix: string, url: string): string =>
  url.startsWith('/') && !url.startsWith('//') && !url.startsWith(prefix) ? prefix + url : url;

/** The links of a page lead through the proxy, too. Source: apimachinery proxy transport.go. */
const rewritten = (page: string, prefix: string): string =>
  page.replace(
    /(<[a-z][^<>]*\s(?:href|src|action|cite|data|poster)=")([^"]*)/gi,
    (_whole, before: string, url: string) => before + below(prefix, url),
  );

/** The credentials of the client stay with the server. */
function forwarded(http: HttpRequest, tail: string): HttpRequest {
  const { authorization: _secret, ...headers } = http.headers;
  const { peerCertificate: _certificate, ...request } = http;
  return { ...request, url: tail.startsWith('/') ? tail : `/${tail}`, headers };
}

/**
 * Paths that are not resources: discovery, version, health.
 *
 * Models k8s.io/apiserver pkg/server/routes and pkg/server/healthz. `undefined` where nothing is
 * served.
 */

import { methodNotSupported } from '#k8s.io/apimachinery/errors';
import type { RemoteGroupVersion } from '../aggregator/aggregator.ts';
import type { CustomResourceLookup } from '../apiextensions/custom-resource-lookup.ts';
import type { Exchange, Reply } from '../exchange.ts';
import { notModelled, objectReply, statusReply } from '../replies.ts';
import { buildVersion } from './build-version.ts';
import {
  customGroupDocument,
  customResourceList,
  withCustomGroupList,
  withCustomGroups,
} from './custom-documents.ts';
import {
  aggregatedCore,
  aggregatedGroups,
  apiGroupDocument,
  apiGroupList,
  apiResourceList,
  apiVersions,
} from './documents.ts';
import { type Health, healthPaths, healthReply } from './health-checks.ts';
import { openApiIndex } from './openapi-tags.ts';
import { issuerPaths } from './openid-metadata.ts';
import type { PathHandler } from './path-handler.ts';
import { remoteGroupDocument, withRemoteGroupList, withRemoteGroups } from './remote-documents.ts';

export function servePath(
  exchange: Exchange,
  address: string,
  state: Health,
  custom?: CustomResourceLookup,
  remote: readonly RemoteGroupVersion[] = [],
): PathHandler | undefined {
  const { path } = exchange.info;
  const found = find(exchange, path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);
  if (found === undefined || exchange.http.method === 'GET') return found;
  const { method } = exchange.http;
  const refusal = statusReply(methodNotSupported({ group: '', resource: '' }, method));
  return { ...found, reply: refusal };

  function find(from: Exchange, at: string): PathHandler | undefined {
    const [, prefix = '', group = '', groupVersion = '', ...rest] = at.split('/');
    if (prefix === 'api' && groupVersion === '') return core(from, group, address);
    if (prefix === 'apis' && rest.length === 0) {
      return groupDocument(from, group, groupVersion, custom, remote);
    }
    const health = healthReply(at, exchange.http.url, state);
    return health === undefined ? other(at, custom, remote) : byAggregator(prefix, health);
  }
}

const wantsAggregated = ({ http }: Exchange): boolean =>
  http.headers['accept']?.includes('as=APIGroupDiscoveryList') === true;

const aggregatedType = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

const discovery = (body: object): Reply => ({ code: 200, contentType: aggregatedType, body });

const byApiserver = (name: string, body: object | undefined): PathHandler | undefined =>
  body && { servedBy: 'kube-apiserver', name, reply: objectReply(body) };

const byAggregator = (name: string, reply: Reply): PathHandler => ({
  servedBy: 'kube-aggregator',
  name,
  reply,
});

/** `/api` and `/api/v1`. */
function core(exchange: Exchange, apiVersion: string, address: string): PathHandler | undefined {
  if (apiVersion !== '') return byApiserver('APIResourceList', apiResourceList('', apiVersion));
  if (!wantsAggregated(exchange)) return byApiserver('APIVersions', apiVersions(address));
  return byAggregator('aggregated discovery', discovery(aggregatedCore()));
}

/** `/apis`, `/apis/GROUP` and `/apis/GROUP/VERSION`. */
function groupDocument(
  exchange: Exchange,
  group: string,
  groupVersion: string,
  custom: CustomResourceLookup | undefined,
  remote: readonly RemoteGroupVersion[],
): PathHandler | undefined {
  if (groupVersion !== '') {
    const list =
      apiResourceList(group, groupVersion) ?? customResourceList(custom, group, groupVersion);
    return byApiserver('APIResourceList', list);
  }
  if (group === '') {
    return wantsAggregated(exchange)
      ? byAggregator(
          'aggregated discovery',
          discovery(withRemoteGroups(withCustomGroups(aggregatedGroups(), custom), remote)),
        )
      : byAggregator(
          'APIGroupList',
          objectReply(withRemoteGroupList(withCustomGroupList(apiGroupList(), custom), remote)),
        );
  }
  const document =
    customGroupDocument(custom, group, apiGroupDocument(group)) ??
    remoteGroupDocument(remote, group);
  return document && byAggregator('APIGroup', objectReply(document));
}

/** Paths of a real server whose documents are not made here. */
const unmodelled: ReadonlySet<string> = new Set([
  '/metrics/slis',
  '/openapi/v2',
  '/statusz',
  '/flagz',
]);

function other(
  path: string,
  custom: CustomResourceLookup | undefined,
  remote: readonly RemoteGroupVersion[],
): PathHandler | undefined {
  if (path === '/') return byAggregator('index', objectReply(pathIndex(custom, remote)));
  if (path === '/version') return byAggregator('version', objectReply(buildVersion));
  if (path === '/openapi/v3') {
    // The aggregator names no type, so net/http looks at the first bytes.
    const contentType = 'text/plain; charset=utf-8';
    return byAggregator('OpenAPI v3', { ...objectReply(openApiIndex(custom)), contentType });
  }
  if (unmodelled.has(path) || path.startsWith('/openapi/v3/')) {
    return byAggregator('not modelled', notModelled(`the path ${path}`));
  }
  return undefined;
}

/** The paths that `/` lists. Source: server/routes/index.go IndexLister. */
function pathIndex(
  custom: CustomResourceLookup | undefined,
  remote: readonly RemoteGroupVersion[],
): object {
  const { groups } = withRemoteGroupList(withCustomGroupList(apiGroupList(), custom), remote) as {
    readonly groups: readonly ListedGroup[];
  };
  const served = groups.flatMap(({ name, versions }) => [
    `/apis/${name}`,
    ...versions.map(({ groupVersion }) => `/apis/${groupVersion}`),
  ]);
  const plain = ['/api', '/api/v1', '/apis', '/apis/', '/openapi/v3', '/openapi/v3/'];
  return {
    paths: [...plain, ...issuerPaths, '/metrics', '/version', ...served, ...healthPaths].sort(),
  };
}

interface ListedGroup {
  readonly name: string;
  readonly versions: readonly { readonly groupVersion: string }[];
}

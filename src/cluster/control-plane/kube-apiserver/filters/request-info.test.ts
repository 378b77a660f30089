import { describe, expect, it } from 'vitest';
import { parseRequestInfo } from './request-info.ts';

/** verb, group/version, namespace, resource/subresource, name. */
const summary = (method: string, url: string): string => {
  const info = parseRequestInfo(method, url);
  if (!info.isResourceRequest) return `${info.verb} path ${info.path}`;
  const resource = [info.resource, info.subresource].filter((part) => part !== '').join('/');
  const { verb, group, version, namespace, name } = info;
  return [verb, `${group}/${version}`, `ns=${namespace}`, resource, `name=${name}`].join(' ');
};

describe('request info', () => {
  it.each([
    ['GET', '/api/v1/namespaces/x/pods', 'list /v1 ns=x pods name='],
    ['GET', '/api/v1/pods?watch=true&limit=5', 'watch /v1 ns= pods name='],
    ['GET', '/api/v1/pods?watch=false', 'list /v1 ns= pods name='],
    ['POST', '/apis/apps/v1/namespaces/x/deployments', 'create apps/v1 ns=x deployments name='],
    ['PUT', '/api/v1/namespaces/x/pods/p/status', 'update /v1 ns=x pods/status name=p'],
    ['PATCH', '/api/v1/nodes/n', 'patch /v1 ns= nodes name=n'],
    ['DELETE', '/api/v1/namespaces/x/pods', 'deletecollection /v1 ns=x pods name='],
    ['DELETE', '/api/v1/namespaces/x/pods/p', 'delete /v1 ns=x pods name=p'],
    // A Namespace object counts as its own namespace.
    ['GET', '/api/v1/namespaces', 'list /v1 ns= namespaces name='],
    ['GET', '/api/v1/namespaces/x', 'get /v1 ns=x namespaces name=x'],
    ['PUT', '/api/v1/namespaces/x/finalize', 'update /v1 ns=x namespaces/finalize name=x'],
    // A single object selected by field has a name, so that rules with names can match it.
    [
      'GET',
      '/api/v1/nodes?fieldSelector=metadata.name%3Dnode-1&watch=1',
      'watch /v1 ns= nodes name=node-1',
    ],
    ['GET', '/api', 'get path /api'],
    ['GET', '/api/v1', 'get path /api/v1'],
    ['GET', '/apis/apps/v1', 'get path /apis/apps/v1'],
    ['GET', '/healthz?verbose', 'get path /healthz'],
    ['POST', '/nothing', 'post path /nothing'],
  ])('reads %s %s', (method, url, expected) => {
    expect(summary(method, url)).toBe(expected);
  });
});

/**
 * `/healthz`, `/livez` and `/readyz`, with a path for each of their checks.
 *
 * Models k8s.io/apiserver pkg/server/healthz handleRootHealth: `?verbose` lists the checks,
 * `?exclude=NAME` leaves one out. Post-start hooks are done once the server listens; the only check
 * that can fail here is that of etcd.
 */
import type { Reply } from '../exchange.ts';
import { textReply } from '../replies.ts';

/** The state that the checks read. */
export interface Health {
  readonly ready: boolean;
  /** Whether etcd is available. */
  readonly etcd: boolean;
}

const hooks = (names: string): readonly string[] =>
  names.split(' ').map((name) => `poststarthook/${name}`);

/** The hooks of a v1.36 server with default features, in its order. */
const startHooks: readonly string[] = [
  ...hooks(
    'start-apiserver-admission-initializer generic-apiserver-start-informers ' +
      'priority-and-fairness-config-consumer priority-and-fairness-filter ' +
      'storage-object-count-tracker-hook start-apiextensions-informers ' +
      'start-apiextensions-controllers crd-informer-synced start-system-namespaces-controller ' +
      'peer-endpoint-reconciler-controller start-cluster-authentication-info-controller ' +
      'start-kube-apiserver-identity-lease-controller ' +
      'start-kube-apiserver-identity-lease-garbage-collector storage-readiness ' +
      'start-legacy-token-tracking-controller start-service-ip-repair-controllers ' +
      'rbac/bootstrap-roles scheduling/bootstrap-system-priority-classes ' +
      'priority-and-fairness-config-producer bootstrap-controller ' +
      'start-kubernetes-service-cidr-controller aggregator-reload-proxy-client-cert ' +
      'start-kube-aggregator-informers apiservice-status-local-available-controller ' +
      'apiservice-status-remote-available-controller apiservice-registration-controller ' +
      'apiservice-discovery-controller kube-apiserver-autoregistration',
  ),
  'autoregister-completion',
  ...hooks('apiservice-openapi-controller apiservice-openapiv3-controller'),
];

const checksOf: Readonly<Record<string, readonly string[]>> = {
  healthz: ['ping', 'log', 'etcd', ...startHooks],
  livez: ['ping', 'log', 'loopback-serving-certificate', 'etcd', ...startHooks],
  readyz: ['ping', 'log', 'etcd', 'etcd-readiness', 'informer-sync', ...startHooks, 'shutdown'],
};

const passes = (check: string, { ready, etcd }: Health): boolean =>
  check === 'ping' || check === 'log' || (check.startsWith('etcd') ? etcd : ready);

/** Every path of the health checks, for the index of paths. */
export const healthPaths: readonly string[] = Object.entries(checksOf).flatMap(([root, checks]) => [
  `/${root}`,
  ...checks.map((check) => `/${root}/${check}`),
]);

/** The reply for a path such as `/livez` or `/livez/etcd`; undefined when it is no health check. */
export function healthReply(path: string, url: string, health: Health): Reply | undefined {
  const [, root = '', ...rest] = path.split('/');
  const checks = checksOf[root];
  if (checks === undefined) return undefined;
  const one = rest.join('/');
  if (one === '') return rootReply(root, checks, url, health);
  if (!checks.includes(one)) return undefined;
  return passes(one, health)
    ? textReply(200, 'ok')
    : textReply(500, 'internal server error: context deadline exceeded\n');
}

function rootReply(root: string, checks: readonly string[], url: string, health: Health): Reply {
  const excluded = new Set([...url.matchAll(/[?&]exclude=([^&]*)/g)].map(([, name = '']) => name));
  const counted = checks.filter((check) => !excluded.has(check));
  const failed = counted.some((check) => !passes(check, health));
  if (!failed && !/[?&]verbose(?=[=&]|$)/.test(url)) return textReply(200, 'ok');
  const lines = checks.map((check) => {
    if (excluded.has(check)) return `[+]${check} excluded: ok`;
    return passes(check, health) ? `[+]${check} ok` : `[-]${check} failed: reason withheld`;
  });
  const unknown = [...excluded].filter((name) => !checks.includes(name)).sort();
  if (unknown.length > 0) {
    const names = unknown.map((name) => JSON.stringify(name)).join(', ');
    lines.push(`warn: some health checks cannot be excluded: no matches for ${names}`);
  }
  lines.push(`${root} check ${failed ? 'failed' : 'passed'}`, '');
  return textReply(failed ? 500 : 200, lines.join('\n'));
}

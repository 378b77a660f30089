/**
 * Flag --authorization-mode: which authorizers a server uses. Models
 * kubernetes/pkg/kubeapiserver/authorizer config.go.
 */
import type { ClusterConfig } from '#cluster/config/cluster-config';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import type { Simulation } from '#sim/simulation';
import { nodeRules } from '../bootstrap/rbac-policy.ts';
import type { ResourceCache } from '../storage/resource-cache.ts';
import { abacAuthorizer } from './abac.ts';
import type { Authorizer } from './authorizer.ts';
import { NodeGraph } from './node/graph.ts';
import { NodeAuthorizer } from './node/node-authorizer.ts';
import { RbacAuthorizer } from './rbac/rbac-authorizer.ts';
import { alwaysAllow, alwaysDeny } from './union.ts';
import { webhookAuthorizer } from './webhook.ts';

type Mode = ClusterConfig['authorizationModes'][number];

/** The authorizer for one value of --authorization-mode. Source: config.go New. */
export function authorizerOf(
  mode: Mode,
  sim: Simulation,
  config: ClusterConfig,
  cache: (resource: ResourceInfo) => ResourceCache,
): Authorizer {
  switch (mode) {
    case 'ABAC':
      return abacAuthorizer(config.abacPolicies ?? []);
    case 'Webhook':
      return webhookAuthorizer(sim, config.authorizationWebhook ?? { url: '', rules: [] });
    case 'AlwaysDeny':
      return alwaysDeny;
    case 'Node':
      return new NodeAuthorizer(new NodeGraph(cache), nodeRules(config.clusterTrustBundles));
    case 'RBAC':
      return new RbacAuthorizer(cache);
    case 'AlwaysAllow':
      return alwaysAllow;
  }
}

/** The resources of the Gateway API, which a cluster has when their definitions are installed. */
import type { Resource } from './resource.ts';

export const gatewayGroup = 'gateway.networking.k8s.io';

const define = (resource: string, kind: string, namespaced = true): Resource => ({
  group: gatewayGroup,
  version: 'v1',
  ...{ resource, kind, namespaced },
});

export const gatewayClasses = define('gatewayclasses', 'GatewayClass', false);
export const gateways = define('gateways', 'Gateway');
export const httpRoutes = define('httproutes', 'HTTPRoute');
export const referenceGrants = define('referencegrants', 'ReferenceGrant');

/**
 * GatewayClass, Gateway, HTTPRoute and ReferenceGrant of gateway.networking.k8s.io.
 *
 * Models sigs.k8s.io/gateway-api apis/v1 as JSON: the fields that this cluster acts on, and those
 * that it has to refuse by name. These kinds are custom resources; their definitions come with an
 * add-on (`client/kubeadm/gateway-api-crds.ts`).
 */
import type {
  Condition,
  LabelSelector,
  NamespacedObjectMeta,
  ObjectMeta,
} from '#k8s.io/apimachinery/meta/v1';

export interface GatewayClass {
  readonly apiVersion: 'gateway.networking.k8s.io/v1';
  readonly kind: 'GatewayClass';
  readonly metadata: ObjectMeta;
  readonly spec: { readonly controllerName: string; readonly description?: string };
  readonly status?: GatewayClassStatus;
}

export interface GatewayClassStatus {
  readonly conditions?: readonly Condition[];
  readonly supportedFeatures?: readonly { readonly name: string }[];
}

export interface Gateway {
  readonly apiVersion: 'gateway.networking.k8s.io/v1';
  readonly kind: 'Gateway';
  readonly metadata: NamespacedObjectMeta;
  readonly spec: { readonly gatewayClassName: string; readonly listeners: readonly Listener[] };
  readonly status?: GatewayStatus;
}

export interface Listener {
  readonly name: string;
  readonly hostname?: string;
  readonly port: number;
  readonly protocol: string;
  readonly tls?: ListenerTLSConfig;
  readonly allowedRoutes?: {
    readonly namespaces?: {
      readonly from?: 'All' | 'Selector' | 'Same';
      readonly selector?: LabelSelector;
    };
    readonly kinds?: readonly RouteGroupKind[];
  };
}

export interface ListenerTLSConfig {
  readonly mode?: 'Terminate' | 'Passthrough';
  readonly certificateRefs?: readonly SecretObjectReference[];
}

export interface SecretObjectReference {
  readonly group?: string;
  readonly kind?: string;
  readonly name: string;
  readonly namespace?: string;
}

export interface RouteGroupKind {
  readonly group?: string;
  readonly kind: string;
}

export interface GatewayStatus {
  readonly addresses?: readonly { readonly type: string; readonly value: string }[];
  readonly conditions?: readonly Condition[];
  readonly listeners?: readonly ListenerStatus[];
}

export interface ListenerStatus {
  readonly name: string;
  readonly supportedKinds: readonly RouteGroupKind[];
  readonly attachedRoutes: number;
  readonly conditions: readonly Condition[];
}

export interface HTTPRoute {
  readonly apiVersion: 'gateway.networking.k8s.io/v1';
  readonly kind: 'HTTPRoute';
  readonly metadata: NamespacedObjectMeta;
  readonly spec: {
    readonly parentRefs?: readonly ParentReference[];
    readonly hostnames?: readonly string[];
    readonly rules?: readonly HTTPRouteRule[];
  };
  readonly status?: HTTPRouteStatus;
}

export interface ParentReference {
  readonly group?: string;
  readonly kind?: string;
  readonly namespace?: string;
  readonly name: string;
  readonly sectionName?: string;
  readonly port?: number;
}

export interface HTTPRouteStatus {
  readonly parents: readonly RouteParentStatus[];
}

export interface RouteParentStatus {
  readonly parentRef: ParentReference;
  readonly controllerName: string;
  readonly conditions: readonly Condition[];
}

export interface HTTPRouteRule {
  readonly name?: string;
  readonly matches?: readonly HTTPRouteMatch[];
  readonly filters?: readonly HTTPRouteFilter[];
  readonly backendRefs?: readonly HTTPBackendRef[];
}

export interface HTTPRouteMatch {
  readonly path?: { readonly type?: string; readonly value?: string };
  readonly method?: string;
  readonly headers?: readonly NamedMatch[];
  readonly queryParams?: readonly NamedMatch[];
}

export interface NamedMatch {
  readonly type?: string;
  readonly name: string;
  readonly value: string;
}

export interface HTTPBackendRef {
  readonly group?: string;
  readonly kind?: string;
  readonly namespace?: string;
  readonly name: string;
  readonly port?: number;
  /** A share of the requests of the rule; absent: 1. */
  readonly weight?: number;
  readonly filters?: readonly HTTPRouteFilter[];
}

export interface HTTPRouteFilter {
  readonly type: string;
  readonly requestHeaderModifier?: HTTPHeaderFilter;
  readonly responseHeaderModifier?: HTTPHeaderFilter;
  readonly requestRedirect?: HTTPRequestRedirect;
  readonly urlRewrite?: { readonly hostname?: string; readonly path?: HTTPPathModifier };
}

export interface HTTPHeaderFilter {
  readonly set?: readonly { readonly name: string; readonly value: string }[];
  readonly add?: readonly { readonly name: string; readonly value: string }[];
  readonly remove?: readonly string[];
}

export interface HTTPRequestRedirect {
  readonly scheme?: string;
  readonly hostname?: string;
  readonly path?: HTTPPathModifier;
  readonly port?: number;
  readonly statusCode?: number;
}

export interface HTTPPathModifier {
  readonly type: string;
  readonly replaceFullPath?: string;
  readonly replacePrefixMatch?: string;
}

export interface ReferenceGrant {
  readonly apiVersion: 'gateway.networking.k8s.io/v1';
  readonly kind: 'ReferenceGrant';
  readonly metadata: NamespacedObjectMeta;
  readonly spec: {
    readonly from: readonly {
      readonly group: string;
      readonly kind: string;
      readonly namespace: string;
    }[];
    readonly to: readonly {
      readonly group: string;
      readonly kind: string;
      readonly name?: string;
    }[];
  };
}

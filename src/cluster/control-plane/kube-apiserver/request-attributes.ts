/** What handlers, admission and storage know about a request after authentication. */
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import type { RequestId } from '#trace/facts/client-go';
import type { UserInfo } from './authenticator/user-info.ts';

/** Source: apiserver pkg/admission Attributes and endpoints/request. */
export interface RequestAttributes {
  /** 0 for requests that the server itself makes at its start. */
  readonly request: RequestId;
  readonly user: UserInfo;
  /** create, get, list, watch, update, patch, delete, deletecollection. */
  readonly verb: string;
  readonly resource: ResourceInfo;
  /** Empty, or `status`, `scale`, `binding`, … */
  readonly subresource: string;
  /** Empty for cluster-scoped resources and for lists over all namespaces. */
  readonly namespace: string;
  /** Empty for collections and creates. */
  readonly name: string;
  readonly dryRun: boolean;
  /** From `?fieldManager=`, otherwise the first part of the user agent. */
  readonly fieldManager: string;
  readonly userAgent: string;
  /** Adds a `Warning: 299` header to the response. */
  readonly warn: (text: string) => void;
  /** Adds an annotation to the audit event: `pod-security.kubernetes.io/enforce-policy`, … */
  readonly annotate: (key: string, value: string) => void;
}

/** Requests to the API server, with the certificates of people and components. */
import { defined } from '#base/defined';
import type { HttpRequest } from '#k8s.io/client-go/rest/http';

const certificates = {
  admin: { commonName: 'kubernetes-admin', organizations: ['system:masters'] },
  alice: { commonName: 'alice', organizations: ['dev'] },
  scheduler: { commonName: 'system:kube-scheduler', organizations: [] },
  'node-1': { commonName: 'system:node:node-1', organizations: ['system:nodes'] },
} as const;

export type ApiUser = keyof typeof certificates | 'anonymous';

export interface RequestParts {
  readonly method: HttpRequest['method'];
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
}

/** A request of that user; `anonymous` has no certificate. */
export function requestOf(
  id: number,
  user: ApiUser,
  { method, url, headers = {}, body }: RequestParts,
): HttpRequest {
  const certificate = user === 'anonymous' ? undefined : certificates[user];
  return {
    id,
    method,
    url,
    headers,
    ...defined({ body }),
    ...(certificate && { peerCertificate: { ...certificate, issuer: 'kubernetes-ca' } }),
  };
}

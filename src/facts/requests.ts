/** The content of a request, read from its URL and its body. */
import type { ObjectRef } from '#trace/fact';

/** Whether a request is for an object or a list, and not for a path that some program serves. */
export const asksForObjects = (request: {
  readonly url: string;
  readonly ref: ObjectRef;
}): boolean => request.ref.resource !== '' && /^\/apis?\//.test(request.url);

/** The path of a URL, without its query. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** What a kubelet is asked for: `/exec`, `/containerLogs`. */
export const firstPart = (url: string): string => url.split('/', 2).join('/');

const kubeletPath = /^\/(?:containerLogs|exec|attach|portForward)\//;

/**
 * Whether the API server passes a request on to the kubelet of the Pod's node.
 * Source: pkg/registry/core/pod/strategy.go LogLocation, streamLocation.
 */
export const isPassedOn = (request: {
  readonly component: string;
  readonly url: string;
}): boolean => request.component === 'kube-apiserver' && kubeletPath.test(request.url);

/**
 * The beginning of the name that the server generates for the sent object; undefined if it has a
 * name.
 */
export function generateNameOf(body: unknown): string | undefined {
  const { metadata } = (body ?? {}) as {
    readonly metadata?: { readonly name?: string; readonly generateName?: string };
  };
  return metadata?.name === undefined ? metadata?.generateName : undefined;
}

/** The API's verb of a request. */
export function verbOfRequest(method: string, url: string): string {
  if (/[?&]watch=/.test(url)) return 'watch';
  const verbs: Readonly<Record<string, string>> = { GET: 'get', POST: 'create', PUT: 'update' };
  return verbs[method] ?? method.toLowerCase();
}

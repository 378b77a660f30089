/**
 * The names of container images: `nginx`, `registry.k8s.io/pause:3.10.1`, `app@sha256:…`.
 *
 * Models github.com/distribution/reference ParseNormalizedNamed, as kubernetes/pkg/util/parsers and
 * kubectl use it. In: a text. Out: its parts with Docker's defaults filled in, or undefined for a
 * text that is no reference.
 */
import { defined } from '#base/defined';
import { remembered } from '#base/remembered';

export interface ImageReference {
  /** `docker.io` when the text names none. */
  readonly domain: string;
  /** `library/nginx` for a bare Docker Hub name. */
  readonly path: string;
  /** Absent when the text has none. */
  readonly tag?: string;
  /** `sha256:…` */
  readonly digest?: string;
}

const pathPart = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;
const hostPart = '[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?';
const domainShape = new RegExp(`^${hostPart}(?:\\.${hostPart})*(?::\\d+)?$`);
const tagShape = /^\w[\w.-]{0,127}$/;
const digestShape = /^[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}$/;

export function parseImageReference(text: string): ImageReference | undefined {
  const at = text.indexOf('@');
  const digest = at < 0 ? undefined : text.slice(at + 1);
  const named = at < 0 ? text : text.slice(0, at);
  const colon = named.lastIndexOf(':');
  const hasTag = colon > named.lastIndexOf('/');
  const tag = hasTag ? named.slice(colon + 1) : undefined;
  const { domain, path } = splitDomain(hasTag ? named.slice(0, colon) : named);
  if (!domainShape.test(domain) || !path.split('/').every((part) => pathPart.test(part)))
    return undefined;
  if (tag !== undefined && !tagShape.test(tag)) return undefined;
  if (digest !== undefined && !digestShape.test(digest)) return undefined;
  return {
    domain,
    path,
    ...defined({ tag, digest }),
  };
}

/** Source: reference.NameTotalLengthMax. */
const maxName = 255;

/** Why a text is no reference, in the words of ParseNormalizedNamed. */
export function imageReferenceError(text: string): string {
  if (/^[a-f0-9]{64}$/.test(text)) {
    return `invalid repository name (${text}), cannot specify 64-byte hexadecimal strings`;
  }
  const { domain, path } = splitDomain(text);
  const [remote = ''] = path.split(':');
  if (remote !== remote.toLowerCase()) {
    return `invalid reference format: repository name (${remote}) must be lowercase`;
  }
  const parts = remote.split('@')[0]?.split('/') ?? [];
  const named = domainShape.test(domain) && parts.every((part) => pathPart.test(part));
  return named && parts.join('/').length > maxName
    ? `repository name must not be more than ${maxName} characters`
    : 'invalid reference format';
}

/** The first part is a domain only if it looks like one; `a/b` is a Docker Hub name. */
function splitDomain(name: string): { readonly domain: string; readonly path: string } {
  const slash = name.indexOf('/');
  const first = slash < 0 ? '' : name.slice(0, slash);
  const isDomain = /[.:]/.test(first) || first === 'localhost' || first !== first.toLowerCase();
  const domain = isDomain ? first : 'docker.io';
  const path = isDomain ? name.slice(slash + 1) : name;
  const canonical = domain === 'index.docker.io' ? 'docker.io' : domain;
  const bare = canonical === 'docker.io' && !path.includes('/');
  return { domain: canonical, path: bare ? `library/${path}` : path };
}

/** The full name: `docker.io/library/nginx:latest`. Without tag and digest `latest` is meant. */
export function canonicalImage({ domain, path, tag, digest }: ImageReference): string {
  const name = `${domain}/${path}`;
  if (digest !== undefined) return `${name}@${digest}`;
  return `${name}:${tag ?? 'latest'}`;
}

/** Whether `latest` is meant: the tag says so, or there is neither tag nor digest. */
export const isLatest = remembered((text): boolean => {
  const reference = parseImageReference(text);
  if (reference === undefined) return false;
  return reference.tag === 'latest' || (reference.tag ?? reference.digest) === undefined;
});

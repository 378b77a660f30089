/**
 * Image references as people write them, and in full.
 * Models github.com/distribution/reference ParseDockerRef.
 */

export interface ImageReference {
  /** `docker.io/library/nginx` */
  readonly repository: string;
  /** Empty when a digest is given. */
  readonly tag: string;
  readonly digest: string;
  /** The full reference: `docker.io/library/nginx:latest`. */
  readonly full: string;
}

/** A short name belongs to docker.io/library; no tag means latest. */
export function parseImageReference(text: string): ImageReference {
  const [name = '', digest = ''] = text.split('@');
  const slash = name.lastIndexOf('/');
  const colon = name.indexOf(':', slash + 1);
  const path = colon < 0 ? name : name.slice(0, colon);
  const repository = withDomain(path);
  const written = colon < 0 ? '' : name.slice(colon + 1);
  const tag = digest !== '' ? '' : written === '' ? 'latest' : written;
  const full = digest === '' ? `${repository}:${tag}` : `${repository}@${digest}`;
  return { repository, tag, digest, full };
}

/** Source: splitDockerDomain. */
function withDomain(path: string): string {
  const slash = path.indexOf('/');
  const first = path.slice(0, Math.max(slash, 0));
  const hasDomain = /[.:]|^localhost$/.test(first);
  const domain = !hasDomain || first === 'index.docker.io' ? 'docker.io' : first;
  const rest = hasDomain ? path.slice(slash + 1) : path;
  const isOfficial = domain === 'docker.io' && !rest.includes('/');
  return `${domain}/${isOfficial ? 'library/' : ''}${rest}`;
}

/** Whether this is a bare image id instead of a name. */
export const isImageId = (text: string): boolean => /^(sha256:)?[0-9a-f]{64}$/.test(text);

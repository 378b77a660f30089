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

function withDomain(path: string): string {
  const first = path.split('/')[0] ?? '';
  const hasDomain = path.includes('/') && /[.:]|^localhost$/.test(first);
  if (hasDomain) return path;
  return path.includes('/') ? `docker.io/${path}` : `docker.io/library/${path}`;
}

/** Whether this is a bare image id instead of a name. */
export const isImageId = (text: string): boolean => /^(sha256:)?[0-9a-f]{64}$/.test(text);

/**
 * Whether a text can name an image: `[host[:port]/]path[:tag][@digest]`.
 * Source: github.com/distribution/reference regexp.go, reference.go Parse.
 */
const domainPart = '(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])';
const domain = `${domainPart}(?:\\.${domainPart})*(?::[0-9]+)?`;
const pathPart = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*';
const name = `(?:${domain}/)?${pathPart}(?:/${pathPart})*`;
const tag = '[\\w][\\w.-]{0,127}';
const digest = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}';
const reference = new RegExp(`^${name}(?::${tag})?(?:@${digest})?$`);

/** The reason why the text names no image; undefined when it does. */
export function imageNameError(text: string): string | undefined {
  if (reference.test(text)) return undefined;
  if (text === '') return 'repository name must have at least one component';
  return reference.test(text.toLowerCase())
    ? 'repository name must be lowercase'
    : 'invalid reference format';
}

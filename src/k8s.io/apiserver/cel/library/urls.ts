/**
 * URLs in expressions: `url("https://a.example:443/x").getHost()`.
 * Models k8s.io/apiserver pkg/cel/library/urls.go: only absolute URLs and absolute paths.
 */
import { failed, functions, type Library } from './library.ts';

class UrlValue {
  readonly scheme: string;
  /** With the port. */
  readonly host: string;
  readonly path: string;
  readonly query: string;

  constructor(scheme: string, host: string, path: string, query: string) {
    this.scheme = scheme;
    this.host = host;
    this.path = path;
    this.query = query;
  }
}

const shape =
  /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):\/\/(?:[^/?#@]*@)?([^/?#]*))?(\/[^?#]*)?(?:\?([^#]*))?(?:#.*)?$/;

function parse(text: string): UrlValue | undefined {
  const match = shape.exec(text);
  if (match === null || /\s/.test(text)) return undefined;
  const [, scheme = '', host = '', path = '', query = ''] = match;
  if (scheme === '' && path === '') return undefined;
  return new UrlValue(scheme, host, path, query);
}

/** A map from each name to all of its values. */
function queryOf(query: string): Readonly<Record<string, readonly string[]>> {
  const values: Record<string, string[]> = {};
  for (const pair of query.split('&').filter((part) => part !== '')) {
    const equals = pair.indexOf('=');
    const name = equals < 0 ? pair : pair.slice(0, equals);
    values[name] ??= [];
    values[name].push(equals < 0 ? '' : decodeURIComponent(pair.slice(equals + 1)));
  }
  return values;
}

const hostname = (host: string): string => host.replace(/:\d*$/, '').replace(/^\[|\]$/g, '');

export const urls: Library = (environment) => {
  const type = 'kubernetes.URL';
  environment.registerType(type, UrlValue as never);
  functions(environment, {
    [`url(string): ${type}`]: (text: string) =>
      parse(text) ?? failed(`URL parse error during conversion from string: ${text}`),
    'isURL(string): bool': (text: string) => parse(text) !== undefined,
    [`${type}.getScheme(): string`]: ({ scheme }: UrlValue) => scheme,
    [`${type}.getHost(): string`]: ({ host }: UrlValue) => host,
    [`${type}.getHostname(): string`]: ({ host }: UrlValue) => hostname(host),
    [`${type}.getPort(): string`]: ({ host }: UrlValue) => /:(\d+)$/.exec(host)?.[1] ?? '',
    [`${type}.getEscapedPath(): string`]: ({ path }: UrlValue) => encodeURI(decodeURI(path)),
    [`${type}.getQuery(): map<string, list<string>>`]: ({ query }: UrlValue) => queryOf(query),
  });
};

/** What curl sends: where to, the head and body of one request. Source: lib/http.c, urlapi.c. */
import { base64OfText } from '#base/base64';
import { err, ok, type Result } from '#base/result';
import { absolute, type ProcessContext } from '../../program.ts';
import type { Options } from './options.ts';

export interface Url {
  readonly scheme: 'http' | 'https';
  readonly user: string | undefined;
  readonly host: string;
  readonly port: number;
  /** Whether the port need not be named. */
  readonly isUsualPort: boolean;
  /** With the query. */
  readonly path: string;
}

/** What went wrong, as curl tells it, with its exit code. */
export interface Problem {
  readonly code: number;
  readonly why: string;
}

const form = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(?:([^@/?#]*)@)?([^@:/?#]+)(?::([^/?#]*))?([^#]*)/i;
const highestPort = 65_535;
const usualPorts = { http: 80, https: 443 };

export function readUrl(text: string): Result<Url, Problem> {
  const refused = (why: string) => err({ code: 3, why: `URL rejected: ${why}` });
  const parts = form.exec(text);
  if (parts === null) return refused('No host part in the URL');
  const [, given = 'http', user, host = '', portText, rest = ''] = parts;
  const scheme = given.toLowerCase();
  if (scheme !== 'http' && scheme !== 'https') {
    return err({ code: 1, why: `podyssey: ${scheme}:// is not simulated` });
  }
  if (/\s/.test(text)) return refused('Malformed input to a URL function');
  const usual = usualPorts[scheme];
  const port = portText === undefined || portText === '' ? usual : Number(portText);
  if (!Number.isInteger(port) || port < 0 || port > highestPort) {
    return refused('Port number was not a decimal number between 0 and 65535');
  }
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  return ok({ scheme, user, host, port, isUsualPort: port === usual, path });
}

/** Where a `Location` leads to. */
export function redirected(from: Url, location: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(location)) return location;
  const origin = `${from.scheme}://${from.host}${portOf(from)}`;
  if (location.startsWith('//')) return `${from.scheme}:${location}`;
  if (location.startsWith('/')) return `${origin}${location}`;
  return `${origin}${from.path.replace(/\?.*/, '').replace(/[^/]*$/, '')}${location}`;
}

const portOf = ({ isUsualPort, port }: Url): string => (isUsualPort ? '' : `:${port}`);

/** The text of `-d` and its kin; `@FILE` and `@-` are read. */
export function readData(
  context: ProcessContext,
  { data }: Options,
): Result<string | undefined, Problem> {
  const pieces: string[] = [];
  for (const { option, text } of data) {
    if (!text.startsWith('@') || option === 'data-raw') {
      pieces.push(text);
      continue;
    }
    const name = text.slice(1);
    const read = name === '-' ? context.readStdin() : context.files.read(absolute(context, name));
    if (read === undefined) return err({ code: 26, why: `Failed to open ${name}` });
    pieces.push(option === 'data' || option === 'data-ascii' ? read.replace(/[\r\n]/g, '') : read);
  }
  const isJson = data.some(({ option }) => option === 'json');
  return ok(data.length === 0 ? undefined : pieces.join(isJson ? '' : '&'));
}

/** The method; a form or JSON is posted. */
export function methodOf({ flags, values }: Options, data: string | undefined): string {
  const usual = flags.has('head')
    ? 'HEAD'
    : data === undefined || flags.has('get')
      ? 'GET'
      : 'POST';
  return values.get('request') ?? usual;
}

/** The lines of the head, without the last empty one. */
export function headOf(
  url: Url,
  method: string,
  data: string | undefined,
  options: Options,
): readonly string[] {
  const { values, headers, flags } = options;
  const isJson = options.data.some(({ option }) => option === 'json');
  const user = values.get('user') ?? url.user;
  const body = flags.has('get') ? undefined : data;
  const query = data === undefined || !flags.has('get') ? '' : data;
  const path = query === '' ? url.path : `${url.path}${url.path.includes('?') ? '&' : '?'}${query}`;
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  const usual: readonly (readonly [string, string | undefined])[] = [
    ['Host', `${url.host}${portOf(url)}`],
    ['Authorization', user === undefined ? undefined : `Basic ${base64OfText(user)}`],
    ['User-Agent', values.get('user-agent') ?? 'curl/8.14.1'],
    ['Accept', isJson ? 'application/json' : '*/*'],
    ['Referer', values.get('referer')],
    ['Cookie', values.get('cookie')],
  ];
  const named = (name: string): string | undefined =>
    headers.find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  const host = named('Host');
  return [
    `${method} ${path} HTTP/1.1`,
    ...usual.flatMap(([name, value]) => {
      if (name === 'Host' && host !== undefined) return [host];
      return value === undefined || named(name) !== undefined ? [] : [`${name}: ${value}`];
    }),
    // `Name:` takes a header away, `Name;` sends an empty one.
    ...headers
      .filter((line) => line !== host && !/^[^:;]+:\s*$/.test(line))
      .map((line) => line.replace(/^([^:;]+);$/, '$1:')),
    ...(body === undefined ? [] : [`Content-Length: ${body.length}`]),
    ...(body === undefined || named('Content-Type') !== undefined ? [] : [`Content-Type: ${type}`]),
  ];
}

/**
 * What nginx's directives mean: servers with their ports and names, locations, logs.
 *
 * Models the core and the HTTP core module as far as a first configuration goes. In: directives.
 * Out: a configuration, or the error of `nginx -t`. A directive that nginx has and this one has not
 * becomes a note, which the program says on its standard error.
 */
import { err, ok, type Result } from '#base/result';
import type { Directive } from './directives.ts';
import { isKnown, withoutEffect } from './known-directives.ts';

/** What is passed on from `http` to `server` to `location`. */
export interface Scope {
  readonly root: string;
  readonly index: readonly string[];
  /** The format of the access log and its file; absent: `off`. */
  readonly accessLog?: { readonly path: string; readonly format: string } | undefined;
  /** The page of each status. */
  readonly errorPages: ReadonlyMap<number, string>;
  readonly headers: readonly (readonly [string, string])[];
  /** By extension. */
  readonly types: ReadonlyMap<string, string>;
  readonly defaultType: string;
  /** In seconds. */
  readonly keepaliveTimeout: number;
  readonly showsVersion: boolean;
}

export interface Location extends Scope {
  readonly match: '' | '=' | '^~' | '~' | '~*';
  readonly path: string;
  /** Replaces the location's own path, where `root` stands before the whole. */
  readonly alias?: string;
  readonly tryFiles?: readonly string[];
  readonly returns?: { readonly code: number; readonly text: string };
  readonly denied: boolean;
}

export interface Server extends Scope {
  readonly ports: readonly number[];
  readonly isDefault: boolean;
  readonly names: readonly string[];
  readonly returns?: { readonly code: number; readonly text: string };
  readonly locations: readonly Location[];
}

export interface Configuration {
  readonly user: { readonly name: string; readonly at: string } | undefined;
  readonly workers: number | 'auto';
  readonly pidFile: string;
  readonly errorLog: { readonly path: string; readonly level: string };
  readonly formats: ReadonlyMap<string, string>;
  readonly servers: readonly Server[];
  /** Directives that are not modelled, as sentences. */
  readonly notes: readonly string[];
}

const combined =
  '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent ' +
  '"$http_referer" "$http_user_agent"';

const defaults: Scope = {
  root: '/etc/nginx/html',
  index: ['index.html'],
  accessLog: { path: '/var/log/nginx/access.log', format: 'combined' },
  errorPages: new Map(),
  headers: [],
  types: new Map([['html', 'text/html']]),
  defaultType: 'text/plain',
  keepaliveTimeout: 75,
  showsVersion: true,
};

/** Where each block may stand. */
const parents: Readonly<Record<string, string>> = {
  events: 'main',
  http: 'main',
  server: 'http',
  location: 'server',
};

/** What the directives say, or the first error in them. */
export function configurationOf(all: readonly Directive[]): Result<Configuration, string> {
  const wrong = firstError(all, 'main');
  if (wrong !== undefined) return err(wrong);
  const main = named(all);
  if (!all.some(({ name }) => name === 'events'))
    return err('no "events" section in configuration');
  const http = all.find(({ name }) => name === 'http')?.block ?? [];
  const scope = scopeOf(defaults, http);
  const formats = http
    .filter(({ name }) => name === 'log_format')
    .map(({ words: [name = '', ...texts] }) => [name, texts.join('')] as const);
  const user = all.find(({ name }) => name === 'user');
  const workers = main('worker_processes')?.[0] ?? '1';
  const [path = '/var/log/nginx/error.log', level = 'error'] = main('error_log') ?? [];
  return ok({
    user: user && { name: user.words[0] ?? '', at: `${user.file}:${user.line}` },
    workers: workers === 'auto' ? 'auto' : Math.max(1, Number(workers) || 1),
    pidFile: main('pid')?.[0] ?? '/run/nginx.pid',
    errorLog: { path, level },
    formats: new Map([['combined', combined], ...formats]),
    servers: http
      .filter(({ name }) => name === 'server')
      .map(({ block = [] }) => serverOf(scope, block)),
    notes: [...new Set(notesOf(all))],
  });
}

/** The last words of a directive among some. */
const named =
  (directives: readonly Directive[]) =>
  (name: string): readonly string[] | undefined =>
    directives.findLast((each) => each.name === name)?.words;

function firstError(directives: readonly Directive[], within: string): string | undefined {
  for (const { name, words, block, file, line } of directives) {
    const at = `in ${file}:${line}`;
    if (!isKnown(name) && within !== 'types') return `unknown directive "${name}" ${at}`;
    const parent = parents[name];
    if (parent !== undefined && parent !== within && !(name === 'location' && within === name)) {
      // `server` also stands in blocks that are not modelled, such as `upstream` and `stream`.
      if (parents[within] !== undefined || within === 'main') {
        return `"${name}" directive is not allowed here ${at}`;
      }
    }
    if (parent !== undefined && block === undefined)
      return `directive "${name}" has no opening "{" ${at}`;
    if (name === 'listen' && portOf(words) === undefined) {
      return `invalid port in "${words[0] ?? ''}" of the "listen" directive ${at}`;
    }
    const inside = block === undefined ? undefined : firstError(block, name);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

function notesOf(directives: readonly Directive[]): readonly string[] {
  return directives.flatMap(({ name, words, block = [] }) => {
    if (name === 'types') return [];
    const own = withoutEffect(name) ? [`the directive ${name} has no effect`] : [];
    const noIpv6 = name === 'listen' && (words[0] ?? '').startsWith('[');
    return [
      ...own,
      ...(noIpv6 ? [`the machines have no IPv6, so ${words[0]} is not opened`] : []),
      ...notesOf(block),
    ];
  });
}

/** `80`, `0.0.0.0:80`, `[::]:80`, `localhost:8080`; the default is 80. */
function portOf([address = '']: readonly string[]): number | undefined {
  const text = /(?:^|:)([^:\]]+)$/.exec(address)?.[1] ?? '';
  if (/^\d+$/.test(text)) {
    const port = Number(text);
    return port > 0 && port < 65536 ? port : undefined;
  }
  return text === '' || address.includes(':') ? undefined : 80;
}

function scopeOf(outer: Scope, directives: readonly Directive[]): Scope {
  const last = named(directives);
  const of = (name: string) => directives.filter((each) => each.name === name);
  const headers = of('add_header').map(
    ({ words: [name = '', value = ''] }) => [name, value] as const,
  );
  const pages = of('error_page').flatMap(({ words }) =>
    words.slice(0, -1).map((code) => [Number(code), words.at(-1) ?? ''] as const),
  );
  const types = of('types').flatMap(({ block = [] }) =>
    block.flatMap(({ name, words }) => words.map((extension) => [extension, name] as const)),
  );
  const log = last('access_log');
  return {
    root: last('root')?.[0] ?? outer.root,
    index: last('index') ?? outer.index,
    accessLog: log === undefined ? outer.accessLog : accessLogOf(log),
    errorPages: pages.length === 0 ? outer.errorPages : new Map(pages),
    headers: headers.length === 0 ? outer.headers : headers,
    types: types.length === 0 ? outer.types : new Map(types),
    defaultType: last('default_type')?.[0] ?? outer.defaultType,
    keepaliveTimeout: secondsOf(last('keepalive_timeout')?.[0]) ?? outer.keepaliveTimeout,
    showsVersion: (last('server_tokens')?.[0] ?? (outer.showsVersion ? 'on' : 'off')) !== 'off',
  };
}

const accessLogOf = ([path = 'off', format = 'combined']: readonly string[]): Scope['accessLog'] =>
  path === 'off' ? undefined : { path, format };

const secondsOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number.parseInt(text, 10) || 0;

function serverOf(outer: Scope, directives: readonly Directive[]): Server {
  const scope = scopeOf(outer, directives);
  const listens = directives.filter(({ name }) => name === 'listen');
  const ports = listens
    .filter(({ words: [address = ''] }) => !address.startsWith('['))
    .map(({ words }) => portOf(words) ?? 80);
  return {
    ...scope,
    ports: listens.length === 0 ? [80] : ports,
    isDefault: listens.some(({ words }) => words.includes('default_server')),
    names: directives.filter(({ name }) => name === 'server_name').flatMap(({ words }) => words),
    ...returnsOf(directives),
    locations: directives
      .filter(({ name }) => name === 'location')
      .map(({ words, block = [] }) => locationOf(scope, words, block)),
  };
}

const isMatch = (word: string): word is Location['match'] => ['=', '^~', '~', '~*'].includes(word);

function locationOf(
  outer: Scope,
  words: readonly string[],
  directives: readonly Directive[],
): Location {
  const [first = '', second] = words;
  const last = named(directives);
  const alias = last('alias')?.[0];
  const tryFiles = last('try_files');
  return {
    ...scopeOf(outer, directives),
    match: isMatch(first) ? first : '',
    path: second ?? first,
    ...(alias === undefined ? {} : { alias }),
    ...(tryFiles === undefined ? {} : { tryFiles }),
    ...returnsOf(directives),
    denied: directives.some(({ name, words: [who] }) => name === 'deny' && who === 'all'),
  };
}

function returnsOf(directives: readonly Directive[]) {
  const words = named(directives)('return');
  if (words === undefined) return {};
  const [code = '', text = ''] = words;
  // `return URL` is a redirection.
  const returns = /^\d+$/.test(code) ? { code: Number(code), text } : { code: 302, text: code };
  return { returns };
}

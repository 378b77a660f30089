/**
 * nginx's answer to one request: which server and location it means, and what they say.
 *
 * Models the phases of src/http/ngx_http_core_module.c with the static and index modules. In: the
 * configuration, the files and a request. Out: status, headers, body, and lines for the error log.
 */
import { regexpOf } from '#base/regexp';
import { runEpoch, second, unixDate } from '#base/sim-time';
import { encodeUtf8 } from '#base/utf8';
import type { ProcessContext } from '../../program.ts';
import type { Configuration, Location, Scope, Server } from './configuration.ts';
import type { HttpRequest } from './request.ts';

export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** Where the answer comes from: its log applies. */
  readonly scope: Scope;
  /** For the error log. */
  readonly errors: readonly string[];
}

const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  301: 'Moved Permanently',
  302: 'Moved Temporarily',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Not Allowed',
  410: 'Gone',
  418: "I'm a teapot",
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Temporarily Unavailable',
  504: 'Gateway Time-out',
};

/** The reason after a status; unknown ones have none. */
export const reasonOf = (status: number): string => reasons[status] ?? '';

/** `Thu, 01 Jan 2026 00:00:05 GMT` */
export function httpDate(time: number): string {
  const [weekday, month, day = '', clock, year] = unixDate(time).split(/ +/);
  return `${weekday}, ${day.padStart(2, '0')} ${month} ${year} ${clock} GMT`;
}

/** How often one request may be sent on inside. Source: NGX_HTTP_MAX_URI_CHANGES. */
const mostRedirections = 10;

/** The server that a name means: by its `server_name`, else the default of the port. */
export function serverFor(
  { servers }: Configuration,
  port: number,
  host: string,
): Server | undefined {
  const here = servers.filter(({ ports }) => ports.includes(port));
  const fits = (name: string): boolean =>
    name === host || (name.startsWith('*.') && host.endsWith(name.slice(1)));
  return (
    here.find(({ names }) => names.some(fits)) ?? here.find(({ isDefault }) => isDefault) ?? here[0]
  );
}

/** What a server answers. */
export function answerTo(
  context: ProcessContext,
  version: string,
  server: Server,
  request: HttpRequest,
): Answer {
  return new Answering(context, version, server, request).answer(request.path, 0);
}

class Answering {
  readonly #context: ProcessContext;
  readonly #version: string;
  readonly #server: Server;
  readonly #request: HttpRequest;
  readonly #errors: string[] = [];

  constructor(context: ProcessContext, version: string, server: Server, request: HttpRequest) {
    this.#context = context;
    this.#version = version;
    this.#server = server;
    this.#request = request;
  }

  answer(path: string, changes: number, status?: number): Answer {
    const server = this.#server;
    if (server.returns !== undefined && status === undefined) {
      return this.#returned(server, server.returns);
    }
    const location = locationOf(this.#context, server, path);
    const scope: Scope = location ?? server;
    if (location?.denied === true) return this.#failed(scope, 403, changes);
    if (location?.returns !== undefined) return this.#returned(scope, location.returns);
    if (location?.tryFiles !== undefined) {
      return this.#firstOf(location, location.tryFiles, path, changes);
    }
    return this.#file(scope, location, path, changes, status);
  }

  /** Source: the static and index modules. */
  #file(
    scope: Scope,
    location: Location | undefined,
    path: string,
    changes: number,
    status?: number,
  ): Answer {
    const { files } = this.#context;
    const file = fileOf(scope, location, path);
    if (path.endsWith('/')) {
      const index = scope.index.find((name) => files.read(`${file}${name}`) !== undefined);
      if (index !== undefined) return this.answer(`${path}${index}`, changes + 1, status);
      if (!files.isDirectory(file))
        return this.#notFound(scope, `${file}${scope.index[0] ?? ''}`, changes);
      this.#errors.push(`directory index of "${file}" is forbidden`);
      return this.#failed(scope, 403, changes);
    }
    const text = files.read(file);
    if (text === undefined && files.isDirectory(file)) return this.#moved(scope, `${path}/`);
    if (text === undefined) return this.#notFound(scope, file, changes);
    if (!['GET', 'HEAD'].includes(this.#request.method)) return this.#failed(scope, 405, changes);
    const extension = /\.([^./]+)$/.exec(file)?.[1] ?? '';
    const modified = files.statOf(file).at;
    const length = encodeUtf8(text).length;
    const seconds = Math.floor((runEpoch + modified) / second);
    return this.#of(scope, status ?? 200, text, [
      ['Content-Type', scope.types.get(extension) ?? scope.defaultType],
      ['Content-Length', String(length)],
      ['Last-Modified', httpDate(modified)],
      ['ETag', `"${seconds.toString(16)}-${length.toString(16)}"`],
      ['Accept-Ranges', 'bytes'],
    ]);
  }

  /** `try_files`: the first that exists, else the last word. */
  #firstOf(location: Location, words: readonly string[], path: string, changes: number): Answer {
    const { files } = this.#context;
    const named = words.map((word) => word.replaceAll('$uri', path));
    for (const name of named.slice(0, -1)) {
      const file = fileOf(location, location, name);
      const exists = name.endsWith('/') ? files.isDirectory(file) : files.read(file) !== undefined;
      if (exists) return this.#file(location, location, name, changes);
    }
    const last = named.at(-1) ?? '';
    if (last.startsWith('=')) return this.#failed(location, Number(last.slice(1)), changes);
    return this.#again(location, last, changes);
  }

  #again(scope: Scope, path: string, changes: number, status?: number): Answer {
    if (changes < mostRedirections) return this.answer(path, changes + 1, status);
    this.#errors.push(
      `rewrite or internal redirection cycle while internally redirecting to "${path}"`,
    );
    return this.#page(scope, 500);
  }

  #notFound(scope: Scope, file: string, changes: number): Answer {
    this.#errors.push(`open() "${file}" failed (2: No such file or directory)`);
    return this.#failed(scope, 404, changes);
  }

  /** With the page that `error_page` names, else with the built-in one. */
  #failed(scope: Scope, status: number, changes: number): Answer {
    const page = scope.errorPages.get(status);
    if (page === undefined || changes >= mostRedirections) return this.#page(scope, status);
    return this.#again(scope, page, changes, status);
  }

  #moved(scope: Scope, path: string): Answer {
    const location = `http://${this.#request.headers.get('host') ?? 'localhost'}${path}`;
    return this.#page(scope, 301, [['Location', location]]);
  }

  #returned(
    scope: Scope,
    { code, text }: { readonly code: number; readonly text: string },
  ): Answer {
    const value = this.#withVariables(text);
    if (code >= 300 && code < 400) return this.#page(scope, code, [['Location', value]]);
    if (text === '' && code >= 400) return this.#page(scope, code);
    return this.#of(scope, code, value, [
      ['Content-Type', scope.defaultType],
      ['Content-Length', String(encodeUtf8(value).length)],
    ]);
  }

  /** The variables that a text of `return` may have. */
  #withVariables(text: string): string {
    const { headers, target, path, method } = this.#request;
    const values: Readonly<Record<string, string>> = {
      $host: headers.get('host')?.replace(/:\d+$/, '') ?? '',
      $hostname: this.#context.env.get('HOSTNAME') ?? '',
      $http_host: headers.get('host') ?? '',
      $request_uri: target,
      $request_method: method,
      $scheme: 'http',
      $uri: path,
    };
    return text.replace(/\$[a-z_]+/g, (name) => values[name] ?? name);
  }

  /** The built-in page of a status. */
  #page(
    scope: Scope,
    status: number,
    headers: readonly (readonly [string, string])[] = [],
  ): Answer {
    const title = `${status} ${reasonOf(status)}`.trim();
    const name = scope.showsVersion ? `nginx/${this.#version}` : 'nginx';
    const lines = [
      '<html>',
      `<head><title>${title}</title></head>`,
      '<body>',
      `<center><h1>${title}</h1></center>`,
      `<hr><center>${name}</center>`,
      '</body>',
      '</html>',
    ];
    const body = `${lines.join('\r\n')}\r\n`;
    return this.#of(scope, status, body, [
      ['Content-Type', 'text/html'],
      ['Content-Length', String(body.length)],
      ...headers,
    ]);
  }

  #of(scope: Scope, status: number, body: string, headers: Answer['headers']): Answer {
    // Source: `add_header` only applies to successes and redirections.
    const added = status < 400 ? scope.headers : [];
    return { status, body, headers: [...headers, ...added], scope, errors: this.#errors };
  }
}

/** The file of a path: `root` stands before the whole path, `alias` replaces the location's. */
function fileOf({ root }: Scope, location: Location | undefined, path: string): string {
  if (location?.alias === undefined) return `${root}${path}`;
  return `${location.alias}${path.slice(location.path.length)}`;
}

/** Source: ngx_http_core_find_location: exact, then the longest prefix, then patterns in order. */
function locationOf(
  context: ProcessContext,
  { locations }: Server,
  path: string,
): Location | undefined {
  const exact = locations.find(({ match, path: own }) => match === '=' && own === path);
  if (exact !== undefined) return exact;
  const prefixes = locations.filter(
    ({ match, path: own }) => (match === '' || match === '^~') && path.startsWith(own),
  );
  const longest = prefixes.reduce<Location | undefined>(
    (best, each) => (best === undefined || each.path.length > best.path.length ? each : best),
    undefined,
  );
  if (longest?.match === '^~') return longest;
  const patterns = locations.filter(({ match }) => match === '~' || match === '~*');
  return patterns.find((each) => matches(context, each, path)) ?? longest;
}

function matches(
  context: ProcessContext,
  { match, path: pattern }: Location,
  path: string,
): boolean {
  const compiled = regexpOf(context)(pattern, match === '~*');
  return compiled.ok && compiled.value.test(path);
}

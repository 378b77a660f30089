import { describe, expect, it } from 'vitest';
import { lateRegexp } from '#base/regexp';
import { regexpLibrary } from '#base/regexp-library';
import { Simulation } from '#sim/simulation';
import { FileSystem } from '../../../files/file-system.ts';
import { noStdin, type ProcessContext, ProcessSignals } from '../../program.ts';
import { configurationOf } from './configuration.ts';
import { readDirectives } from './directives.ts';
import { nginxFiles } from './files.ts';
import { answerTo, serverFor } from './respond.ts';

const version = '1.31.3';

function contextOf(files: Readonly<Record<string, string>>): ProcessContext {
  const sim = new Simulation();
  return {
    sim,
    regexp: lateRegexp(() => regexpLibrary),
    argv: ['nginx'],
    env: new Map([['HOSTNAME', 'web-0']]),
    files: new FileSystem([], { ...nginxFiles(version), ...files }),
    cwd: '/',
    readStdin: noStdin,
    signals: new ProcessSignals(sim),
    out: () => undefined,
    err: () => undefined,
  };
}

/** What a server of this configuration answers to GET, or the error in the configuration. */
function get(
  path: string,
  server?: string,
  { host = 'web', method = 'GET', port = 80, files = {} } = {},
) {
  const own = server === undefined ? {} : { '/etc/nginx/conf.d/default.conf': server };
  const context = contextOf({ ...own, ...files });
  const read = readDirectives(context.files, '/etc/nginx/nginx.conf');
  const configured = read.ok ? configurationOf(read.value) : read;
  if (!configured.ok) return configured.error;
  const found = serverFor(configured.value, port, host);
  if (found === undefined) return 'nothing listens';
  const request = {
    line: `${method} ${path} HTTP/1.1`,
    method,
    target: path,
    path,
    version: '1.1',
    headers: new Map([['host', host]]),
  };
  const { status, headers, body, errors } = answerTo(context, version, found, request);
  return { status, headers: Object.fromEntries(headers), body, errors };
}

describe('the configuration of the image', () => {
  it('answers with the welcome page, whose size is that of the published one', () => {
    expect(get('/')).toMatchObject({
      status: 200,
      headers: { 'Content-Type': 'text/html', 'Content-Length': '896' },
    });
  });

  it('had a shorter page up to 1.28', () => {
    expect(nginxFiles('1.28.0')['/usr/share/nginx/html/index.html']).toHaveLength(615);
  });

  it('answers 404 with the built-in page, and notes the file that is not there', () => {
    expect(get('/nope')).toMatchObject({
      status: 404,
      body: expect.stringContaining('<hr><center>nginx/1.31.3</center>'),
      errors: ['open() "/usr/share/nginx/html/nope" failed (2: No such file or directory)'],
    });
  });

  it('sends on to a folder with its slash, and refuses one without an index', () => {
    const files = { '/usr/share/nginx/html/docs/a.txt': 'a' };
    expect(get('/docs', undefined, { files })).toMatchObject({
      status: 301,
      headers: { Location: 'http://web/docs/' },
    });
    expect(get('/docs/', undefined, { files })).toMatchObject({
      status: 403,
      errors: ['directory index of "/usr/share/nginx/html/docs/" is forbidden'],
    });
  });

  it('does not take a POST for a file', () => {
    expect(get('/', undefined, { method: 'POST' })).toMatchObject({ status: 405 });
  });
});

describe('a server', () => {
  it('is found by its name, else it is the first of its port', () => {
    const two = `server { listen 80; server_name a; return 200 one; }
      server { listen 80; server_name b *.b; return 200 two; }`;
    expect(get('/', two, { host: 'x.b' })).toMatchObject({ body: 'two' });
    expect(get('/', two, { host: 'other' })).toMatchObject({ body: 'one' });
    expect(get('/', two, { port: 81 })).toBe('nothing listens');
  });

  it('returns a text with variables, and redirects', () => {
    expect(get('/', "server { return 200 'I am $hostname\\n'; }")).toMatchObject({
      body: 'I am web-0\n',
    });
    expect(get('/x', 'server { return 301 https://$host$request_uri; }')).toMatchObject({
      status: 301,
      headers: { Location: 'https://web/x' },
    });
  });

  it('takes the exact location, then the longest prefix, then the first pattern', () => {
    const server = String.raw`server {
      location / { return 200 root; }
      location = /a { return 200 exact; }
      location /a/b { return 200 prefix; }
      location ~ \.php$ { return 200 pattern; }
      location ^~ /static/ { return 200 static; }
    }`;
    const bodies = ['/', '/a', '/a/b/c', '/a/b.php', '/static/b.php'].map((path) =>
      get(path, server),
    );
    expect(bodies.map((each) => (typeof each === 'string' ? each : each.body))).toEqual([
      'root',
      'exact',
      'prefix',
      'pattern',
      'static',
    ]);
  });

  it('tries files in turn', () => {
    const server = `server { root /usr/share/nginx/html; location / { try_files $uri /index.html; } }`;
    expect(get('/any/page', server)).toMatchObject({ status: 200 });
    expect(get('/x', 'server { location / { try_files $uri =410; } }')).toMatchObject({
      status: 410,
    });
  });

  it('sends its own page for an error, and headers with what succeeds', () => {
    const server = `server { root /usr/share/nginx/html; error_page 404 /50x.html;
      add_header X-By me; }`;
    expect(get('/nope', server)).toMatchObject({
      status: 404,
      body: expect.stringContaining('An error occurred'),
    });
    expect(get('/', server)).toMatchObject({ headers: { 'X-By': 'me' } });
  });
});

describe('an error in the configuration', () => {
  it.each([
    ['server { listen 80 }', 'unexpected "}" in /etc/nginx/conf.d/default.conf:1'],
    [
      'server {\n listen 80;',
      'unexpected end of file, expecting "}" in /etc/nginx/conf.d/default.conf:2',
    ],
    ['http { }', '"http" directive is not allowed here in /etc/nginx/conf.d/default.conf:1'],
    [
      'location / { }',
      '"location" directive is not allowed here in /etc/nginx/conf.d/default.conf:1',
    ],
    [
      'include nope;',
      'open() "/etc/nginx/nope" failed (2: No such file or directory) in /etc/nginx/conf.d/default.conf:1',
    ],
  ])('%j is named with its place', (text, error) => {
    expect(get('/', text)).toBe(error);
  });
});

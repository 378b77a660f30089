/**
 * `/logs/`: the files below /var/log of the node, as far as this machine has them: the logs of
 * containers.
 *
 * Models kubernetes/pkg/kubelet/server/server.go InstallSystemLogHandler, which serves the folder
 * with Go's http.FileServer. In: a path, and the node's log files. Out: a list of links, a file, or
 * where to ask instead.
 */
import { rfc3339Micro } from '#base/sim-time';
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import type { LogDisk, LogFile } from '#k8s.io/cri-api/runtime';

const root = '/var/log';
const prefix = '/logs';

/** `path`: of the request, `/logs/pods/`. */
export function nodeLogs(path: string, disk: LogDisk | undefined): HttpResponse {
  const wanted = root + path.slice(prefix.length).replace(/\/+$/, '');
  const file = disk?.file(wanted);
  if (file !== undefined) return text(200, entriesOf(file));
  const names = namesIn(wanted, disk);
  if (names === undefined) return text(404, '404 page not found\n');
  if (path.endsWith('/')) return html(linksTo(names));
  return {
    code: 301,
    headers: { location: `${path.slice(path.lastIndexOf('/') + 1)}/` },
    body: '',
  };
}

/** What a folder has, folders with a slash at their end; undefined: there is no such folder. */
function namesIn(folder: string, disk: LogDisk | undefined): readonly string[] | undefined {
  const names = new Set<string>();
  for (const directory of disk?.directories() ?? []) {
    if (directory === folder) {
      for (const path of disk?.files(directory) ?? []) names.add(path.slice(folder.length + 1));
    }
    const below = directory.startsWith(`${folder}/`) && directory.slice(folder.length + 1);
    if (below !== false) names.add(`${below.split('/')[0] ?? ''}/`);
  }
  return names.size === 0 && folder !== root ? undefined : [...names].sort();
}

/** Source: net/http fs.go dirList. */
const linksTo = (names: readonly string[]): string =>
  [
    '<!doctype html>',
    '<meta name="viewport" content="width=device-width">',
    '<pre>',
    ...names.map((name) => `<a href="${encodeURI(name)}">${name}</a>`),
    '</pre>',
    '',
  ].join('\n');

/** In the CRI log format, with times as far as this clock goes. */
const entriesOf = ({ lines }: LogFile): string =>
  lines
    .map(({ at, stream, text: line, partial }) => {
      const time = rfc3339Micro(at).replace('Z', '000Z');
      return `${time} ${stream} ${partial === true ? 'P' : 'F'} ${line}\n`;
    })
    .join('');

const text = (code: number, body: string): HttpResponse => ({
  code,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
});

const html = (body: string): HttpResponse => ({
  code: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body,
});

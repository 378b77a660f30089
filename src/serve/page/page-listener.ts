/**
 * The page of a served run, over HTTP: the files of the built site, and the run itself over a
 * WebSocket.
 */
import { longestRequest } from './served-request.ts';
import { type ServedPage, type SiteOptions, serveSite } from './site-server.ts';
import { type ServedRunOf, Viewer } from './viewer.ts';

/** How many pages may watch at once. */
const mostViewers = 100;

/** Rejects when the port is taken. */
export function servePage(options: ServedRunOf & SiteOptions): Promise<ServedPage> {
  return serveSite(options, {
    path: '/run',
    parameter: 'served',
    most: mostViewers,
    longest: longestRequest,
    opened(webSocket, query, count) {
      const after = Number(query.get('after') ?? 0);
      const known = Number.isSafeInteger(after) && after >= 0 ? after : 0;
      new Viewer(webSocket, options, known, count);
    },
  });
}

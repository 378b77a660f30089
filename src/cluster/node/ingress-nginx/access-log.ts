/**
 * What nginx writes and answers by itself: its access log and its error pages.
 * Models ingress-nginx's default `log-format-upstream` and src/http/ngx_http_special_response.c.
 */
import type { SimTime } from '#base/sim-time';
import { logTime } from '#cluster/node/os/http-message';

export const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  502: 'Bad Gateway',
  503: 'Service Temporarily Unavailable',
  504: 'Gateway Time-out',
};

/** The page of an error, without the version of nginx. */
export function errorPage(status: number): string {
  const title = `${status} ${reasons[status] ?? ''}`;
  const lines = [
    '<html>',
    `<head><title>${title}</title></head>`,
    '<body>',
    `<center><h1>${title}</h1></center>`,
    '<hr><center>nginx</center>',
    '</body>',
    '</html>',
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}

interface Served {
  readonly client: string;
  readonly at: SimTime;
  /** `GET / HTTP/1.1` */
  readonly request: string;
  readonly status: number;
  readonly bodyBytes: number;
  readonly requestBytes: number;
  readonly referer: string;
  readonly userAgent: string;
  /** In microseconds. */
  readonly took: number;
  /** Empty: no location. */
  readonly upstream: string;
  /** Each address that was tried. */
  readonly addresses: readonly string[];
  readonly upstreamStatus: readonly number[];
  readonly id: string;
}

const inSeconds = (microseconds: number): string => (microseconds / 1_000_000).toFixed(3);
const orDash = (text: string): string => (text === '' ? '-' : text);

/** One line of the access log. */
export function accessLine(served: Served): string {
  const { client, at, request, status, bodyBytes, requestBytes, took, upstream, id } = served;
  const { addresses, upstreamStatus } = served;
  const wasTried = addresses.length > 0;
  const lengths = upstreamStatus.map((code) => (code === status ? String(bodyBytes) : '0'));
  return [
    `${client} - - [${logTime(at)}] "${request}" ${status} ${bodyBytes}`,
    `"${orDash(served.referer)}" "${orDash(served.userAgent)}" ${requestBytes} ${inSeconds(took)}`,
    `[${upstream}] []`,
    orDash(addresses.join(', ')),
    orDash(lengths.join(', ')),
    wasTried ? inSeconds(took) : '-',
    orDash(upstreamStatus.join(', ')),
    `${id}\n`,
  ].join(' ');
}

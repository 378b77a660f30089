/**
 * What `-v=6` and more print of each request.
 *
 * Models k8s.io/client-go transport/round_trippers.go with klog's header: 6 the answer's status,
 * 7 the headers that are sent, 8 headers and bodies, cut short, 9 whole bodies.
 */
import { rfc3339Micro, type SimTime } from '#base/sim-time';
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import type { Call } from '#k8s.io/client-go/rest/rest-client';
import type { Failure } from './failure.ts';

/** How much of a body level 8 shows. Source: rest/request.go truncateBody. */
const bodyLimit = 1024;

/** `I0121 10:00:30.000123    4321 round_trippers.go:632] ` */
export function logHeader(now: SimTime, place: string, severity = 'I'): string {
  const [date = '', clock = ''] = rfc3339Micro(now).replace('Z', '').split('T');
  const [, month = '', day = ''] = date.split('-');
  return `${severity}${month}${day} ${clock}    4321 ${place}] `;
}

export interface RequestLogOptions {
  readonly level: number;
  readonly server: string;
  readonly now: () => SimTime;
  readonly print: (text: string) => void;
}

export class RequestLog {
  readonly #options: RequestLogOptions;

  constructor(options: RequestLogOptions) {
    this.#options = options;
  }

  #line(text: string): void {
    const { now, print } = this.#options;
    print(`${logHeader(now(), 'round_trippers.go:632')}${text}\n`);
  }

  /** Before the request goes out. `headers` are those that kubectl itself sets. */
  request(call: Call, url: string, headers: Readonly<Record<string, string>>): void {
    const { level } = this.#options;
    if (level < 7) return;
    if (level >= 8 && call.body !== undefined) this.#body('Request Body', call.body);
    if (level >= 9) {
      const shown = Object.entries(headers).map(
        ([name, value]) => ` -H ${JSON.stringify(`${titled(name)}: ${value}`)}`,
      );
      const curl = `curl -v -X${call.method} ${shown.join('')} '${url}'`;
      this.#line(`"Request" curlCommand=<\n\t${curl}\n >`);
      return;
    }
    const lines = Object.entries(headers).map(([name, value]) => `\t${titled(name)}: ${value}\n`);
    this.#line(`"Request" verb="${call.method}" url="${url}" headers=<\n${lines.join('')} >`);
  }

  response(call: Call, url: string, answer: HttpResponse, started: SimTime): void {
    const { level } = this.#options;
    if (level < 6) return;
    const lines = Object.entries(answer.headers).map(([k, v]) => `\t${titled(k)}: ${v}\n`);
    const headers = level >= 8 ? ` headers=<\n${lines.join('')} >` : '';
    this.#answered(call, url, statusText(answer.code), headers, started);
    if (level >= 8 && answer.body !== undefined) this.#body('Response Body', answer.body);
  }

  failure(call: Call, url: string, failure: Failure, started: SimTime): void {
    if (this.#options.level < 6) return;
    const code = failure.kind === 'status' ? statusText(failure.status.code ?? 0) : '';
    this.#answered(call, url, code, '', started);
    if (failure.kind === 'status') this.#body('Response Body', failure.status);
  }

  #answered(call: Call, url: string, status: string, headers: string, started: SimTime): void {
    const milliseconds = Math.round((this.#options.now() - started) / 1_000);
    this.#line(
      `"Response" verb="${call.method}" url="${url}" status="${status}"${headers} ` +
        `milliseconds=${milliseconds}`,
    );
  }

  #body(title: string, body: unknown): void {
    const { level } = this.#options;
    if (level < 8) return;
    const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
    const rest = text.length - bodyLimit;
    const shown =
      level < 9 && rest > 0 ? `${text.slice(0, bodyLimit)} [truncated ${rest} chars]` : text;
    this.#line(`"${title}" body=${JSON.stringify(shown)}`);
  }
}

const titled = (name: string): string =>
  name.replace(/(^|-)[a-z]/g, (letters) => letters.toUpperCase());

const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

const statusText = (code: number): string => (code === 0 ? '' : `${code} ${reasons[code] ?? ''}`);

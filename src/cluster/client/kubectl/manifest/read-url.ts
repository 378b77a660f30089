/**
 * A manifest that `-f` names by a URL.
 *
 * Models cli-runtime pkg/resource visitor.go readHttpWithRetries: three attempts, a second apart,
 * when nobody answers or the server has an error of its own. In: a URL, and what the machine's
 * network makes of it. Out: the text, or the failure in kubectl's words.
 */
import { err, ok } from '#base/result';
import { second } from '#base/sim-time';
import { type Process, sleep } from '#sim/simulation';
import type { Outcome } from '../failure.ts';
import { fail } from '../failure.ts';

/** What came of one GET, after redirects. */
export type Fetched =
  | { readonly status: number; readonly reason: string; readonly text: string }
  /** Nobody answered; in the words of Go's net package. */
  | { readonly error: string };

/** GET from the machine that kubectl runs on. */
export type HttpGet = (url: string) => Process<Fetched>;

const attempts = 3;

export function* readUrl(get: HttpGet, url: string): Process<Outcome<string>> {
  let failure: Outcome<string> = fail('');
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (attempt > 0) yield* sleep(second);
    const fetched = yield* get(url);
    if ('error' in fetched) {
      const host = /^https?:\/\/([^/?#]*)/.exec(url)?.[1] ?? '';
      const request = `Get "${url}"`;
      failure = err({ kind: 'connection', host, request, message: fetched.error });
      continue;
    }
    const { status, reason, text } = fetched;
    if (status === 200) return ok(text);
    const said = `server reported ${status} ${reason}, status code=${status}`;
    failure = fail(`unable to read URL "${url}", ${said}`);
    if (status < 500) break;
  }
  return failure;
}

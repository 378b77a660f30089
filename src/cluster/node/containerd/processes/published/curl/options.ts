/** The words of curl's command line. Source: src/tool_getparam.c, tool_help.c of curl 8.14.1. */
import { err, ok, type Result } from '#base/result';

export interface Options {
  readonly urls: readonly string[];
  readonly headers: readonly string[];
  /** What `-d` and its kin gave, in their order. */
  readonly data: readonly { readonly option: string; readonly text: string }[];
  /** By long names. */
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
}

const flagLetters: Readonly<Record<string, string>> = {
  ...{ s: 'silent', S: 'show-error', f: 'fail', i: 'include', I: 'head', v: 'verbose' },
  ...{ L: 'location', k: 'insecure', G: 'get', O: 'remote-name', V: 'version', h: 'help' },
  ...{ g: 'globoff', q: 'disable', N: 'no-buffer', '4': 'ipv4', j: 'junk-session-cookies' },
};

const offFlags: ReadonlySet<string> = new Set([
  ...['no-location', 'no-fail', 'no-silent', 'no-insecure', 'no-verbose'],
]);

/** Flags with a long name only; some of them change nothing here. */
const longFlags: ReadonlySet<string> = new Set([
  ...Object.values(flagLetters),
  ...['show-headers', 'fail-with-body', 'no-progress-meter', 'http1.1', 'no-keepalive'],
  ...offFlags,
]);

const valueLetters: Readonly<Record<string, string>> = {
  ...{ o: 'output', w: 'write-out', X: 'request', H: 'header', d: 'data', m: 'max-time' },
  ...{ u: 'user', A: 'user-agent', e: 'referer', b: 'cookie' },
};

const longValues: ReadonlySet<string> = new Set([
  ...Object.values(valueLetters),
  ...['data-raw', 'data-ascii', 'data-binary', 'json', 'url', 'max-redirs', 'connect-timeout'],
  ...['interface', 'resolve'],
]);

/** What the real one has besides: it is refused by its name. */
const shortLeftOut = 'xFTEcCrKZ6#0aBDJMPQRUYytz123lnp';
const longLeftOut: ReadonlySet<string> = new Set(
  (
    'cacert capath cert key proxy noproxy retry retry-delay retry-max-time retry-connrefused ' +
    'retry-all-errors form form-string upload-file cookie-jar continue-at range config next ' +
    'parallel ipv6 http1.0 http2 http3 http2-prior-knowledge compressed progress-bar ' +
    'dump-header data-urlencode url-query limit-rate unix-socket connect-to trace trace-ascii ' +
    'tlsv1.2 tlsv1.3 tls-max ciphers basic digest ntlm negotiate anyauth oauth2-bearer netrc ' +
    'output-dir create-dirs location-trusted post301 post302 post303 keepalive-time speed-limit ' +
    'speed-time stderr tcp-nodelay time-cond dns-servers haproxy-protocol aws-sigv4 path-as-is'
  ).split(' '),
);

const dataOptions = /^(?:data|data-raw|data-ascii|data-binary|json)$/;

/** The options; or why there is no request: what is told after `curl: `. */
export function readOptions(words: readonly string[]): Result<Options, string> {
  const reading = new Reading(words);
  const problem = reading.read();
  return problem === undefined ? ok(reading) : err(problem);
}

class Reading implements Options {
  readonly urls: string[] = [];
  readonly headers: string[] = [];
  readonly data: { readonly option: string; readonly text: string }[] = [];
  readonly flags = new Set<string>();
  readonly values = new Map<string, string>();
  readonly #words: readonly string[];
  #at = 0;

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  read(): string | undefined {
    let isOver = false;
    for (; this.#at < this.#words.length; this.#at++) {
      const word = this.#words[this.#at] ?? '';
      if (isOver || word === '-' || !word.startsWith('-')) this.urls.push(word);
      else if (word === '--') isOver = true;
      else {
        const problem = word.startsWith('--') ? this.#long(word) : this.#short(word);
        if (problem !== undefined) return problem;
      }
    }
    return undefined;
  }

  #long(word: string): string | undefined {
    const option = word.slice(2);
    if (longFlags.has(option)) this.#set(option);
    else if (longLeftOut.has(option)) return leftOut(word);
    else if (!longValues.has(option)) return `option ${word}: is unknown`;
    else return this.#take(option, word);
    return undefined;
  }

  /** Letters that stand together; the last one may have its value right behind it. */
  #short(word: string): string | undefined {
    for (let place = 1; place < word.length; place++) {
      const letter = word.charAt(place);
      const [flag, option] = [flagLetters[letter], valueLetters[letter]];
      if (flag !== undefined) this.#set(flag);
      else if (option !== undefined) return this.#take(option, word, word.slice(place + 1));
      else if (shortLeftOut.includes(letter)) return leftOut(`-${letter}`);
      else return `option ${word}: is unknown`;
    }
    return undefined;
  }

  #take(option: string, word: string, behind = ''): string | undefined {
    const text = behind === '' ? this.#words[++this.#at] : behind;
    if (text === undefined) return `option ${word}: requires parameter`;
    if (option === 'header') this.headers.push(text);
    else if (option === 'url') this.urls.push(text);
    else if (dataOptions.test(option)) this.data.push({ option, text });
    else this.values.set(option, text);
    return undefined;
  }

  #set(option: string): void {
    if (offFlags.has(option)) this.flags.delete(option.slice('no-'.length));
    else this.flags.add(option);
  }
}

const leftOut = (word: string): string => `podyssey: ${word} is not simulated`;

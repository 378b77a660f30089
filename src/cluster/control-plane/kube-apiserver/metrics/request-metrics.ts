/**
 * Counts the requests that reach a handler: how many with which code, how long they took, how many
 * are open now.
 *
 * Models k8s.io/apiserver pkg/endpoints/metrics metrics.go. Durations are virtual time. A watch counts
 * when it ends; what a filter refuses counts only with 429, as upstream.
 */
import { type Duration, type SimTime, second } from '#base/sim-time';
import type { HttpRequest } from '#k8s.io/client-go/rest/http';
import type { Exchange, Reply } from '../exchange.ts';
import type { RequestInfo } from '../filters/request-info.ts';
import { type Family, labelsOf } from './exposition.ts';

/** Upper bounds, in seconds. */
const buckets = [
  ...[0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15],
  ...[20, 30, 45, 60],
];

interface Series {
  readonly dimensions: Dimensions;
  readonly byCode: Map<number, number>;
  /** How many are within each bound and above the one before; the last: above all. */
  readonly counts: number[];
  sum: Duration;
  total: number;
}

type Dimensions = Readonly<Record<string, string>>;

/** The labels of a request, and one text for all of them. */
interface Labelled {
  readonly key: string;
  readonly dimensions: Dimensions;
}

/** A request while it runs. */
interface Measured extends Labelled {
  readonly since: SimTime;
  readonly kind: 'mutating' | 'readOnly';
}

const component = 'apiserver';
const connects: ReadonlySet<string> = new Set(['attach', 'exec', 'log', 'portforward', 'proxy']);
const reads: ReadonlySet<string> = new Set(['get', 'list', 'watch']);

export class RequestMetrics {
  readonly #series = new Map<string, Series>();
  readonly #longRunning = new Map<string, { readonly dimensions: Dimensions; count: number }>();
  readonly #inflight = { mutating: new Watermark(), readOnly: new Watermark() };

  /** A request reaches its handler. */
  begin({ http, info, receivedAt: since }: Exchange, now: SimTime): Measured {
    const { key, dimensions } = labelled(http, info);
    const kind = reads.has(info.verb) ? 'readOnly' : 'mutating';
    this.#inflight[kind].change(1, now);
    return { key, dimensions, since, kind };
  }

  /** Its handler is done with it; a watch may go on. */
  leave({ kind }: Measured, now: SimTime): void {
    this.#inflight[kind].change(-1, now);
  }

  /** It was answered; one that streams ends later. */
  answered(measured: Measured, { code, stream, text, frames }: Reply, now: () => SimTime): void {
    const open = stream ?? text ?? frames;
    if (open === undefined) {
      this.#end(measured, code, now());
      return;
    }
    this.#open(measured, 1);
    open.onClose(() => {
      this.#open(measured, -1);
      this.#end(measured, code, now());
    });
  }

  /** Flow control refused it. */
  dropped({ http, info, receivedAt: since }: Exchange, now: SimTime): void {
    this.#end({ ...labelled(http, info), since, kind: 'readOnly' }, 429, now);
  }

  #end(measured: Measured, code: number, now: SimTime): void {
    const series = this.#seriesOf(measured);
    const elapsed = now - measured.since;
    const bucket = buckets.findIndex((bound) => elapsed <= bound * second);
    const at = bucket < 0 ? buckets.length : bucket;
    series.counts[at] = (series.counts[at] ?? 0) + 1;
    series.sum += elapsed;
    series.total++;
    series.byCode.set(code, (series.byCode.get(code) ?? 0) + 1);
  }

  #open({ key, dimensions }: Measured, change: 1 | -1): void {
    const known = this.#longRunning.get(key) ?? { dimensions, count: 0 };
    known.count += change;
    this.#longRunning.set(key, known);
  }

  families(now: SimTime): readonly Family[] {
    const all = [...this.#series.values()];
    const kinds = ['mutating', 'readOnly'] as const;
    return [
      {
        name: 'apiserver_current_inflight_requests',
        help:
          '[STABLE] Maximal number of currently used inflight request limit of this apiserver ' +
          'per request kind in last second.',
        type: 'gauge',
        samples: kinds.map((kind) => ({
          labels: labelsOf({ request_kind: kind }),
          value: this.#inflight[kind].most(now),
        })),
      },
      {
        name: 'apiserver_longrunning_requests',
        help:
          '[STABLE] Gauge of all active long-running apiserver requests broken out by verb, ' +
          'group, version, resource, scope and component. Not all requests are tracked this way.',
        type: 'gauge',
        samples: [...this.#longRunning.values()].map(({ dimensions, count }) => {
          const { dry_run: _dryRun, ...others } = dimensions;
          return { labels: labelsOf(others), value: count };
        }),
      },
      {
        name: 'apiserver_request_duration_seconds',
        help:
          '[STABLE] Response latency distribution in seconds for each verb, dry run value, group, ' +
          'version, resource, subresource, scope and component.',
        type: 'histogram',
        samples: all.flatMap(histogram),
      },
      {
        name: 'apiserver_request_total',
        help:
          '[STABLE] Counter of apiserver requests broken out for each verb, dry run value, group, ' +
          'version, resource, scope, component, and HTTP response code.',
        type: 'counter',
        samples: all.flatMap(({ dimensions, byCode }) =>
          [...byCode].map(([code, value]) => ({
            labels: labelsOf({ ...dimensions, code: String(code) }),
            value,
          })),
        ),
      },
    ];
  }

  #seriesOf({ key, dimensions }: Measured): Series {
    const known = this.#series.get(key);
    if (known !== undefined) return known;
    const made = { dimensions, byCode: new Map(), counts: [], sum: 0, total: 0 };
    this.#series.set(key, made);
    return made;
  }
}

function histogram({ dimensions, counts, sum, total }: Series) {
  let below = 0;
  const bounds = buckets.map((bound, index) => {
    below += counts[index] ?? 0;
    return { suffix: '_bucket', labels: labelsOf({ ...dimensions, le: `${bound}` }), value: below };
  });
  const labels = labelsOf(dimensions);
  return [
    ...bounds,
    { suffix: '_bucket', labels: labelsOf({ ...dimensions, le: '+Inf' }), value: total },
    { suffix: '_sum', labels, value: sum / second },
    { suffix: '_count', labels, value: total },
  ];
}

/** A RequestInfo stands for a method and an address, and is used again. */
const known = new WeakMap<RequestInfo, Labelled>();

function labelled(http: HttpRequest, info: RequestInfo): Labelled {
  const found = known.get(info);
  if (found !== undefined) return found;
  const dimensions = dimensionsOf(http, info);
  const made = { key: Object.values(dimensions).join('\n'), dimensions };
  // An apply has the address of a patch.
  if (http.method !== 'PATCH') known.set(info, made);
  return made;
}

/** Source: metrics.go CleanVerb, CleanScope, cleanDryRun. */
function dimensionsOf({ method, url, headers }: HttpRequest, info: RequestInfo): Dimensions {
  const { isResourceRequest, group, version, resource, subresource } = info;
  const isApply =
    method === 'PATCH' && /^application\/apply-patch\+/.test(headers['content-type'] ?? '');
  const isConnect = isResourceRequest && connects.has(subresource);
  const isList = info.verb === 'list' || info.verb === 'watch';
  const read = isResourceRequest && isList ? info.verb.toUpperCase() : method;
  return {
    verb: isConnect ? 'CONNECT' : isApply ? 'APPLY' : read,
    dry_run: /[?&]dryRun=All(?:&|$)/.test(url) ? 'All' : /[?&]dryRun=/.test(url) ? 'invalid' : '',
    group,
    version,
    resource,
    subresource: isResourceRequest ? subresource : info.path,
    scope: scopeOf(info),
    component,
  };
}

function scopeOf({ isResourceRequest, name, verb, namespace }: RequestInfo): string {
  if (name !== '' || verb === 'create') return 'resource';
  if (namespace !== '') return 'namespace';
  return isResourceRequest ? 'cluster' : '';
}

/** A count, and the most that it was within a second of the run. */
class Watermark {
  #count = 0;
  #second = 0;
  #most = 0;
  #before = 0;

  change(by: 1 | -1, now: SimTime): void {
    this.#turn(now);
    this.#count += by;
    this.#most = Math.max(this.#most, this.#count);
  }

  most(now: SimTime): number {
    this.#turn(now);
    return this.#before;
  }

  #turn(now: SimTime): void {
    const at = Math.floor(now / second);
    if (at === this.#second) return;
    this.#before = at === this.#second + 1 ? this.#most : this.#count;
    this.#second = at;
    this.#most = this.#count;
  }
}

/**
 * A scheduler extender: a program that the scheduler asks over HTTP about a pod and its nodes.
 *
 * Models kubernetes/pkg/scheduler/extender.go HTTPExtender and k8s.io/kube-scheduler/extender/v1.
 * In: the pod, nodes or victims. Out: what the extender said, or the error of Go's client. What it
 * leaves out is called by nobody: a verb that is not configured.
 */
import { err, ok, type Result } from '#base/result';
import { seconds } from '#base/sim-time';
import type { SchedulerExtender } from '#cluster/config/cluster-config';
import type { Node, Pod } from '#k8s.io/api/core/v1';
import { goQuote } from '#k8s.io/apimachinery/field-error';
import type { HttpResponse, RoundTripper } from '#k8s.io/client-go/rest/http';
import { firstOf } from '#sim/signal';
import type { Process, Simulation } from '#sim/simulation';
import type { RequestId } from '#trace/facts/client-go';
import type { Candidate } from './framework/types/candidate.ts';
import type { NodeInfo } from './framework/types/node-info.ts';

/** The way to an address; undefined: there is none. */
export type ReachExtender = (ip: string, port: number, tls: boolean) => RoundTripper | undefined;

export interface ExtenderParts {
  readonly sim: Simulation;
  readonly reach: ReachExtender;
  readonly nextId: () => RequestId;
}

const defaultTimeoutSeconds = 5;

/** What a filter left, and why the others failed. */
export interface FilterAnswer {
  readonly nodes: readonly NodeInfo[];
  readonly failed: Readonly<Record<string, string>>;
  readonly unresolvable: Readonly<Record<string, string>>;
}

export interface HostPriority {
  readonly host: string;
  readonly score: number;
}

type Answer<T> = Process<Result<T, string>>;

/** Go's decoder takes the names of fields in upper or lower case. */
function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const found = Object.entries(value).find(([key]) => key.toLowerCase() === name.toLowerCase());
  return found?.[1] ?? undefined;
}

const textField = (value: unknown, name: string): string => String(field(value, name) ?? '');
const listField = (value: unknown, name: string): readonly unknown[] | undefined => {
  const list = field(value, name);
  return Array.isArray(list) ? list : undefined;
};
const mapField = (value: unknown, name: string): Readonly<Record<string, string>> =>
  (field(value, name) ?? {}) as Readonly<Record<string, string>>;

export class HttpExtender {
  readonly #parts: ExtenderParts;
  readonly #config: SchedulerExtender;
  readonly #managed: ReadonlySet<string>;

  constructor(parts: ExtenderParts, config: SchedulerExtender) {
    this.#parts = parts;
    this.#config = config;
    this.#managed = new Set(config.managedResources?.map(({ name }) => name));
  }

  get name(): string {
    return this.#config.urlPrefix;
  }

  get isIgnorable(): boolean {
    return this.#config.ignorable === true;
  }

  get isFilter(): boolean {
    return (this.#config.filterVerb ?? '') !== '';
  }

  get isPrioritizer(): boolean {
    return (this.#config.prioritizeVerb ?? '') !== '';
  }

  get isBinder(): boolean {
    return (this.#config.bindVerb ?? '') !== '';
  }

  get supportsPreemption(): boolean {
    return (this.#config.preemptVerb ?? '') !== '';
  }

  get weight(): number {
    return this.#config.weight ?? 0;
  }

  /** Whether the pod asks for a resource that it manages; without such resources: always. */
  isInterested({ spec }: Pod): boolean {
    if (this.#managed.size === 0) return true;
    return [...spec.containers, ...(spec.initContainers ?? [])].some(({ resources }) =>
      [resources?.requests, resources?.limits].some((amounts) =>
        Object.keys(amounts ?? {}).some((name) => this.#managed.has(name)),
      ),
    );
  }

  *filter(pod: Pod, nodes: readonly NodeInfo[]): Answer<FilterAnswer> {
    const { filterVerb = '', nodeCacheCapable, urlPrefix } = this.#config;
    const answer = yield* this.#send(filterVerb, this.#args(pod, nodes));
    if (!answer.ok) return answer;
    const result = answer.value;
    const error = textField(result, 'Error');
    if (error !== '') return err(error);
    const names =
      nodeCacheCapable === true
        ? listField(result, 'NodeNames')?.map(String)
        : listField(field(result, 'Nodes'), 'items')?.map((node) =>
            textField(field(node, 'metadata'), 'name'),
          );
    const left: NodeInfo[] = [];
    for (const name of names ?? []) {
      const node = nodes.find((each) => each.name === name);
      if (node !== undefined) left.push(node);
      else if (nodeCacheCapable === true) {
        return err(
          `extender ${goQuote(urlPrefix)} claims a filtered node ${goQuote(name)} ` +
            'which is not found in the input node list',
        );
      }
    }
    const failed = mapField(result, 'FailedNodes');
    const unresolvable = mapField(result, 'FailedAndUnresolvableNodes');
    return ok({ nodes: left, failed, unresolvable });
  }

  *prioritize(pod: Pod, nodes: readonly NodeInfo[]): Answer<readonly HostPriority[]> {
    const answer = yield* this.#send(this.#config.prioritizeVerb ?? '', this.#args(pod, nodes));
    if (!answer.ok) return answer;
    const list: readonly unknown[] = Array.isArray(answer.value) ? answer.value : [];
    return ok(
      list.map((each) => ({
        host: textField(each, 'Host'),
        score: Number(field(each, 'Score') ?? 0),
      })),
    );
  }

  *bind({ metadata }: Pod, node: string): Answer<undefined> {
    const answer = yield* this.#send(this.#config.bindVerb ?? '', {
      PodName: metadata.name,
      PodNamespace: metadata.namespace ?? '',
      PodUID: metadata.uid,
      Node: node,
    });
    if (!answer.ok) return answer;
    const error = textField(answer.value, 'Error');
    return error === '' ? ok(undefined) : err(error);
  }

  /** Candidates whose nodes the extender named, with the victims that it named. */
  *preempt(
    pod: Pod,
    candidates: readonly Candidate[],
    nodes: readonly NodeInfo[],
  ): Answer<readonly Candidate[]> {
    const { preemptVerb = '', nodeCacheCapable, urlPrefix } = this.#config;
    const victims = (podOf: (victim: Pod) => object): object =>
      Object.fromEntries(
        candidates.map(({ node, victims: pods, violations }) => [
          node,
          { Pods: pods.map(podOf), NumPDBViolations: violations },
        ]),
      );
    const isMeta = nodeCacheCapable === true;
    const answer = yield* this.#send(preemptVerb, {
      Pod: pod,
      NodeNameToVictims: isMeta ? null : victims((victim) => victim),
      NodeNameToMetaVictims: isMeta ? victims(({ metadata: { uid } }) => ({ UID: uid })) : null,
    });
    if (!answer.ok) return answer;
    const chosen: Candidate[] = [];
    const named = field(answer.value, 'NodeNameToMetaVictims') ?? {};
    for (const [node, meta] of Object.entries(named)) {
      const info = nodes.find(({ name }) => name === node);
      if (info === undefined) return err(`nodeinfo not found for node name ${goQuote(node)}`);
      const pods: Pod[] = [];
      for (const each of listField(meta, 'Pods') ?? []) {
        const uid = textField(each, 'UID');
        const found = [...info.pods.values()].find((one) => one.pod.metadata.uid === uid);
        if (found === undefined) {
          return err(
            `extender: ${urlPrefix} claims to preempt pod (UID: &{${uid}}) on node: ${node}, ` +
              'but the pod is not found on that node',
          );
        }
        pods.push(found.pod);
      }
      const violations = Number(field(meta, 'NumPDBViolations') ?? 0);
      chosen.push({ node, victims: pods, violations });
    }
    return ok(chosen);
  }

  /** Source: ExtenderArgs. */
  #args(pod: Pod, nodes: readonly NodeInfo[]): object {
    if (this.#config.nodeCacheCapable === true) {
      return { Pod: pod, Nodes: null, NodeNames: nodes.map(({ name }) => name) };
    }
    const items: readonly Node[] = nodes.flatMap(({ node }) => node ?? []);
    return { Pod: pod, Nodes: { metadata: {}, items }, NodeNames: null };
  }

  /** Posts to a verb below the prefix: the JSON value of the answer. Source: send. */
  *#send(verb: string, body: object): Answer<unknown> {
    const { sim, nextId, reach } = this.#parts;
    const url = `${this.#config.urlPrefix.replace(/\/+$/, '')}/${verb}`;
    const failed = (why: string) => err(`Post ${goQuote(url)}: ${why}`);
    const target = targetOf(url);
    if (target === undefined) return failed('unsupported protocol scheme ""');
    const { host, port, tls, path } = target;
    if (!/^[\d.]+$/.test(host)) return failed(`dial tcp: lookup ${host}: no such host`);
    const way = reach(host, port, tls);
    if (way === undefined) return failed(`dial tcp ${host}:${port}: connect: no route to host`);
    const headers = { 'content-type': 'application/json', 'user-agent': 'Go-http-client/1.1' };
    const request = { id: nextId(), method: 'POST', url: path, headers, body } as const;
    const task = sim.spawn('extender', way.roundTrip(request));
    const timeout = seconds(this.#config.httpTimeoutSeconds ?? defaultTimeoutSeconds);
    if (!task.done) yield* firstOf(sim, [task], timeout);
    if (!task.done) {
      task.cancel();
      const why = 'context deadline exceeded (Client.Timeout exceeded while awaiting headers)';
      return failed(why);
    }
    const answer = yield* task.join();
    if (answer === undefined) return failed('EOF');
    if (!answer.ok) return failed(answer.error.message);
    const { code } = answer.value;
    if (code !== 200) {
      return err(`failed ${verb} with extender at URL ${url}, code ${code}`);
    }
    return decoded(answer.value);
  }
}

/** An answer comes as its text, or as a value from a server outside. */
function decoded({ body }: HttpResponse): Result<unknown, string> {
  if (typeof body !== 'string') return ok(body);
  if (body.trim() === '') return err('EOF');
  try {
    return ok(JSON.parse(body));
  } catch {
    const [first = ''] = body.trim();
    return err(`invalid character '${first}' looking for beginning of value`);
  }
}

interface Target {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** Path and query. */
  readonly path: string;
}

function targetOf(url: string): Target | undefined {
  const [, scheme, host = '', port, path = ''] =
    /^(https?):\/\/([^/:?]+)(?::(\d+))?(.*)$/.exec(url) ?? [];
  if (scheme === undefined) return undefined;
  const tls = scheme === 'https';
  return { host, port: Number(port ?? (tls ? 443 : 80)), tls, path: path || '/' };
}

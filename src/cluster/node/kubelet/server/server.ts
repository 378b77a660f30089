/**
 * The kubelet's own HTTP server on port 10250, which the API server proxies to.
 *
 * Models kubernetes/pkg/kubelet/server/server.go: containerLogs, attach, portForward, exec, logs,
 * stats, metrics and configz. In: HTTP requests. Out: text, whole or as it is written; the result
 * of a command; or, for a client that upgrades its connection, streams in both directions.
 */
import type { ContainerStatus, Pod, PodStatus } from '#k8s.io/api/core/v1';
import { badRequest, unknownError } from '#k8s.io/apimachinery/errors';
import type { HttpRequest, HttpResponse, HttpServer } from '#k8s.io/client-go/rest/http';
import type { UpStream } from '#k8s.io/client-go/rest/remote-command';
import { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import type { ContainerStatus as CriStatus } from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import { isStaticPod } from '../config/common.ts';
import { findSpecContainer, podKey } from '../container/names.ts';
import type { KubeletContext } from '../kubelet-context.ts';
import { clusterDns, dnsSource } from '../kuberuntime/sandbox-config.ts';
import { grpcErrorText } from '../util/grpc.ts';
import { cadvisorMetrics } from './cadvisor-metrics.ts';
import { configz } from './configz.ts';
import { followLog, formatLines, type LogPosition, plainLog } from './follow-log.ts';
import { type LogOptions, parseLogOptions, selectLines } from './log-options.ts';
import { nodeLogs } from './node-logs.ts';
import { portForward } from './port-forward.ts';
import { executionError, proxyStreams } from './proxy-streams.ts';
import { resourceMetrics } from './resource-metrics.ts';
import { StatsSummary } from './stats-summary.ts';

export interface ServedPods {
  all(): readonly Pod[];
  pod(namespace: string, name: string): Pod | undefined;
  status(uid: string): PodStatus | undefined;
  byUid(uid: string): Pod | undefined;
}

export class KubeletServer implements HttpServer {
  readonly #context: KubeletContext;
  readonly #pods: ServedPods;
  readonly #summary: StatsSummary;
  #listening = false;

  constructor(context: KubeletContext, pods: ServedPods) {
    this.#context = context;
    this.#pods = pods;
    this.#summary = new StatsSummary(context, (uid) => pods.byUid(uid));
  }

  get address(): string {
    return `https://${this.#context.node.address}:10250`;
  }

  get listening(): boolean {
    return this.#listening;
  }

  listen(): void {
    this.#listening = true;
  }

  *serve(request: HttpRequest): Process<HttpResponse> {
    const [path = '', query = ''] = request.url.split('?');
    const [, resource, namespace = '', name = '', container = ''] = path
      .split('/')
      .map(decodeURIComponent);
    const parameters = parseQuery(query);
    switch (resource) {
      case 'containerLogs':
        return yield* this.#logs(namespace, name, container, parameters, request);
      case 'attach':
        if (request.up !== undefined) {
          return yield* this.#join(namespace, name, container, parameters, request, request.up);
        }
        return yield* this.#attach(namespace, name, container, request);
      case 'exec':
        if (request.up !== undefined) {
          return yield* this.#join(namespace, name, container, parameters, request, request.up);
        }
        return yield* this.#exec(namespace, name, container, parameters, stdinOf(request));
      case 'portForward':
        return yield* portForward(this.#context, this.#pods.pod(namespace, name), request);
      case 'healthz':
        return health(path, parameters.has('verbose'));
      case 'metrics':
        return this.#metrics(path);
      case 'pods':
        return this.#podList();
      case 'stats':
        return path === '/stats/summary'
          ? json(200, this.#summary.get())
          : json(501, unknownError(`${path} is not served by this kubelet`));
      case 'configz':
        return this.#configz();
      case 'logs':
        return nodeLogs(path, this.#context.cri.logDisk);
      case 'runningpods':
      case 'checkpoint':
      case 'statusz':
      case 'flagz':
        return json(501, unknownError(`/${resource} is not served by this kubelet`));
      default:
        return notFoundPage;
    }
  }

  /** The pods of all sources. Source: GetPods, encodePods. */
  #podList(): HttpResponse {
    const items = this.#pods.all().map((pod) => {
      const { metadata, spec } = pod;
      // The API server does not have static pods.
      const own = isStaticPod(pod) ? this.#pods.status(metadata.uid) : undefined;
      return { metadata, spec, status: own ?? pod.status };
    });
    return json(200, { kind: 'PodList', apiVersion: 'v1', metadata: {}, items });
  }

  #metrics(path: string): HttpResponse {
    const { cri, host, sim, node } = this.#context;
    const podOf = (uid: string) => this.#pods.byUid(uid);
    const stats = cri.podStats();
    const now = sim.now;
    if (path === '/metrics/resource') {
      return text(200, resourceMetrics({ now, host, stats, podOf }));
    }
    if (path === '/metrics/cadvisor') {
      const statusOf = (uid: string) => this.#pods.status(uid);
      return text(200, cadvisorMetrics({ now, host, stats, podOf, statusOf, node: node.name }));
    }
    return json(501, unknownError(`${path} is not served by this kubelet`));
  }

  #configz(): HttpResponse {
    const { config, node } = this.#context;
    const { hasClusterDns } = dnsSource(this.#context);
    const dns = hasClusterDns ? [clusterDns(config.serviceCIDR)] : [];
    return json(200, configz(node.kubelet ?? {}, node.pods, dns));
  }

  /** Source: getContainerLogs and GetKubeletContainerLogs. */
  *#logs(
    namespace: string,
    name: string,
    container: string,
    query: Parameters,
    request: HttpRequest,
  ): Process<HttpResponse> {
    const options = parseLogOptions((key) => query.get(key)?.[0]);
    if (!options.ok) return json(400, badRequest(options.error));
    const pod = this.#pods.pod(namespace, name);
    if (pod === undefined) return text(404, `pod "${name}" does not exist\n`);
    if (findSpecContainer(pod, container) === undefined) {
      return text(404, `container "${container}" not found in pod "${name}"\n`);
    }
    const status = this.#pods.status(pod.metadata.uid) ?? pod.status;
    const id = containerWithLog(pod, status, container, options.value);
    if ('error' in id) return text(400, id.error);
    const { cri, sim } = this.#context;
    // Reported in the body, because the response has already started.
    const known = yield* cri.containerStatus(podKey(pod), id.id);
    const gone = `unable to retrieve container logs for containerd://${id.id}`;
    if (!known.ok) return text(200, gone);
    const file = cri.containerLog(known.value);
    const chosen = formatLines(selectLines(file.lines, options.value, sim.now), options.value);
    // The last line that fits in part is cut. Source: kuberuntime logs.go logWriter.write.
    const first = chosen.slice(0, options.value.limitBytes);
    if (!options.value.follow) return text(200, first);
    const from = { file, line: file.lines.length };
    return this.#follow(pod, known.value, request, options.value, first, from);
  }

  /** Streams the rest of a log until the container has ended. */
  #follow(
    { metadata: { uid } }: Pod,
    container: CriStatus,
    request: HttpRequest,
    options: LogOptions,
    first: string,
    from: LogPosition,
  ): HttpResponse {
    const { cri, sim } = this.#context;
    const stream = new WatchStream<string>(sim, request.id);
    const source = {
      file: () => cri.containerLog(container),
      ended: () => {
        const statuses = allStatuses(this.#pods.status(uid));
        const found = statuses.find(({ containerID }) => idOf(containerID) === container.id);
        return found === undefined || found.state?.running === undefined;
      },
    };
    if (first !== '') stream.send(first);
    sim.spawn('follow log', followLog(stream, source, options, from));
    return { code: 200, headers: { 'content-type': 'text/plain' }, text: stream };
  }

  /** Streams what a container writes from now on. Source: getAttach. */
  *#attach(
    namespace: string,
    name: string,
    container: string,
    request: HttpRequest,
  ): Process<HttpResponse> {
    const pod = this.#pods.pod(namespace, name);
    if (pod === undefined) return text(404, `pod does not exist`);
    const statuses = allStatuses(this.#pods.status(pod.metadata.uid) ?? pod.status);
    const id = idOf(statuses.find((status) => status.name === container)?.containerID);
    if (id === undefined) return text(500, `container not found ("${container}")`);
    const { cri } = this.#context;
    const joined = yield* cri.attach(podKey(pod), id);
    if (!joined.ok) return text(500, grpcErrorText(joined.error));
    const listed = yield* cri.listContainers(pod.metadata.uid);
    const known = listed.ok ? listed.value.find((one) => one.id === id) : undefined;
    if (known === undefined) return text(500, `container not found ("${container}")`);
    const file = cri.containerLog(known);
    const from = { file, line: file.lines.length };
    return this.#follow(pod, known, request, plainLog, '', from);
  }

  /** Joins the streams of a client to a new command, or to the container's own process. */
  *#join(
    namespace: string,
    name: string,
    container: string,
    query: Parameters,
    { id: request }: HttpRequest,
    up: UpStream,
  ): Process<HttpResponse> {
    const pod = this.#pods.pod(namespace, name);
    if (pod === undefined) return text(404, `pod does not exist`);
    const status = this.#pods.status(pod.metadata.uid) ?? pod.status;
    const running = allStatuses(status).find((item) => item.name === container);
    const id = running?.state?.running === undefined ? undefined : idOf(running.containerID);
    if (id === undefined) return text(500, `container not found ("${container}")`);
    const { cri } = this.#context;
    const options = { stdin: query.get('input')?.[0] === '1', tty: query.get('tty')?.[0] === '1' };
    const opened = yield* cri.openStreams(podKey(pod), id, query.get('command'), options);
    if (!opened.ok) return text(500, grpcErrorText(opened.error));
    const down = proxyStreams(this.#context, request, up, opened.value.url);
    return { code: 101, headers: {}, down };
  }

  *#exec(
    namespace: string,
    name: string,
    container: string,
    query: Parameters,
    stdin: string | undefined,
  ): Process<HttpResponse> {
    const pod = this.#pods.pod(namespace, name);
    if (pod === undefined) return text(404, `pod does not exist`);
    const status = this.#pods.status(pod.metadata.uid) ?? pod.status;
    const running = allStatuses(status).find((item) => item.name === container);
    const id = running?.state?.running === undefined ? undefined : idOf(running.containerID);
    if (id === undefined) return text(500, `container not found ("${container}")`);
    const command = query.get('command') ?? [];
    const result = yield* this.#context.cri.exec(podKey(pod), id, command, stdin);
    if (result.ok) return json(200, result.value);
    // Once the stream is open, errors are sent in its error channel.
    return result.error.message.startsWith('failed to exec in container')
      ? json(200, { error: executionError(result.error.message) })
      : text(500, grpcErrorText(result.error));
  }
}

type Parameters = ReadonlyMap<string, readonly string[]>;

function parseQuery(query: string): Parameters {
  const parameters = new Map<string, string[]>();
  for (const part of query.split('&')) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const key = decode(at < 0 ? part : part.slice(0, at));
    const value = at < 0 ? '' : decode(part.slice(at + 1));
    const known = parameters.get(key);
    if (known === undefined) parameters.set(key, [value]);
    else known.push(value);
  }
  return parameters;
}

const decode = (part: string): string => decodeURIComponent(part.replaceAll('+', ' '));

const allStatuses = (status: PodStatus | undefined): readonly ContainerStatus[] => [
  ...(status?.initContainerStatuses ?? []),
  ...(status?.containerStatuses ?? []),
  ...(status?.ephemeralContainerStatuses ?? []),
];

const idOf = (containerID: string | undefined): string | undefined =>
  containerID === undefined || containerID === ''
    ? undefined
    : containerID.replace(/^[a-z]+:\/\//, '');

/** Source: validateContainerLogStatus. */
function containerWithLog(
  pod: Pod,
  status: PodStatus | undefined,
  container: string,
  { previous }: LogOptions,
): { readonly id: string } | { readonly error: string } {
  const found = allStatuses(status).find(({ name }) => name === container);
  const where = `container "${container}" in pod "${pod.metadata.name}"`;
  if (found === undefined) return { error: `${where} is not available` };
  const last = idOf(found.lastState?.terminated?.containerID);
  if (previous)
    return last === undefined ? { error: `previous terminated ${where} not found` } : { id: last };
  const { running, terminated, waiting } = found.state ?? {};
  const id =
    idOf(terminated?.containerID) ?? (running === undefined ? undefined : idOf(found.containerID));
  if (id !== undefined) return { id };
  if (last !== undefined) return { id: last };
  const reason = waiting?.reason ?? '';
  if (reason === 'ErrImagePull') {
    return { error: `${where} is waiting to start: image can't be pulled` };
  }
  if (reason === 'ImagePullBackOff') {
    return { error: `${where} is waiting to start: trying and failing to pull image` };
  }
  if (reason === '') return { error: `${where} is waiting to start - no logs yet` };
  return { error: `${where} is waiting to start: ${reason}` };
}

/** The whole standard input of `kubectl exec -i`, as the body. */
const stdinOf = ({ body }: HttpRequest): string | undefined =>
  (body as { readonly stdin?: string } | undefined)?.stdin;

const text = (code: number, body: string): HttpResponse => ({
  code,
  headers: { 'content-type': 'text/plain' },
  body,
});

const json = (code: number, body: unknown): HttpResponse => ({
  code,
  headers: { 'content-type': 'application/json' },
  body,
});

const notFoundPage = text(404, '404 page not found\n');

/**
 * The health checks of a kubelet; one that answers passes them. Source: server.go
 * InstallDefaultHandlers.
 */
const healthChecks = ['ping', 'log', 'syncloop'];

function health(path: string, verbose: boolean): HttpResponse {
  const [, , check = ''] = path.split('/');
  if (check !== '') return healthChecks.includes(check) ? text(200, 'ok') : notFoundPage;
  if (!verbose) return text(200, 'ok');
  return text(200, `${healthChecks.map((one) => `[+]${one} ok\n`).join('')}healthz check passed\n`);
}

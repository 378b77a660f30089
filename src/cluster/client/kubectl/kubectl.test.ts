import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createPrng } from '#base/prng';
import { err, ok, type Result } from '#base/result';
import { parseRfc3339 } from '#base/sim-time';
import { matchesFields, parseFieldSelector } from '#k8s.io/apimachinery/fields';
import { asObject } from '#k8s.io/apimachinery/json-value';
import { matches, parseSelector } from '#k8s.io/apimachinery/labels';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { resourceForKind } from '#k8s.io/apimachinery/resources';
import type {
  ConnectionError,
  HttpRequest,
  HttpResponse,
  RoundTripper,
} from '#k8s.io/client-go/rest/http';
import { RequestIds } from '#k8s.io/client-go/rest/request-ids';
import { clusterOf } from '#scenarios/clusters';
import { type Process, Simulation } from '#sim/simulation';
import { Tracer } from '#trace/tracer';
import { LocalFiles } from './cp/local-files.ts';
import { type CommandResult, Kubectl } from './kubectl.ts';
import { build } from './kustomize/kustomize.ts';
import { readYaml } from './manifest/yaml-document.ts';

const recordings = new URL('../../../conformance/recordings/', import.meta.url);
const server = 'https://172.30.0.1:6443';

/** Answers reads from the objects that a real cluster had at the end of a recording. */
class RecordedApi implements RoundTripper {
  readonly requests: HttpRequest[] = [];
  readonly #objects: readonly KubeObject[];
  readonly #events: readonly KubeObject[];

  constructor(name: string) {
    const read = (file: string): string =>
      readFileSync(new URL(`${name}/${file}`, recordings), 'utf8');
    const kinds = JSON.parse(read('objects.json')) as Record<string, KubeObject[]>;
    this.#objects = Object.values(kinds).flat();
    this.#events = read('events.jsonl')
      .trim()
      .split('\n')
      .map((line) => eventOf(JSON.parse(line)));
  }

  *roundTrip(request: HttpRequest): Process<Result<HttpResponse, ConnectionError>> {
    this.requests.push(request);
    if (request.method !== 'GET') return ok({ code: 201, headers: {}, body: request.body });
    const url = new URL(request.url, server);
    if (/^\/apis?$/.test(url.pathname)) {
      return ok({ code: 200, headers: {}, body: { kind: 'APIGroupDiscoveryList', items: [] } });
    }
    const body = url.pathname.endsWith('/events') ? this.#eventsFor(url) : this.#read(url);
    if (body !== undefined) return ok({ code: 200, headers: {}, body });
    const name = url.pathname.split('/').at(-1);
    const status = { kind: 'Status', reason: 'NotFound', message: `pods "${name}" not found` };
    return ok({ code: 404, headers: {}, body: status });
  }

  #read(url: URL): unknown {
    const selector = parseSelector(url.searchParams.get('labelSelector') ?? '');
    if (!selector.ok) throw new Error(selector.error);
    const found = this.#objects.filter((object) => {
      const info = resourceForKind(object.apiVersion, object.kind);
      if (info === undefined) return false;
      const space = info.namespaced ? `/namespaces/${object.metadata.namespace}` : '';
      const all = `${info.groupVersionPath}${space}/${info.plural}`;
      if (url.pathname === `${all}/${object.metadata.name}`) return true;
      return url.pathname === all && matches(selector.value, object.metadata.labels ?? {});
    });
    const named = found.find(({ metadata }) => url.pathname.endsWith(`/${metadata.name}`));
    if (named !== undefined) return named;
    const isList = /\/[a-z]+s$/.test(url.pathname);
    return isList ? { apiVersion: 'v1', kind: 'List', metadata: {}, items: found } : undefined;
  }

  #eventsFor(url: URL): unknown {
    const selector = parseFieldSelector(url.searchParams.get('fieldSelector') ?? '');
    if (!selector.ok) throw new Error(selector.error);
    const wanted = selector.value.filter(({ field }) => field === 'involvedObject.name');
    const items = this.#events.filter((event) => {
      const { involvedObject } = asObject<{ involvedObject: { name: string } }>(event);
      return matchesFields(wanted, (field) =>
        field === 'involvedObject.name' ? involvedObject.name : undefined,
      );
    });
    return { apiVersion: 'v1', kind: 'EventList', metadata: {}, items };
  }
}

/** The recording keeps only some fields of an event. */
function eventOf(recorded: Record<string, unknown>): KubeObject {
  const { kind, name, namespace, fieldPath, first, last, ...rest } = recorded;
  const fromNewApi = last === null;
  const event = {
    ...rest,
    involvedObject: { kind, name, namespace, fieldPath },
    eventTime: fromNewApi ? first : null,
    firstTimestamp: fromNewApi ? null : first,
    lastTimestamp: last,
  };
  return asObject<KubeObject>(event);
}

interface Step {
  readonly argv: readonly string[];
  readonly as: string;
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const steps = (name: string): readonly Step[] =>
  readFileSync(new URL(`${name}/kubectl.jsonl`, recordings), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Step);

function execute(api: RoundTripper, line: string, at: number, user = 'admin'): CommandResult {
  const sim = new Simulation();
  const tracer = new Tracer(sim);
  sim.run(at);
  const kubectl = new Kubectl(
    { sim, tracer, prng: createPrng(1) },
    {
      config: clusterOf(3),
      transport: api,
      requestIds: new RequestIds(),
      serverAddress: server,
      readYaml,
      kustomize: build,
      files: new LocalFiles(['/home/admin']),
      listen: () => err('no network'),
      httpGet: (url) => {
        throw new Error(url);
      },
      discoveredAt: at,
    },
  );
  tracer.emitRoot({ type: 'CommandEntered', component: 'person', input: 0, line, user });
  const task = sim.spawn('kubectl', kubectl.execute({ input: 0, line, user }));
  sim.run(at + 60_000_000, () => task.done);
  const step = task.join().next();
  if (step.done !== true || step.value === undefined) throw new Error('kubectl did not end');
  return step.value;
}

const idle = new RecordedApi('create-deployment');

describe('kubectl', () => {
  it.each([
    ['create-deployment', ['describe', 'deployment', 'nginx'], '2026-11-21T11:05:00.000000Z'],
    ['create-deployment', ['describe', 'pod', '-l', 'app=nginx'], '2026-11-21T11:05:00.000000Z'],
    ['create-deployment', ['get', 'deployment', 'nginx', '-o', 'yaml'], '2026-11-21T11:05:00Z'],
    ['run-pod', ['describe', 'pod', 'nginx'], '2026-11-21T11:06:34.900000Z'],
    ['run-pod', ['get', 'pod', 'nginx', '-o', 'yaml'], '2026-11-21T11:06:34.900000Z'],
  ] as const)('prints in %s what the real one printed for %s', (name, argv, time) => {
    const recorded = steps(name).find((step) => step.argv?.join(' ') === argv.join(' '));
    const result = execute(
      new RecordedApi(name),
      `kubectl ${argv.join(' ')}`,
      parseRfc3339(time) ?? 0,
    );
    expect(result.stdout).toBe(recorded?.stdout);
    expect(result.exitCode).toBe(0);
  });

  it('sends a deployment with one request and no discovery', () => {
    const api = new RecordedApi('run-pod');
    const line = 'kubectl create deployment web --image=nginx:1.28 --replicas 3 --port=80';
    const { stdout } = execute(api, line, 0);
    expect(stdout).toBe('deployment.apps/web created\n');
    expect(api.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /apis/apps/v1/namespaces/default/deployments' +
        '?fieldManager=kubectl-create&fieldValidation=Strict',
    ]);
    expect(api.requests[0]?.headers['content-type']).toBe('application/vnd.kubernetes.protobuf');
    expect(api.requests[0]?.body).toMatchObject({
      spec: {
        replicas: 3,
        template: {
          spec: {
            containers: [{ name: 'nginx', image: 'nginx:1.28', ports: [{ containerPort: 80 }] }],
          },
        },
      },
    });
  });

  it.each([
    ['kubectl frobnicate', 'error: unknown command "frobnicate" for "kubectl"\n'],
    [
      'kubectl creat',
      'error: unknown command "creat" for "kubectl"\n\nDid you mean this?\n\tcreate\n',
    ],
    ['kubectl run nginx', 'error: required flag(s) "image" not set\n'],
    [
      'kubectl get pods --frob',
      "error: unknown flag: --frob\nSee 'kubectl get --help' for usage.\n",
    ],
    ['kubectl get widgets', 'error: the server doesn\'t have a resource type "widgets"\n'],
    [
      'kubectl scale deploy web --replicas=-1',
      'error: The --replicas=COUNT flag is required, and COUNT must be greater than or equal ' +
        'to 0\n',
    ],
    [
      'kubectl scale deploy web --replicas=x',
      'error: invalid argument "x" for "--replicas" flag: strconv.ParseInt: parsing "x": invalid ' +
        "syntax\nSee 'kubectl scale --help' for usage.\n",
    ],
    [
      'kubectl run A --image=Nginx',
      'error: Invalid image name "Nginx": invalid reference format\n',
    ],
    ['kubectl get pod nope', 'Error from server (NotFound): pods "nope" not found\n'],
    ['kubectl top nodes', 'error: Metrics API not available\n'],
    [
      'kubectl get pods --context=x',
      'Error in configuration: context was not found for specified context: x\n',
    ],
    ['kubectl get pods --cluster=x', 'error: no server found for cluster "x"\n'],
    [
      'kubectl get pods --as-group=x',
      'error: requesting uid, groups or user-extra for admin without impersonating a user\n',
    ],
    [
      'kubectl get pods --request-timeout=soon',
      'error: Invalid timeout value. Timeout must be a single integer in seconds, or an integer ' +
        'followed by a corresponding time unit (e.g. 1s | 2m | 3h)\n',
    ],
    [
      'kubectl get pods --server=https://10.0.0.9:6443',
      'The connection to the server 10.0.0.9:6443 was refused - did you specify the right host ' +
        'or port?\n',
    ],
  ])('answers %s as the real one does', (line, stderr) => {
    expect(execute(idle, line, 0)).toEqual({ exitCode: 1, stdout: '', stderr });
  });

  it('shows the object that it would send', () => {
    const line = 'kubectl run nginx --image=nginx --dry-run=client -o yaml';
    expect(execute(idle, line, 0).stdout).toBe(
      `apiVersion: v1
kind: Pod
metadata:
  labels:
    run: nginx
  name: nginx
spec:
  containers:
  - image: nginx
    name: nginx
    resources: {}
  dnsPolicy: ClusterFirst
  restartPolicy: Always
status: {}
`,
    );
  });
});

/**
 * `agnhost webhook`: an admission webhook over HTTPS, whose path says what it does. `--port` (443),
 * `--sidecar-image`; the files of `--tls-cert-file` and `--tls-private-key-file` are not read.
 */
import { base64OfText } from '#base/base64';
import { seconds } from '#base/sim-time';
import { type Process, sleep } from '#sim/simulation';
import type { ProcessContext } from '../program.ts';
import { flagsOf } from './flags.ts';
import { type HttpAnswer, type HttpRequest, serveHttp } from './http.ts';

interface NamedContainer {
  readonly name?: string;
}

interface AnyObject {
  readonly metadata?: {
    readonly name?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly containers?: readonly NamedContainer[];
    readonly initContainers?: readonly NamedContainer[];
  };
  readonly stdin?: boolean;
  readonly container?: string;
}

interface AdmissionRequest {
  readonly uid: string;
  readonly name?: string;
  readonly operation: string;
  readonly object: AnyObject | null;
  readonly oldObject: AnyObject | null;
}

interface AdmissionResponse {
  readonly allowed: boolean;
  readonly status?: {
    readonly message?: string;
    readonly reason?: string;
    readonly code?: number;
  };
  readonly patch?: readonly object[];
}

type Admit = (request: AdmissionRequest) => Process<AdmissionResponse>;

const allowed: AdmissionResponse = { allowed: true };
const denied = (message: string): AdmissionResponse => ({ allowed: false, status: { message } });
const forReason = (reason: string): AdmissionResponse => ({ allowed: false, status: { reason } });

/** A decision that takes no time. */
const at = (decide: (request: AdmissionRequest) => AdmissionResponse): Admit =>
  function* (request) {
    return decide(request);
  };

export function* webhook(context: ProcessContext, words: readonly string[]): Process<number> {
  const flags = flagsOf(words);
  const paths = pathsOf(context, flags.text('sidecar-image'));
  const handle = (request: HttpRequest): Process<HttpAnswer> => answer(paths, request);
  if (!serveHttp(context, flags.number('port', 443), handle, { tls: true })) return 2;
  for (;;) yield* context.signals.arrived.wait();
}

function* answer(
  paths: Readonly<Record<string, Admit>>,
  { path, body }: HttpRequest,
): Process<HttpAnswer> {
  if (path === '/readyz') return { body: 'ok' };
  const admit = paths[path];
  if (admit === undefined) return { code: 404, body: '404 page not found\n' };
  const review = readReview(body);
  if (review === undefined) return { code: 400, body: 'Request could not be decoded\n' };
  const { apiVersion, request } = review;
  const { patch, ...response } = yield* admit(request);
  const patched = patch && { patchType: 'JSONPatch', patch: base64OfText(JSON.stringify(patch)) };
  const full = { uid: request.uid, ...response, ...patched };
  return {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ kind: 'AdmissionReview', apiVersion, response: full }),
  };
}

interface Review {
  readonly apiVersion: string;
  readonly request: AdmissionRequest;
}

function readReview(text: string): Review | undefined {
  try {
    return JSON.parse(text) as Review;
  } catch {
    return undefined;
  }
}

function pathsOf(context: ProcessContext, sidecar: string): Readonly<Record<string, Admit>> {
  return {
    '/always-allow-delay-5s': function* () {
      yield* sleep(seconds(5));
      return { ...allowed, status: { message: 'this webhook allows all requests' } };
    },
    '/always-deny': at(() => denied('this webhook denies all requests')),
    '/add-label': at(addLabel),
    '/pods': (request) => admitPod(context, request),
    '/pods/attach': at(admitAttach),
    '/mutating-pods': at(addInitContainer),
    '/mutating-pods-sidecar': at((request) => addSidecar(request, sidecar)),
    '/configmaps': at((request) => admitData(request, 'configmap', 'key and value')),
    '/mutating-configmaps': at(mutateData),
    '/custom-resource': at((request) => admitData(request, 'custom resource', 'data')),
    '/mutating-custom-resource': at(mutateData),
    '/crd': at(({ object }) =>
      object?.metadata?.labels?.['webhook-e2e-test'] === 'webhook-disallow'
        ? denied('the crd contains unwanted label')
        : allowed,
    ),
  };
}

function addLabel({ object }: AdmissionRequest): AdmissionResponse {
  const labels = object?.metadata?.labels ?? {};
  const value = labels['added-label'];
  if (value === 'yes') return allowed;
  if (Object.keys(labels).length === 0) {
    const first = { op: 'add', path: '/metadata/labels', value: { 'added-label': 'yes' } };
    return { allowed: true, patch: [first] };
  }
  const op = value === undefined ? 'add' : 'replace';
  return { allowed: true, patch: [{ op, path: '/metadata/labels/added-label', value: 'yes' }] };
}

function* admitPod(
  { sim }: ProcessContext,
  { object }: AdmissionRequest,
): Process<AdmissionResponse> {
  const label = object?.metadata?.labels?.['webhook-e2e-test'];
  // It never answers: a day is longer than any timeout of a webhook.
  if (label === 'wait-forever') while (sim.now >= 0) yield* sleep(seconds(86_400));
  const problems = [
    ...(label === 'webhook-disallow' ? ['the pod contains unwanted label;'] : []),
    ...(object?.spec?.containers ?? [])
      .filter(({ name = '' }) => name.includes('webhook-disallow'))
      .map(() => 'the pod contains unwanted container name;'),
  ];
  return problems.length === 0 ? allowed : denied(problems.join(' '));
}

function admitAttach({ name, object }: AdmissionRequest): AdmissionResponse {
  const isIt = name === 'to-be-attached-pod' && object?.stdin === true;
  return isIt && object.container === 'container1'
    ? denied("attaching to pod 'to-be-attached-pod' is not allowed")
    : allowed;
}

const has = (containers: readonly NamedContainer[] | undefined, wanted: string): boolean =>
  (containers ?? []).some(({ name }) => name === wanted);

function addInitContainer({ object }: AdmissionRequest): AdmissionResponse {
  const name = 'webhook-added-init-container';
  if (object?.metadata?.name !== 'webhook-to-be-mutated') return allowed;
  if (has(object.spec?.initContainers, name)) return allowed;
  const value = [{ image: 'webhook-added-image', name, resources: {} }];
  return { allowed: true, patch: [{ op: 'add', path: '/spec/initContainers', value }] };
}

function addSidecar({ object }: AdmissionRequest, image: string): AdmissionResponse {
  const name = 'webhook-added-sidecar';
  if (image === '') {
    const message = 'No image specified by the sidecar-image parameter';
    return { allowed: false, status: { message, code: 500 } };
  }
  if (has(object?.spec?.containers, name)) return allowed;
  const value = { image, name, resources: {} };
  return { allowed: true, patch: [{ op: 'add', path: '/spec/containers/-', value }] };
}

function admitData(
  { operation, object, oldObject }: AdmissionRequest,
  kind: string,
  unwanted: string,
): AdmissionResponse {
  const isDelete = operation === 'DELETE';
  const value = (isDelete ? oldObject : object)?.data?.['webhook-e2e-test'];
  if (value === 'webhook-disallow' && (operation === 'CREATE' || operation === 'UPDATE')) {
    return forReason(`the ${kind} contains unwanted ${unwanted}`);
  }
  if (value === 'webhook-nondeletable' && isDelete) {
    return forReason(`the ${kind} cannot be deleted because it contains unwanted key and value`);
  }
  return allowed;
}

function mutateData({ object }: AdmissionRequest): AdmissionResponse {
  const data = object?.data ?? {};
  const stage =
    data['mutation-stage-1'] === 'yes' ? 2 : data['mutation-start'] === 'yes' ? 1 : undefined;
  if (stage === undefined) return allowed;
  const path = `/data/mutation-stage-${stage}`;
  return { allowed: true, patch: [{ op: 'add', path, value: 'yes' }] };
}

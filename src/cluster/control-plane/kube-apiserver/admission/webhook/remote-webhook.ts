/**
 * A webhook that a program of a Pod serves, or a server outside: the AdmissionReview goes over
 * HTTPS to a ready endpoint of its Service or to its URL, and the answer comes back.
 *
 * Models k8s.io/apiserver pkg/admission/plugin/webhook/request admissionreview.go and the REST
 * client of pkg/util/webhook. Certificates of programs in Pods are not checked.
 */
import { textOfBase64 } from '#base/base64';
import { defined } from '#base/defined';
import { err, ok, type Result } from '#base/result';
import { type Duration, seconds } from '#base/sim-time';
import { uuidV4 } from '#base/uuid';
import type { JsonPatchOperation } from '#k8s.io/apimachinery/patch/json-patch';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import type { HttpRequest, RoundTripper } from '#k8s.io/client-go/rest/http';
import { firstOf } from '#sim/signal';
import type { Process } from '#sim/simulation';
import type { RequestId } from '#trace/facts/client-go';
import type { AdmissionAttributes, AdmissionEnvironment } from '../admission.ts';
import { admissionRequest } from '../policy/request-variables.ts';
import type { AdmissionResponse } from './admission-response.ts';

const supported = ['v1', 'v1beta1'];

export interface RemoteCall {
  /** Address and port, for the error; the program of a Pod, or a server outside. */
  readonly host: string;
  readonly transport: RoundTripper | undefined;
  /** Path and query of the request. */
  readonly target: string;
  readonly timeoutSeconds: number;
}

/** `post` is an error of the client, `whole` what the server said. */
type RemoteError = { readonly post?: string; readonly whole?: string };

/** Calls it; the error is that of the API server's client, without the name of the URL. */
export function* callRemote(
  environment: AdmissionEnvironment,
  call: RemoteCall & { readonly matched: ResourceInfo; readonly versions: readonly string[] },
  attributes: AdmissionAttributes,
): Process<Result<AdmissionResponse, RemoteError>> {
  const uid = uuidV4(environment.prng);
  const version = call.versions.find((known) => supported.includes(known)) ?? 'v1';
  const answer = yield* postRemote(environment, call, {
    id: attributes.request.request,
    userAgent: 'kube-apiserver-admission',
    body: reviewOf(uid, version, call.matched, attributes),
  });
  return answer.ok ? readReview(answer.value, uid) : answer;
}

/** Posts a review; out comes the text of the answer. */
export function* postRemote(
  { sim }: Pick<AdmissionEnvironment, 'sim'>,
  call: RemoteCall,
  { id, userAgent, body }: { id: RequestId; userAgent: string; body: object },
): Process<Result<string, RemoteError>> {
  const { transport } = call;
  if (transport === undefined) {
    return err({ post: `dial tcp ${call.host}: connect: no route to host` });
  }
  const request: HttpRequest = {
    id,
    method: 'POST',
    url: call.target,
    headers: {
      accept: 'application/json, */*',
      'content-type': 'application/json',
      'user-agent': userAgent,
    },
    body,
  };
  const task = sim.spawn('webhook', transport.roundTrip(request));
  const timeout: Duration = seconds(call.timeoutSeconds);
  if (!task.done) yield* firstOf(sim, [task], timeout);
  if (!task.done) {
    task.cancel();
    return err({ post: 'context deadline exceeded' });
  }
  const answer = yield* task.join();
  if (answer === undefined) return err({ post: 'EOF' });
  if (!answer.ok) return err({ post: answer.error.message });
  const { code, body: text } = answer.value;
  if (code < 200 || code > 206) {
    const why = 'an error on the server has prevented the request from succeeding';
    return err({ whole: code === 404 ? 'the server could not find the requested resource' : why });
  }
  return ok(typeof text === 'string' ? text : JSON.stringify(text ?? ''));
}

/** The whole review, with what is and what was. */
function reviewOf(
  uid: string,
  version: string,
  matched: ResourceInfo,
  attributes: AdmissionAttributes,
): object {
  const { operation, object, old } = attributes;
  const isDelete = operation === 'DELETE';
  return {
    kind: 'AdmissionReview',
    apiVersion: `admission.k8s.io/${version}`,
    request: {
      uid,
      ...admissionRequest(attributes, matched),
      object: isDelete ? null : object,
      oldObject: isDelete ? (old ?? object) : (old ?? null),
      options: null,
    },
  };
}

interface ReviewResponse {
  readonly uid?: string;
  readonly allowed?: boolean;
  readonly status?: { readonly message?: string; readonly code?: number; readonly reason?: string };
  readonly patch?: string;
  readonly warnings?: readonly string[];
}

/** Source: VerifyAdmissionResponse. */
function readReview(
  text: string,
  uid: string,
): Result<AdmissionResponse, { readonly whole: string }> {
  const response = parsed(text);
  if (response === undefined) return err({ whole: 'webhook response was absent' });
  if (response.uid !== uid) {
    const got = JSON.stringify(response.uid ?? '');
    return err({ whole: `expected response.uid=${JSON.stringify(uid)}, got ${got}` });
  }
  const { allowed = false, status = {}, patch = '', warnings } = response;
  const operations = patch === '' ? undefined : parsedPatch(patch);
  return ok({
    allowed,
    ...defined({ message: status.message, code: status.code, reason: status.reason, warnings }),
    ...defined({ patch: operations }),
  });
}

function parsed(text: string): ReviewResponse | undefined {
  try {
    return (JSON.parse(text) as { readonly response?: ReviewResponse }).response;
  } catch {
    return undefined;
  }
}

function parsedPatch(text: string): readonly JsonPatchOperation[] | undefined {
  try {
    return JSON.parse(textOfBase64(text) ?? '') as readonly JsonPatchOperation[];
  } catch {
    return undefined;
  }
}

/**
 * Converts custom resources by calling the webhook of their definition.
 *
 * Models k8s.io/apiextensions-apiserver pkg/apiserver/conversion webhook_converter.go. In: objects
 * in any version, and the version that is wanted. Out: the objects in that version, in the same
 * order; objects that are in it already are not sent.
 */
import { err, ok, type Result } from '#base/result';
import { uuidV4 } from '#base/uuid';
import type { CustomResourceConversion } from '#k8s.io/api/apiextensions/v1';
import { unknownError } from '#k8s.io/apimachinery/errors';
import type { KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { RequestId } from '#trace/facts/client-go';
import type { AdmissionEnvironment } from '../admission/admission.ts';
import { postToService } from '../admission/webhook/webhook-server.ts';

const timeoutSeconds = 30;
const supported = ['v1', 'v1beta1'];

export type Converted = Process<Result<readonly KubeObject[], Status>>;

export type Convert = (
  id: RequestId,
  objects: readonly KubeObject[],
  apiVersion: string,
) => Converted;

export const webhookConverter = (
  environment: () => AdmissionEnvironment,
  { webhook }: CustomResourceConversion,
): Convert =>
  function* (id, objects, apiVersion) {
    const others = objects.filter((object) => object.apiVersion !== apiVersion);
    const [first] = others;
    if (first === undefined) return ok(objects);
    const { clientConfig = {}, conversionReviewVersions = [] } = webhook ?? {};
    const version = conversionReviewVersions.find((known) => supported.includes(known)) ?? 'v1';
    const uid = uuidV4(environment().prng);
    const answer = yield* postToService(environment(), clientConfig, timeoutSeconds, {
      id,
      userAgent: 'kube-apiserver',
      body: {
        kind: 'ConversionReview',
        apiVersion: `apiextensions.k8s.io/${version}`,
        request: { uid, desiredAPIVersion: apiVersion, objects: others },
      },
    });
    const converted = answer.ok ? readReview(answer.value, uid, others, apiVersion) : answer;
    if (!converted.ok) {
      const kind = `${first.apiVersion}, Kind=${first.kind}`;
      return err(unknownError(`conversion webhook for ${kind} failed: ${converted.error}`));
    }
    const inTurn = converted.value.values();
    return ok(
      objects.map((object) =>
        object.apiVersion === apiVersion ? object : (inTurn.next().value ?? object),
      ),
    );
  };

interface Response {
  readonly uid?: string;
  readonly result?: { readonly status?: string; readonly message?: string };
  readonly convertedObjects?: readonly KubeObject[];
}

/** Source: getConvertedObjectsFromResponse, validateConvertedObject. */
function readReview(
  text: string,
  uid: string,
  sent: readonly KubeObject[],
  apiVersion: string,
): Result<readonly KubeObject[], string> {
  const response = parsed(text);
  if (response === undefined) return err('no response provided');
  if (response.uid !== uid) return err(`expected response.uid=${JSON.stringify(uid)}`);
  const { result = {}, convertedObjects = [] } = response;
  if (result.status !== 'Success') {
    return err(result.message ?? `response.result.status was '${result.status ?? ''}'`);
  }
  if (convertedObjects.length !== sent.length) {
    const counts = `expected ${sent.length} converted objects, got ${convertedObjects.length}`;
    return err(`webhook returned ${counts}`);
  }
  const odd = convertedObjects.find((object) => object.apiVersion !== apiVersion);
  if (odd !== undefined) {
    return err(`invalid converted object: invalid groupVersion ${odd.apiVersion}`);
  }
  return ok(convertedObjects.map((object, index) => withMetadata(object, sent[index])));
}

function parsed(text: string): Response | undefined {
  try {
    return (JSON.parse(text) as { readonly response?: Response }).response;
  } catch {
    return undefined;
  }
}

/** A webhook may change labels and annotations only. Source: restoreObjectMeta. */
function withMetadata(object: KubeObject, sent: KubeObject | undefined): KubeObject {
  if (sent === undefined) return object;
  const { labels: _, annotations: __, ...metadata } = sent.metadata;
  const { labels, annotations } = object.metadata;
  return {
    ...object,
    metadata: { ...metadata, ...(labels && { labels }), ...(annotations && { annotations }) },
  };
}

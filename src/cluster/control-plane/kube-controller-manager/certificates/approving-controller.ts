/**
 * Approves the requests of kubelets for their own client certificates, if they are permitted.
 *
 * Models kubernetes pkg/controller/certificates/approver sarapprove.go: a request for a node's
 * client certificate is approved if a SubjectAccessReview allows the requester to create one. Any
 * other request waits for a person.
 */
import { defined } from '#base/defined';
import { rfc3339 } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { SubjectAccessReview } from '#k8s.io/api/authorization/v1';
import type { CertificateSigningRequest } from '#k8s.io/api/certificates/v1';
import { certificateSigningRequests, type Resource } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import { type CertificateSubject, subjectOf } from '#k8s.io/component-helpers/certificate-request';
import type { Process } from '#sim/simulation';
import type { ControllerDescriptor } from '../app/controller-context.ts';
import { apiError, type SyncResult } from '../controller/workers.ts';
import { CertificateController, hasCondition, withCondition } from './certificate-controller.ts';
import { kubeletProblem } from './kubelet-requests.ts';

const name = 'certificatesigningrequest-approving-controller';
const kubeletClient = 'kubernetes.io/kube-apiserver-client-kubelet';
const reviews: Resource = {
  group: 'authorization.k8s.io',
  version: 'v1',
  resource: 'subjectaccessreviews',
  kind: 'SubjectAccessReview',
  namespaced: false,
};

/** Like upstream, this only builds a queue: no API request before the first signing request. */
export const certificateApprovingController: ControllerDescriptor = {
  name,
  *build(context) {
    return new CertificateController(context, name, (client, request) =>
      approve(context.env, client, request),
    );
  },
};

interface Recognizer {
  readonly subresource: string;
  readonly message: string;
  readonly isMeant: (request: CertificateSigningRequest, subject: CertificateSubject) => boolean;
}

const isNodeClient: Recognizer['isMeant'] = ({ spec }, subject) =>
  spec.signerName === kubeletClient &&
  kubeletProblem('client', subject, spec.usages ?? []) === undefined;

const recognizers: readonly Recognizer[] = [
  {
    subresource: 'selfnodeclient',
    message: 'Auto approving self kubelet client certificate after SubjectAccessReview.',
    isMeant: (request, subject) =>
      isNodeClient(request, subject) && request.spec.username === subject.commonName,
  },
  {
    subresource: 'nodeclient',
    message: 'Auto approving kubelet client certificate after SubjectAccessReview.',
    isMeant: isNodeClient,
  },
];

function* approve(
  { sim }: Environment,
  client: RestClient,
  request: CertificateSigningRequest,
): Process<SyncResult> {
  if (hasCondition(request, 'Approved') || hasCondition(request, 'Denied')) return undefined;
  const { metadata, spec } = request;
  const subject = subjectOf(spec.request);
  if (subject === undefined) return { message: `unable to parse csr "${metadata.name}"` };
  const tried: string[] = [];
  for (const { subresource, message, isMeant } of recognizers) {
    if (!isMeant(request, subject)) continue;
    tried.push(subresource);
    const review = yield* client.create<SubjectAccessReview>(
      reviews,
      reviewOf(request, subresource),
    );
    if (!review.ok) return apiError(review.error);
    if (review.value.status?.allowed !== true) continue;
    const condition = { type: 'Approved', reason: 'AutoApproved', message };
    const approved = withCondition(request, condition, rfc3339(sim.now));
    const at = { name: metadata.name, subresource: 'approval' };
    const done = yield* client.update(certificateSigningRequests, approved, at);
    return done.ok ? undefined : apiError(done.error);
  }
  if (tried.length === 0) return undefined;
  const why = 'but subject access review was not approved';
  return { message: `recognized csr "${metadata.name}" as [${tried.join(' ')}] ${why}` };
}

function reviewOf({ spec }: CertificateSigningRequest, subresource: string) {
  const { username: user = '', groups = [], uid, extra } = spec;
  return {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SubjectAccessReview',
    metadata: {},
    spec: {
      user,
      groups,
      ...defined({ uid, extra }),
      resourceAttributes: {
        verb: 'create',
        group: 'certificates.k8s.io',
        version: '*',
        resource: 'certificatesigningrequests',
        subresource,
      },
    },
  };
}

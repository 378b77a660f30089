/**
 * Issues the certificates of approved requests for Kubernetes' own signers.
 *
 * Models kubernetes pkg/controller/certificates/signer signer.go: four signers, each with rules for
 * the subject and the usages; a request that violates them gets the condition Failed. Nothing is
 * signed here: the certificate is a PEM block that contains the data of a signed one as text.
 */
import { base64OfText } from '#base/base64';
import { hour, minute, rfc3339, second } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { CertificateSigningRequest } from '#k8s.io/api/certificates/v1';
import { certificateSigningRequests } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import { type CertificateSubject, subjectOf } from '#k8s.io/component-helpers/certificate-request';
import type { Process } from '#sim/simulation';
import type { ControllerDescriptor } from '../app/controller-context.ts';
import { apiError, type SyncResult } from '../controller/workers.ts';
import { CertificateController, hasCondition, withCondition } from './certificate-controller.ts';
import { kubeletProblem } from './kubelet-requests.ts';

const name = 'certificatesigningrequest-signing-controller';
/** --cluster-signing-duration, and how much earlier the certificate's validity begins. */
const longest = 8760 * hour;
const backdate = 5 * minute;

type Check = (subject: CertificateSubject, usages: readonly string[]) => string | undefined;

/** The check of each signer: the problem of a request, or undefined when it can be signed. */
const signers: Readonly<Record<string, Check>> = {
  'kubernetes.io/kube-apiserver-client': (_, usages) => clientProblem(usages),
  'kubernetes.io/kube-apiserver-client-kubelet': (subject, usages) =>
    kubeletProblem('client', subject, usages),
  'kubernetes.io/kubelet-serving': (subject, usages) => kubeletProblem('serving', subject, usages),
  'kubernetes.io/legacy-unknown': () => undefined,
};

function clientProblem(usages: readonly string[]): string | undefined {
  const allowed = ['client auth', 'digital signature', 'key encipherment'];
  const other = usages.find((usage) => !allowed.includes(usage));
  if (other !== undefined) return `invalid usage for client certificate: ${other}`;
  return usages.includes('client auth')
    ? undefined
    : 'missing required usage for client certificate: client auth';
}

export const certificateSigningController: ControllerDescriptor = {
  name,
  *build(context) {
    return new CertificateController(context, name, (client, request) =>
      sign(context.env, client, request),
    );
  },
};

function* sign(
  { sim }: Environment,
  client: RestClient,
  request: CertificateSigningRequest,
): Process<SyncResult> {
  const check = signers[request.spec.signerName];
  const waits = !hasCondition(request, 'Approved') || hasCondition(request, 'Failed');
  if (check === undefined || waits || hasCondition(request, 'Denied')) return undefined;
  const subject = subjectOf(request.spec.request);
  if (subject === undefined) return { message: `unable to parse csr "${request.metadata.name}"` };
  const message = check(subject, request.spec.usages ?? []);
  const next: CertificateSigningRequest =
    message === undefined
      ? { ...request, status: { ...request.status, certificate: issue(request, subject, sim.now) } }
      : withCondition(
          request,
          { type: 'Failed', reason: 'SignerValidationFailure', message },
          rfc3339(sim.now),
        );
  const at = { name: request.metadata.name, subresource: 'status' };
  const done = yield* client.update(certificateSigningRequests, next, at);
  return done.ok ? undefined : apiError(done.error);
}

/** The certificate in base64, as in `status.certificate`. */
function issue(
  { spec }: CertificateSigningRequest,
  { commonName, organizations }: CertificateSubject,
  now: number,
): string {
  const asked = spec.expirationSeconds === undefined ? longest : spec.expirationSeconds * second;
  const lines = [
    'Simulated certificate: these words stand in for a signed one.',
    `Issuer: CN=kubernetes`,
    `Subject: ${[...organizations.map((each) => `O=${each}`), `CN=${commonName}`].join(', ')}`,
    `Not before: ${rfc3339(now - backdate)}`,
    `Not after: ${rfc3339(now + Math.min(asked, longest))}`,
    `Usages: ${(spec.usages ?? []).join(', ')}`,
  ];
  const body = base64OfText(`${lines.join('\n')}\n`).match(/.{1,64}/g) ?? [];
  const block = ['-----BEGIN CERTIFICATE-----', ...body, '-----END CERTIFICATE-----', ''];
  return base64OfText(block.join('\n'));
}

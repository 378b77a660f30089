/**
 * Deletes signing requests that are no longer needed, once an hour. Models kubernetes
 * pkg/controller/certificates/cleaner cleaner.go; requests with expired certificates are not
 * treated differently: they too are deleted an hour after their approval.
 */
import { hour, parseRfc3339 } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { CertificateSigningRequest } from '#k8s.io/api/certificates/v1';
import { certificateSigningRequests } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { type Process, sleep } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  type ControllerDescriptor,
  componentOf,
} from '../app/controller-context.ts';
import { accountClient, hasCondition } from './certificate-controller.ts';

const name = 'certificatesigningrequest-cleaner-controller';
const period = hour;
const answeredFor = hour;
const pendingFor = 24 * hour;

export const certificateCleanerController: ControllerDescriptor = {
  name,
  *build(context) {
    return new Cleaner(context);
  },
};

class Cleaner implements Controller {
  readonly #env: Environment;
  readonly #client: () => Process<RestClient>;
  readonly #requests: SharedInformer<CertificateSigningRequest>;

  constructor(context: ControllerContext) {
    this.#env = context.env;
    this.#client = accountClient(context, name);
    this.#requests = context.informers.forResource(certificateSigningRequests);
  }

  *run(): Process {
    yield* this.#requests.waitForSync();
    this.#env.sim.spawn(name, this.#loop());
  }

  *#loop(): Process {
    const { sim, tracer } = this.#env;
    for (;;) {
      yield* sleep(period);
      const old = this.#requests.lister.list().filter((request) => isOld(request, sim.now));
      if (old.length === 0) continue;
      tracer.timer(componentOf(name), 'csr-clean');
      const client = yield* this.#client();
      for (const { metadata } of sim.each(old)) {
        yield* client.delete(certificateSigningRequests, { name: metadata.name });
      }
    }
  }
}

/** Whether it was answered an hour ago, or created a day ago without an answer. */
export function isOld(request: CertificateSigningRequest, now: number): boolean {
  const { status, metadata } = request;
  const answered = (status?.conditions ?? []).some(
    ({ type, lastUpdateTime = '' }) =>
      (type === 'Approved' || type === 'Denied' || type === 'Failed') &&
      now - (parseRfc3339(lastUpdateTime) ?? now) >= answeredFor,
  );
  const pending = !hasCondition(request, 'Approved') && !hasCondition(request, 'Denied');
  const age = now - (parseRfc3339(metadata.creationTimestamp ?? '') ?? now);
  return answered || (pending && age >= pendingFor);
}

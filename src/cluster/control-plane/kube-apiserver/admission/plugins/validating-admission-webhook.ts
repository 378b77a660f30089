/**
 * ValidatingAdmissionWebhook: all webhooks that match a change are called at the same time. Source:
 * apiserver pkg/admission/plugin/webhook/validating dispatcher.go.
 */
import { err } from '#base/result';
import { isStatus } from '#k8s.io/apimachinery/errors';
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import { sleep } from '#sim/simulation';
import { type AdmissionEnvironment, type AdmissionPlugin, admitted } from '../admission.ts';
import { registration } from '../policy/policy-resources.ts';
import { ask, mayHaveWebhooks, type Outcome, pass, shouldCall } from '../webhook/dispatch.ts';
import { WebhookSource } from '../webhook/webhook-source.ts';

export function validatingAdmissionWebhook(environment: AdmissionEnvironment): AdmissionPlugin {
  const source = new WebhookSource(
    environment.cache(registration('validatingwebhookconfigurations')),
    environment.cel,
  );
  return {
    name: 'ValidatingAdmissionWebhook',
    enabled: true,
    handles: (_operation, resource) => mayHaveWebhooks(resource),
    dormant: () => source.empty,
    *validate(attributes) {
      const outcomes: Outcome[] = [];
      let refused: Status | undefined;
      for (const [index, hook] of source.hooks().entries()) {
        const wanted = yield* shouldCall(environment, hook, attributes);
        if (!wanted.ok) return wanted;
        if (!wanted.value) continue;
        const outcome = yield* ask(environment, hook, attributes);
        if ('verdict' in outcome) {
          outcomes.push(outcome);
          if (outcome.verdict.kind === 'failed open') {
            const key = `failed-open.validating.webhook.admission.k8s.io/round_0_index_${index}`;
            attributes.request.annotate(key, hook.webhook.name);
          }
        } else if (isStatus(outcome)) refused ??= outcome;
      }
      if (outcomes.length > 0) yield* sleep(Math.max(...outcomes.map(({ call }) => call.took)));
      // The first refusal that arrived is the one that is returned.
      for (const { verdict } of outcomes.sort((a, b) => a.call.took - b.call.took)) {
        if (verdict.kind === 'allowed') pass(verdict.response, attributes);
        else if (verdict.kind === 'denied') refused ??= verdict.status;
      }
      return refused === undefined ? admitted : err(refused);
    },
  };
}

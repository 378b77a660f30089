/** Webhooks for tests: each sees the ConfigMaps that carry its name in the label `for`. */
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import { ApiFixture, messageOf } from '../api.test.fixture.ts';

export const registration = '/apis/admissionregistration.k8s.io/v1';
const maps = '/api/v1/namespaces/default/configmaps';

type ServerAction = NonNullable<
  NonNullable<ConstructorParameters<typeof ApiFixture>[0]>['webhookServers']
>[number]['does'];

export class WebhookBed {
  readonly api: ApiFixture;

  /** By the first part of its host each server with what it does. */
  constructor(servers: Readonly<Record<string, ServerAction>>) {
    const webhookServers = Object.entries(servers).map(([name, does]) => ({
      url: `https://${name}.example`,
      does,
    }));
    this.api = new ApiFixture({ webhookServers });
  }

  /** Registers a webhook; `more` adds to what it says or says otherwise. */
  webhook(kind: 'Validating' | 'Mutating', name: string, more: object): void {
    const path = `${registration}/${kind.toLowerCase()}webhookconfigurations`;
    const answer = this.api.create(path, {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: `${kind}WebhookConfiguration`,
      metadata: { name },
      webhooks: [
        {
          name: `${name}.example.com`,
          clientConfig: { url: `https://${name}.example` },
          objectSelector: { matchLabels: { for: name } },
          rules: [
            {
              apiGroups: [''],
              apiVersions: ['v1'],
              operations: ['CREATE'],
              resources: ['configmaps'],
            },
          ],
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          ...more,
        },
      ],
    });
    if (answer.code !== 201) throw new Error(messageOf(answer));
  }

  /** Creates the ConfigMap that the webhook of that name sees. */
  create(name: string, query = ''): HttpResponse {
    return this.api.create(`${maps}${query}`, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, labels: { for: name } },
    });
  }

  /** The webhooks that were called, in their order. */
  called(): readonly string[] {
    return this.api.tracer.facts.flatMap((fact) =>
      fact.type === 'WebhookCalled' ? [fact.webhook] : [],
    );
  }
}

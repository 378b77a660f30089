/** Webhooks for tests: each is called for the ConfigMaps that have its name in the label `for`. */
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import { ApiFixture, messageOf } from '../api.test.fixture.ts';

export const registration = '/apis/admissionregistration.k8s.io/v1';
const maps = '/api/v1/namespaces/default/configmaps';

type ServerAction = NonNullable<
  NonNullable<ConstructorParameters<typeof ApiFixture>[0]>['webhookServers']
>[number]['does'];

export class WebhookBed {
  readonly api: ApiFixture;

  /** The servers and what each of them does, by the first part of its host name. */
  constructor(servers: Readonly<Record<string, ServerAction>>) {
    const webhookServers = Object.entries(servers).map(([name, does]) => ({
      url: `https://${name}.example`,
      does,
    }));
    this.api = new ApiFixture({ webhookServers });
  }

  /** Registers a webhook; `more` adds fields or overrides them. */
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

  /** Creates a ConfigMap for which the webhook of that name is called. */
  create(name: string, query = ''): HttpResponse {
    return this.api.create(`${maps}${query}`, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, labels: { for: name } },
    });
  }

  /** The webhooks that were called, in this order. */
  called(): readonly string[] {
    return this.api.tracer.facts.flatMap((fact) =>
      fact.type === 'WebhookCalled' ? [fact.webhook] : [],
    );
  }
}

/**
 * The configured webhooks, in the order in which they are called.
 *
 * Models k8s.io/apiserver pkg/admission/configuration: configurations by name, their webhooks in
 * order. Changes are read at the next request.
 */
import type { MutatingWebhook, ValidatingWebhook } from '#k8s.io/api/admissionregistration/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Cel } from '#k8s.io/apiserver/cel/cel';
import type { Program } from '#k8s.io/apiserver/cel/program';
import type { ResourceCache } from '../../storage/resource-cache.ts';
import { declared } from '../policy/request-variables.ts';

export type Webhook = ValidatingWebhook & Pick<MutatingWebhook, 'reinvocationPolicy'>;

/** One webhook of one configuration. */
export interface Hook {
  readonly configuration: string;
  /** Its unique name: `configuration/webhook`. */
  readonly key: string;
  readonly webhook: Webhook;
  readonly conditions: readonly Program[];
}

export class WebhookSource {
  readonly #cache: ResourceCache;
  readonly #cel: Cel;
  #hooks: readonly Hook[] | undefined;
  #configurations = 0;

  constructor(cache: ResourceCache, cel: Cel) {
    this.#cache = cache;
    this.#cel = cel;
    cache.addHandler((object, previous) => {
      if (previous === undefined) this.#configurations++;
      else if (object === undefined) this.#configurations--;
      this.#hooks = undefined;
    });
  }

  get empty(): boolean {
    return this.#configurations === 0;
  }

  hooks(): readonly Hook[] {
    this.#hooks ??= this.#cache.list().flatMap((object) => hooksOf(object, this.#cel));
    return this.#hooks;
  }
}

function hooksOf(object: KubeObject, cel: Cel): readonly Hook[] {
  const { webhooks = [] } = object as KubeObject & { readonly webhooks?: readonly Webhook[] };
  const configuration = object.metadata.name;
  return webhooks.map((webhook) => ({
    configuration,
    key: `${configuration}/${webhook.name}`,
    webhook,
    conditions: conditionsOf(webhook, cel),
  }));
}

/** The conditions compile: they were checked when the configuration was written. */
function conditionsOf({ matchConditions = [] }: Webhook, cel: Cel): readonly Program[] {
  if (matchConditions.length === 0) return [];
  const environment = cel.environmentWith(declared(false));
  return matchConditions.flatMap(({ expression }) => {
    const program = cel.compile(environment, expression, ['bool']);
    return program.ok ? [program.value] : [];
  });
}

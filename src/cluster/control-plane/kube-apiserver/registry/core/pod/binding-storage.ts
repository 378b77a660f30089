/**
 * pods/binding: assigns a pod to its node, once. Source: kubernetes
 * pkg/registry/core/pod/storage/storage.go BindingREST.
 */
import { err, ok, type Result } from '#base/result';
import { rfc3339 } from '#base/sim-time';
import type { Binding, Pod, PodStatus } from '#k8s.io/api/core/v1';
import { conflict, invalid, notFound } from '#k8s.io/apimachinery/errors';
import { type FieldError, notSupported, required } from '#k8s.io/apimachinery/field-error';
import { asObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { RequestAttributes } from '../../../request-attributes.ts';
import { sentMetadata } from '../../metadata.ts';
import type { ResourceStorage } from '../../resource-storage.ts';
import type { RestStorage, StorageResult } from '../../rest-storage.ts';

const bindings = { group: '', resource: 'pods/binding' };

export class BindingStorage implements RestStorage {
  readonly #pods: ResourceStorage;

  constructor(pods: ResourceStorage) {
    this.#pods = pods;
  }

  *create(attrs: RequestAttributes, object: KubeObject): Process<StorageResult<KubeObject>> {
    const { admission, storage, reader } = this.#pods.store.options;
    const change = { request: attrs, operation: 'CREATE' as const, object, old: undefined };
    const mutated = yield* admission.admit(change);
    if (!mutated.ok) return mutated;
    const binding = asObject<Binding>(mutated.value);
    const problem = problemsOf(binding);
    if (problem.length > 0)
      return err(invalid({ group: '', kind: 'Binding' }, attrs.name, problem));
    const checked = yield* admission.validate({ ...change, object: mutated.value });
    if (!checked.ok) return checked;
    if (attrs.dryRun) return ok(success);
    const target = this.#pods.store.target(attrs);
    const { uid } = sentMetadata(mutated.value);
    const preconditions = uid === undefined || uid === '' ? undefined : { uid };
    const self = this;
    const assign = function* (current: KubeObject | undefined): Process<StorageResult<KubeObject>> {
      return self.#assigned(current as Pod | undefined, attrs.name, binding);
    };
    const bound = yield* storage.guaranteedUpdate(
      target,
      reader.cached(target.key),
      preconditions,
      assign,
    );
    return bound.ok ? ok(success) : bound;
  }

  /** Source: setPodNodeAndMetadata. */
  #assigned(pod: Pod | undefined, name: string, binding: Binding): Result<Pod, Status> {
    if (pod === undefined) return err(notFound({ group: '', resource: 'pods' }, name));
    const { metadata, spec, status = {} } = pod;
    const refused = (why: string): Result<Pod, Status> => err(conflict(bindings, name, why));
    if (metadata.deletionTimestamp !== undefined) {
      return refused(`pod ${name} is being deleted, cannot be assigned to a host`);
    }
    if ((spec.nodeName ?? '') !== '') {
      return refused(`pod ${name} is already assigned to node "${spec.nodeName}"`);
    }
    if ((spec.schedulingGates ?? []).length > 0) {
      return refused(`pod ${name} has non-empty .spec.schedulingGates`);
    }
    const { annotations, labels } = binding.metadata;
    return ok({
      ...pod,
      metadata: {
        ...metadata,
        ...(annotations !== undefined && {
          annotations: { ...metadata.annotations, ...annotations },
        }),
        ...(labels !== undefined && { labels: { ...metadata.labels, ...labels } }),
      },
      spec: { ...spec, nodeName: binding.target.name ?? '' },
      status: this.#scheduled(status),
    });
  }

  #scheduled({ nominatedNodeName: _, ...status }: PodStatus): PodStatus {
    const others = (status.conditions ?? []).filter(({ type }) => type !== 'PodScheduled');
    const lastTransitionTime = rfc3339(this.#pods.store.options.sim.now);
    return {
      ...status,
      conditions: [
        ...others,
        { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime },
      ],
    };
  }
}

/** The older resource: the binding has the name of its pod. Source: LegacyBindingREST. */
export const legacyBindingStorage = (bindings: BindingStorage): RestStorage => ({
  create: (attrs, object) =>
    bindings.create({ ...attrs, name: sentMetadata(object).name ?? '' }, object),
});

/** Source: ValidatePodBinding. */
function problemsOf({ target }: Binding): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { kind = '', name = '' } = target ?? {};
  if (kind !== '' && kind !== 'Node') {
    errors.push(notSupported('target.kind', kind, ['Node', '<empty>']));
  }
  if (name === '') errors.push(required('target.name'));
  return errors;
}

/** The response to a binding is a Status; the handlers return it unchanged. */
const success = asObject<KubeObject>({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  code: 201,
});

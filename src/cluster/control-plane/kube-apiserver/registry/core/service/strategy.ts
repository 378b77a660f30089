/** Source: kubernetes pkg/registry/core/service/strategy.go. */
import type { Service } from '#k8s.io/api/core/v1';
import { dns1123LabelErrors } from '#k8s.io/apimachinery/validation';
import { statusStrategy, withSpec } from '../../common-strategies.ts';
import { defineStrategy, withStatus } from '../../strategy.ts';
import { validateLoadBalancerStatus, withAddressModes } from './load-balancer-status.ts';
import {
  withKeptAllocations,
  withNormalAddresses,
  withoutForeignFields,
} from './type-dependent-fields.ts';
import { serviceWarnings, validateService, validateServiceUpdate } from './validation.ts';

export const serviceStrategy = defineStrategy<Service>({
  prepareForCreate: (service) => withStatus(withNormalAddresses(service), { loadBalancer: {} }),
  validate: validateService,
  warningsOnCreate: serviceWarnings,
  prepareForUpdate: (service, old) => {
    const kept = withKeptAllocations(withNormalAddresses(service, old), old);
    return withStatus(withoutForeignFields(kept, old), keptStatus(kept, old));
  },
  validateUpdate: validateServiceUpdate,
  nameErrors: dns1123LabelErrors,
  createOnUpdate: true,
  returnDeletedObject: true,
  status: statusStrategy<Service>({
    prepareForUpdate: (service, old) => withAddressModes(withSpec(service, old.spec)),
    validateUpdate: validateLoadBalancerStatus,
  }),
  fields: {
    'spec.clusterIP': (service) => (service as Service).spec.clusterIP ?? '',
    'spec.type': (service) => (service as Service).spec.type ?? '',
  },
});

/**
 * Taking a load balancer away needs time, but the status no longer shows it as soon as the type is
 * another. Source: the end of dropTypeDependentFields.
 */
function keptStatus({ spec }: Service, { status }: Service): Service['status'] {
  const isShown = (status?.loadBalancer?.ingress ?? []).length > 0;
  return spec.type !== 'LoadBalancer' && isShown ? { ...status, loadBalancer: {} } : status;
}

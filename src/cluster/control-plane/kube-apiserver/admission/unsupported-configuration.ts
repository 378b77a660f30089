/** A plugin that refuses the objects that would configure it, rather than ignore them. */
import { type AdmissionPlugin, admitted, deny } from './admission.ts';

const group = 'admissionregistration.k8s.io';

export const unsupportedConfiguration = (
  name: string,
  plurals: readonly string[],
  reason: string,
): AdmissionPlugin => ({
  name,
  enabled: true,
  inertBecause: reason,
  handles: (operation, resource) =>
    operation !== 'DELETE' && resource.group === group && plurals.includes(resource.plural),
  *validate(attributes) {
    const { resource } = attributes.request;
    if (attributes.operation === 'CONNECT') return admitted;
    return deny(attributes, `this simulator does not evaluate ${resource.plural}`);
  },
});

/**
 * Only a pod that runs on a node can be resized. Source: kubernetes
 * plugin/pkg/admission/podresize.
 */
import type { Pod } from '#k8s.io/api/core/v1';
import { type AdmissionPlugin, admitted, deny, handlesResource } from '../admission.ts';

export const podResizeValidator: AdmissionPlugin = {
  name: 'PodResizeValidator',
  enabled: true,
  handles: handlesResource(['UPDATE'], 'pods', '', 'resize'),
  *validate(attributes) {
    const { spec } = attributes.object as Pod;
    if (spec.os?.name !== 'windows') return admitted;
    return deny(attributes, 'resizing of windows pods is not supported');
  },
};

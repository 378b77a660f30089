/** What the scheduler has of resource.k8s.io, in clusters whose nodes have drivers for devices. */
import type { DeviceClass, ResourceClaim, ResourceSlice } from '#k8s.io/api/resource/v1';
import type { Cel } from '#k8s.io/apiserver/cel/cel';
import type { Lister } from '#k8s.io/client-go/tools/cache/store';
import type { Handle, Plugin } from '../../interface.ts';

export interface DeviceListers {
  readonly resourceClaims: Lister<ResourceClaim>;
  readonly resourceSlices: Lister<ResourceSlice>;
  readonly deviceClasses: Lister<DeviceClass>;
}

/** Makes the plugin that allocates, one for each profile; together they know what is taken. */
export type DeviceAllocation = (devices: DeviceListers, cel: Cel) => (handle: Handle) => Plugin;

/**
 * The items of the kubelet's sync loop, one kind for each channel of upstream's syncLoopIteration.
 */
import type { PodUpdate } from './config/pod-config.ts';
import type { PlegEvent } from './pleg/generic.ts';
import type { ProbeUpdate } from './prober/results.ts';

export type LoopItem =
  | { readonly channel: 'config'; readonly update: PodUpdate }
  | { readonly channel: 'pleg'; readonly event: PlegEvent }
  | { readonly channel: 'probes'; readonly update: ProbeUpdate }
  | { readonly channel: 'sync' }
  | { readonly channel: 'housekeeping' };

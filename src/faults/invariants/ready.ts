/** Whether a Pod is ready. */
import type { Pod } from '#k8s.io/api/core/v1';

export const isReady = ({ status }: Pod): boolean =>
  status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') === true;

/**
 * Whether a pod has ended: its containers will not run again.
 * Models kubernetes/pkg/api/v1/pod util.go IsPodTerminal and IsPodPhaseTerminal.
 */
import type { PodStatus } from '#k8s.io/api/core/v1';

type TerminalPhase = Extract<NonNullable<PodStatus['phase']>, 'Failed' | 'Succeeded'>;

/** Whether a pod stays in this phase whatever happens. */
export const isPodPhaseTerminal = (phase: PodStatus['phase']): phase is TerminalPhase =>
  phase === 'Failed' || phase === 'Succeeded';

/** Whether the pod is in such a phase. */
export const isPodTerminal = (pod: { readonly status?: PodStatus | undefined }): boolean =>
  isPodPhaseTerminal(pod.status?.phase);

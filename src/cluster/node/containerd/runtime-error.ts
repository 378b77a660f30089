/** gRPC codes of the errors that containerd gives. */
import type { CriError } from '#k8s.io/cri-api/runtime';

export const unknownError = (message: string): CriError => ({ code: 2, message });
export const deadlineExceeded = (message: string): CriError => ({ code: 4, message });
export const notFound = (message: string): CriError => ({ code: 5, message });

/** The result of a command as the Status on its error stream. */

export interface Result {
  readonly metadata: object;
  readonly status: 'Success' | 'Failure';
  readonly message?: string;
  readonly reason?: string;
  readonly details?: object;
  readonly code?: number;
}

export const success: Result = { metadata: {}, status: 'Success' };

/**
 * A client of SPDY hears the runtime itself. What a WebSocket carries, the API server's translator
 * has heard as such a client and says once more. Source: streamtranslator.go
 * codeExitToStatusError and NewInternalError; containerd internal/cri/server streamingserver.go
 * Exec.
 */
export type Hearer = 'runtime' | 'translator';

/** Source: cri-streaming remotecommand exec.go ServeExec. */
export function exitStatus(hearer: Hearer, command: readonly string[], exitCode: number): Result {
  const said =
    hearer === 'translator'
      ? `command terminated with exit code ${exitCode}`
      : `error executing command [${command.join(' ')}], exit code ${exitCode}`;
  return {
    metadata: {},
    status: 'Failure',
    message: `command terminated with non-zero exit code: ${said}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(exitCode) }] },
  };
}

const wrapped = /^Internal error occurred: (?=Internal error occurred: )/;

/** @param message as the translator says it */
export const failure = (hearer: Hearer, message: string): Result => ({
  metadata: {},
  status: 'Failure',
  message: hearer === 'translator' ? message : message.replace(wrapped, ''),
  reason: 'InternalError',
  code: 500,
});

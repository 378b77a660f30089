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

/** Source: cri-streaming remotecommand exec.go ServeExec. */
export const exitStatus = (exitCode: number): Result => ({
  metadata: {},
  status: 'Failure',
  message:
    'command terminated with non-zero exit code: ' +
    `command terminated with exit code ${exitCode}`,
  reason: 'NonZeroExitCode',
  details: { causes: [{ reason: 'ExitCode', message: String(exitCode) }] },
});

export const failure = (message: string): Result => ({
  metadata: {},
  status: 'Failure',
  message,
  reason: 'InternalError',
  code: 500,
});

/** Errors of gRPC as Go prints them. Models google.golang.org/grpc/internal/status Error. */
import type { CriError } from '#k8s.io/cri-api/runtime';

const codes = [
  'OK',
  'Canceled',
  'Unknown',
  'InvalidArgument',
  'DeadlineExceeded',
  'NotFound',
  'AlreadyExists',
  'PermissionDenied',
  'ResourceExhausted',
  'FailedPrecondition',
  'Aborted',
  'OutOfRange',
  'Unimplemented',
  'Internal',
  'Unavailable',
  'DataLoss',
  'Unauthenticated',
] as const;

/** `rpc error: code = NotFound desc = …`. */
export const grpcErrorText = ({ code, message }: CriError): string =>
  `rpc error: code = ${codes[code] ?? `Code(${code})`} desc = ${message}`;

export const grpcCanceled = 1;
export const grpcNotFound = 5;

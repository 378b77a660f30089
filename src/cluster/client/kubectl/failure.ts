/**
 * How a command fails, and the text that a person reads.
 *
 * Models k8s.io/kubectl pkg/cmd/util helpers.go checkErr and StandardErrorMessage. In: what went
 * wrong, as a value. Out: the text for standard error and the exit code.
 */
import { err, ok, type Result } from '#base/result';
import type { Status, StatusCause } from '#k8s.io/apimachinery/meta/v1';

export type Failure =
  /** The server refused the request. */
  | { readonly kind: 'status'; readonly status: Status; readonly source?: FailureSource }
  /** No answer came. `request` is the verb and URL as Go's url.Error names them. */
  | {
      readonly kind: 'connection';
      readonly host: string;
      readonly request: string;
      readonly message: string;
    }
  /** Anything else: printed after `error: `. */
  | { readonly kind: 'error'; readonly message: string; readonly exitCode?: number }
  /** The text as it stands, without the prefix. */
  | { readonly kind: 'plain'; readonly message: string; readonly exitCode: number }
  | { readonly kind: 'several'; readonly failures: readonly Failure[] };

/** What was being done with which file when the server refused. */
interface FailureSource {
  readonly verb: string;
  readonly name: string;
}

export type Outcome<T = void> = Result<T, Failure>;

/** Adds to a failure what was being done. Source: helpers.go AddSourceToErr. */
export function withSource(failure: Failure, verb: string, name: string): Failure {
  if (failure.kind === 'error') {
    return {
      ...failure,
      message: `error when ${verb} ${JSON.stringify(name)}: ${failure.message}`,
    };
  }
  if (failure.kind !== 'status') return failure;
  const { status, source } = failure;
  if (source === undefined) return { ...failure, source: { verb, name } };
  const message = sourced(status.message ?? '', source);
  return { ...failure, status: { ...status, message }, source: { verb, name } };
}

export const fail = (message: string): { readonly ok: false; readonly error: Failure } =>
  err({ kind: 'error', message });

/** A misuse of the command line. Source: helpers.go UsageErrorf. */
export const usageError = (commandPath: string, message: string) =>
  fail(`${message}\nSee '${commandPath} -h' for help and examples`);

/** The failure for a Kubernetes feature that is not simulated. */
export const notSimulated = (what: string, reason = '') =>
  fail(`${what} is not simulated${reason === '' ? '' : `: ${reason}`}`);

/** One failure for several; undefined for none. Source: utilerrors.NewAggregate. */
export function aggregate(failures: readonly Failure[]): Failure | undefined {
  const [first] = failures;
  return failures.length > 1 ? { kind: 'several', failures } : first;
}

/** The failure without what is only NotFound, if that was allowed. Source: utilerrors.FilterOut. */
export function allowAbsent(failure: Failure | undefined, allowed: boolean): Outcome {
  if (failure === undefined) return ok(undefined);
  const all = failure.kind === 'several' ? failure.failures : [failure];
  const left = aggregate(all.filter((each) => !(allowed && isNotFound(each))));
  return left === undefined ? ok(undefined) : err(left);
}

export const isNotFound = (failure: Failure): boolean =>
  failure.kind === 'status' && failure.status.reason === 'NotFound';

/** The message alone, as Go's Error() gives it, for commands that wrap it in their own words. */
export function failureMessage(failure: Failure): string {
  switch (failure.kind) {
    case 'status':
      return sourced(failure.status.message ?? '', failure.source);
    case 'connection':
      return `${failure.request}: ${failure.message}`;
    case 'several':
      return `[${failure.failures.map(failureMessage).join(', ')}]`;
    case 'error':
    case 'plain':
      return failure.message;
  }
}

export interface RenderedFailure {
  readonly text: string;
  readonly exitCode: number;
}

/** What kubectl prints for a failure. */
export function renderFailure(failure: Failure): RenderedFailure {
  if (failure.kind === 'plain') return { text: line(failure.message), exitCode: failure.exitCode };
  if (failure.kind === 'status' && failure.status.reason === 'Invalid') {
    return { text: invalidText(failure.status, failure.source), exitCode: 1 };
  }
  if (failure.kind === 'several') {
    const text = failure.failures.map((each) => line(standardMessage(each))).join('');
    return { text, exitCode: 1 };
  }
  const exitCode = failure.kind === 'error' ? (failure.exitCode ?? 1) : 1;
  const message = standardMessage(failure);
  const prefixed = failure.kind === 'error' && !message.startsWith('error: ');
  return { text: line(prefixed ? `error: ${message}` : message), exitCode };
}

const line = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** Source: helpers.go StandardErrorMessage. */
function standardMessage(failure: Failure): string {
  if (failure.kind === 'connection') {
    return failure.message.includes('connection refused')
      ? `The connection to the server ${failure.host} was refused - did you specify the right ` +
          'host or port?'
      : `Unable to connect to the server: ${failure.message}`;
  }
  if (failure.kind !== 'status') return failureMessage(failure);
  const { reason } = failure.status;
  const message = failureMessage(failure);
  if (reason === 'Unauthorized') {
    return `error: You must be logged in to the server (${message})`;
  }
  return reason === undefined
    ? `Error from server: ${message}`
    : `Error from server (${reason}): ${message}`;
}

const sourced = (message: string, source: FailureSource | undefined): string =>
  source === undefined ? message : `error when ${source.verb} "${source.name}": ${message}`;

/** Each wrong field on its own line. Source: helpers.go checkErr, the case of IsInvalid. */
function invalidText(status: Status, source: FailureSource | undefined): string {
  const { kind = '', name = '', causes = [] } = status.details ?? {};
  const named = kind !== '' || name !== '';
  const subject = named ? `The ${kind} "${name}" is invalid` : 'The request is invalid';
  const messages = [...new Set(causes.map(causeText))];
  if (messages.length === 0) {
    return line(named ? subject : sourced(`${subject}: ${status.message ?? ''}`, source));
  }
  if (messages.length === 1) return `${subject}: ${messages[0]}\n`;
  return `${subject}: \n${messages.map((message) => `* ${message}\n`).join('')}`;
}

const causeText = ({ field = '', message = '' }: StatusCause): string => `${field}: ${message}`;

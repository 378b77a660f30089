/**
 * The file of --authentication-config while the server runs: each change becomes an input of the
 * run, where the API server takes it or keeps what it has.
 *
 * Models the function that WatchUntil calls in kubernetes pkg/kubeapiserver/options
 * authentication.go ApplyTo, up to the authenticators themselves. In: the name of the file. Out:
 * what it says, or the line of the log that says why it is refused.
 */
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { err, ok, type Result } from '#base/result';
import { aggregateMessage, forbiddenField } from '#k8s.io/apimachinery/field-error';
import type { AuthenticationConfiguration } from '#trace/authentication-configuration';
import type { IdentityAction } from '#trace/outside-action';
import { decodeAuthentication, problemsOf } from './authentication-config.ts';

/** Real milliseconds between two looks at the file. */
const lookMilliseconds = 250;

type Reload = Extract<IdentityAction, { readonly kind: 'authentication' }>;

/** A file as the action that a run takes. */
export const authenticationAction = (
  authentication: AuthenticationConfiguration,
  clockAhead: number,
): Reload => ({
  kind: 'authentication',
  configuration: JSON.stringify(authentication),
  issuers: (authentication.jwt ?? []).map(({ issuer }) => issuer?.url ?? ''),
  clockAhead,
});

interface Followed {
  readonly file: string;
  /** What the file said at the start. */
  readonly initial: AuthenticationConfiguration;
  /** How far clients' clocks are ahead of the run's calendar now, in seconds. */
  readonly clockAhead: () => number;
  readonly changed: (action: Reload) => void;
}

/** Calls `changed` with each change of the file; returns what ends it. */
export function followAuthenticationFile({
  file,
  initial,
  clockAhead,
  changed,
}: Followed): () => void {
  let known: string | undefined;
  const look = (): void => {
    const read = textOf(file);
    if (!read.ok) {
      // It may come back as it was.
      known = undefined;
      changed(refused(`failed to read authentication config file: ${read.error}`));
      return;
    }
    if (read.value === known) return;
    known = read.value;
    const checked = check(known, initial);
    changed(
      checked.ok
        ? { ...authenticationAction(checked.value, clockAhead()), reload: '' }
        : refused(checked.error),
    );
  };
  const refused = (reload: string): Reload => ({
    ...authenticationAction({}, clockAhead()),
    reload,
  });
  const first = textOf(file);
  if (first.ok && isDeepStrictEqual(check(first.value, initial), ok(initial))) known = first.value;
  else look();
  watchFile(file, { persistent: false, interval: lookMilliseconds }, look);
  return () => unwatchFile(file, look);
}

function textOf(file: string): Result<string, string> {
  try {
    return ok(readFileSync(file, 'utf8'));
  } catch {
    return err(`open ${file}: no such file or directory`);
  }
}

function check(
  text: string,
  initial: AuthenticationConfiguration,
): Result<AuthenticationConfiguration, string> {
  const decoded = decodeAuthentication(text);
  if (!decoded.ok) {
    return err(`failed to load authentication config: ${decoded.error}`);
  }
  const problems = [...problemsOf(decoded.value)];
  if (!isDeepStrictEqual(decoded.value.anonymous, initial.anonymous)) {
    problems.push(forbiddenField('anonymous', 'changed from initial configuration file'));
  }
  if (problems.length === 0) return decoded;
  return err(`failed to validate authentication config: ${aggregateMessage(problems)}`);
}

/**
 * The issuers that count now, and those of a configuration that takes their place while the server
 * runs.
 *
 * Models the reload of --authentication-config in kubernetes pkg/kubeapiserver/options
 * authentication.go ApplyTo, and authenticationConfigUpdater of pkg/kubeapiserver/authenticator
 * config.go: new authenticators are looked at every 10 s, and count when all of them know their
 * issuer. If that takes a minute, the old ones stay, and it is tried again. A file that is refused
 * changes nothing. In: what each look at the file has found, as inputs of the run. A late part.
 */
import { minute, second } from '#base/sim-time';
import type { Cel } from '#k8s.io/apiserver/cel/cel';
import { firstOf, type Signal } from '#sim/signal';
import { type Process, sleep } from '#sim/simulation';
import type { Task } from '#sim/task';
import type { IdentityAction } from '#trace/outside-action';
import type { Tracer } from '#trace/tracer';
import { type Family, labelsOf } from '../../metrics/exposition.ts';
import type { Authentication } from '../authenticator.ts';
import type { AnonymousAuth } from '../union.ts';
import { ConfiguredIssuers } from './configured-issuers.ts';
import type { IssuerParts } from './issuer-authenticator.ts';

/** Where the configuration is, and when it changes. */
export interface OidcSource {
  /** The last one that was not refused. */
  readonly identities: IdentityAction | undefined;
  /** What the last look at the file has found, which may be refused. */
  readonly lastFound: IdentityAction | undefined;
  readonly identitiesChanged: Signal;
}

export interface UpdateParts extends Omit<IssuerParts, 'ecdsa'> {
  readonly tracer: Tracer;
}

const component = 'kube-apiserver';
const pollInterval = 10 * second;
/** Source: UpdateAuthenticationConfigTimeout. */
const updateTimeout = minute;
/** How often the file is looked at, if nothing says that it has changed. */
const lookInterval = minute;
/** How long the old authenticators go on with what they have begun. */
const oldLife = minute;

/** What became of a change: nothing to say, or the line of the log. */
interface Failure {
  readonly message: string;
  readonly why: string;
  /** The same file may do later. */
  readonly isOpen: boolean;
}

export class IssuerUpdates {
  readonly #source: OidcSource;
  readonly #parts: UpdateParts;
  readonly #cel: Cel;
  #current: ConfiguredIssuers;
  #tasks: readonly Task[] = [];
  /** Who may come without credentials: as the first file says, for good. */
  readonly anonymousAuth: AnonymousAuth | undefined;
  readonly #reloads = { success: 0, failure: 0 };

  constructor(identities: IdentityAction, source: OidcSource, parts: UpdateParts, cel: Cel) {
    this.#source = source;
    this.#parts = parts;
    this.#cel = cel;
    this.#current = new ConfiguredIssuers(identities, parts, cel);
    this.anonymousAuth = this.#current.anonymousAuth;
  }

  authenticateToken(token: string): Authentication {
    return this.#current.authenticateToken(token);
  }

  /** Begins with what counts at the start, and follows the changes. */
  *run(): Process {
    const source = this.#source;
    const { sim, tracer } = this.#parts;
    let tracked = source.lastFound;
    this.#tasks = this.#start(this.#current);
    for (;;) {
      const found = source.lastFound;
      if (found === tracked || found === undefined) {
        yield* source.identitiesChanged.wait();
        continue;
      }
      const failure = yield* this.#update(found);
      this.#reloads[failure === undefined ? 'success' : 'failure']++;
      const message = failure?.message ?? 'reloaded authentication config';
      const params = failure === undefined ? {} : { error: failure.why };
      tracer.emit({ type: 'Noted', component, message, params });
      if (failure?.isOpen !== true) tracked = found;
      else if (source.lastFound === found) {
        yield* firstOf(sim, [source.identitiesChanged], lookInterval);
      }
    }
  }

  /** `apiserver_authentication_config_controller_…`; nothing before the first change. */
  families(): readonly Family[] {
    const states = Object.entries(this.#reloads).filter(([, value]) => value > 0);
    return [
      {
        name: 'apiserver_authentication_config_controller_automatic_reloads_total',
        help:
          '[BETA] Total number of automatic reloads of authentication configuration split by ' +
          'status and apiserver identity.',
        type: 'counter',
        // The server has no identity here, as with its gate APIServerIdentity off.
        samples: states.map(([status, value]) => ({
          labels: labelsOf({ apiserver_id_hash: '', status }),
          value,
        })),
      },
    ];
  }

  #start(issuers: ConfiguredIssuers): readonly Task[] {
    const { sim } = this.#parts;
    return issuers.start((issuer) => sim.spawn('issuer', issuer.run()));
  }

  *#update(found: IdentityAction): Process<Failure | undefined> {
    const refusal = found.kind === 'authentication' ? found.reload : undefined;
    if (refusal !== undefined && refusal !== '') {
      const [message = '', ...why] = refusal.split(': ');
      return { message, why: why.join(': '), isOpen: false };
    }
    const next = new ConfiguredIssuers(found, this.#parts, this.#cel);
    const tasks = this.#start(next);
    let { problem } = next;
    for (let passed = 0; problem !== undefined; passed += pollInterval) {
      if (passed >= updateTimeout) {
        for (const task of tasks) task.cancel();
        const why = `[${problem}, context deadline exceeded]`;
        return { message: 'failed to update authentication config', why, isOpen: true };
      }
      yield* sleep(pollInterval);
      problem = next.problem;
    }
    const old = this.#tasks;
    this.#parts.sim.after(oldLife, () => {
      for (const task of old) task.cancel();
    });
    this.#current = next;
    this.#tasks = tasks;
    return undefined;
  }
}

/**
 * Service account tokens for pods, by TokenRequest.
 * Models kubernetes/pkg/kubelet/token/token_manager.go: a token is cached and requested again at 80
 * % of its life or after 24 hours.
 */
import { err, ok, type Result } from '#base/result';
import { type Duration, hour, parseRfc3339, type SimTime, second } from '#base/sim-time';
import type { TokenRequest } from '#k8s.io/api/authentication/v1';
import type { Pod } from '#k8s.io/api/core/v1';
import { serviceAccounts } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { KubeletContext } from '../kubelet-context.ts';

interface Kept {
  readonly token: string;
  readonly refreshAt: SimTime;
}

const maxAge: Duration = 24 * hour;

export class TokenManager {
  readonly #context: KubeletContext;
  readonly #tokens = new Map<string, Kept>();

  constructor(context: KubeletContext) {
    this.#context = context;
  }

  /** The cached token, while it need not be refreshed. */
  current(pod: Pod, audience: string | undefined, expirationSeconds: number): string | undefined {
    const kept = this.#tokens.get(keyOf(pod, audience, expirationSeconds));
    return kept !== undefined && this.#context.wall() < kept.refreshAt ? kept.token : undefined;
  }

  /** A token of the pod's service account, bound to the pod. */
  *getServiceAccountToken(
    pod: Pod,
    audience: string | undefined,
    expirationSeconds: number,
  ): Process<Result<string, string>> {
    const { wall, client } = this.#context;
    const { namespace, name, uid } = pod.metadata;
    const account = pod.spec.serviceAccountName ?? 'default';
    const key = keyOf(pod, audience, expirationSeconds);
    const kept = this.#tokens.get(key);
    if (kept !== undefined && wall() < kept.refreshAt) return ok(kept.token);
    const request = {
      kind: 'TokenRequest',
      apiVersion: 'authentication.k8s.io/v1',
      metadata: {},
      spec: {
        audiences: audience === undefined || audience === '' ? null : [audience],
        expirationSeconds,
        boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name, uid },
      },
      status: { token: '', expirationTimestamp: null },
    };
    const target = { namespace, name: account, subresource: 'token' };
    const answer = yield* client.create<TokenRequest>(serviceAccounts, request, target);
    if (!answer.ok) return err(`failed to fetch token: ${answer.error.message ?? ''}`);
    const { token = '', expirationTimestamp } = answer.value.status ?? {};
    const expires = parseRfc3339(expirationTimestamp ?? '') ?? wall() + expirationSeconds * second;
    const life = Math.floor((expires - wall()) * 0.8);
    this.#tokens.set(key, { token, refreshAt: wall() + Math.min(life, maxAge) });
    return ok(token);
  }

  /** Source: DeleteServiceAccountToken. */
  forget(uid: string): void {
    for (const key of this.#tokens.keys()) {
      if (key.startsWith(`${uid}/`)) this.#tokens.delete(key);
    }
  }
}

const keyOf = (
  { metadata, spec }: Pod,
  audience: string | undefined,
  expirationSeconds: number,
): string =>
  `${metadata.uid}/${spec.serviceAccountName ?? 'default'}/${audience ?? ''}/${expirationSeconds}`;

import {
  ApiException,
  CoordinationV1Api,
  KubeConfig,
  type V1Lease,
  V1MicroTime,
} from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Served, serve } from './serve.ts';

const namespace = 'default';
const name = 'operator';
const leaseSeconds = 15;

let served: Served;

beforeAll(async () => {
  served = await serve({ recording: { scenario: 'empty-cluster', seed: 1 }, speed: 10 });
}, 60_000);

afterAll(() => served.close());

const isCode = (error: unknown, code: number): boolean =>
  error instanceof ApiException && error.code === code;

/**
 * One of several replicas of an operator, each with connections of its own. The library has no
 * elector; this follows the rules of client-go's (`tools/leaderelection` tryAcquireOrRenew), with
 * the seconds of its clock given by the test.
 */
class Candidate {
  readonly #identity: string;
  readonly #leases: CoordinationV1Api;
  #seen: { readonly version: string | undefined; readonly at: number } | undefined;

  constructor(identity: string) {
    this.#identity = identity;
    const config = new KubeConfig();
    config.loadFromString(served.kubeconfigs.get('admin') ?? '');
    this.#leases = config.makeApiClient(CoordinationV1Api);
  }

  read(): Promise<V1Lease> {
    return this.#leases.readNamespacedLease({ name, namespace });
  }

  /** Whether it leads after this attempt. */
  async attempt(now: number): Promise<boolean> {
    try {
      return await this.#attemptWith(await this.read(), now);
    } catch (error) {
      if (isCode(error, 409)) return false;
      if (!isCode(error, 404)) throw error;
    }
    try {
      const spec = this.#spec(now, 0);
      await this.#leases.createNamespacedLease({ namespace, body: { metadata: { name }, spec } });
      return true;
    } catch (error) {
      if (isCode(error, 409)) return false;
      throw error;
    }
  }

  /** Writes the lease that it has read some time ago. */
  async #attemptWith(lease: V1Lease, now: number): Promise<boolean> {
    const { holderIdentity = '', leaseTransitions = 0, acquireTime } = lease.spec ?? {};
    const version = lease.metadata?.resourceVersion;
    if (this.#seen?.version !== version) this.#seen = { version, at: now };
    const isOwn = holderIdentity === this.#identity;
    const isHeld = holderIdentity !== '' && now < (this.#seen?.at ?? now) + leaseSeconds;
    if (isHeld && !isOwn) return false;
    const spec = this.#spec(now, isOwn ? leaseTransitions : leaseTransitions + 1);
    if (isOwn && acquireTime !== undefined) spec.acquireTime = acquireTime;
    return this.replace({ ...lease, spec });
  }

  /** Rejects with 409 if somebody has written in between. */
  async replace(body: V1Lease): Promise<boolean> {
    await this.#leases.replaceNamespacedLease({ name, namespace, body });
    return true;
  }

  /** Steps down, so that nobody has to wait. */
  async release(): Promise<void> {
    const lease = await this.read();
    await this.replace({ ...lease, spec: { ...lease.spec, holderIdentity: '' } });
  }

  #spec(now: number, leaseTransitions: number): NonNullable<V1Lease['spec']> {
    const time = new V1MicroTime(started + now * 1000);
    return {
      holderIdentity: this.#identity,
      leaseDurationSeconds: leaseSeconds,
      acquireTime: time,
      renewTime: time,
      leaseTransitions,
    };
  }
}

const started = Date.now();

describe('Leader election by a Lease', () => {
  it('has one leader at a time; when it ends, the other takes over after the Lease', async () => {
    const [first, second] = [new Candidate('one'), new Candidate('two')];
    const begun = await Promise.all([first.attempt(0), second.attempt(0)]);
    expect(begun.filter((leads) => leads)).toHaveLength(1);
    const [leader, other] = begun[0] === true ? [first, second] : [second, first];
    const { spec } = await leader.read();
    const names = spec?.holderIdentity === 'one' ? ['one', 'two'] : ['two', 'one'];
    // What a candidate wrote as the time is what everybody reads.
    expect(new Date(String(spec?.renewTime)).getTime()).toBe(started);

    expect(await other.attempt(2)).toBe(false);
    expect(await leader.attempt(10)).toBe(true);
    expect(await other.attempt(11)).toBe(false);
    // The leader ends here. The other saw the last change of the Lease at second 11.
    expect(await other.attempt(25)).toBe(false);
    expect(await other.attempt(26)).toBe(true);
    const taken = await other.read();
    expect(taken.spec).toMatchObject({ holderIdentity: names[1], leaseTransitions: 1 });
    // It is back, and finds that it leads no more.
    expect(await leader.attempt(27)).toBe(false);
  });

  it('refuses a leader that was away too long: its copy of the Lease is old', async () => {
    const [old, fresh] = [new Candidate('old'), new Candidate('fresh')];
    const stale = await old.read();
    const { holderIdentity = '' } = stale.spec ?? {};
    expect(await new Candidate(holderIdentity).attempt(40)).toBe(true);
    await expect(old.replace(stale)).rejects.toMatchObject({
      code: 409,
      body: expect.stringContaining('the object has been modified'),
    });
    expect(await fresh.attempt(41)).toBe(false);
    await new Candidate(holderIdentity).release();
    expect(await fresh.attempt(42)).toBe(true);
  });
});

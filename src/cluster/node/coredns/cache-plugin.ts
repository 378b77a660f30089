/**
 * Remembers answers, good and bad, for a while. Models coredns/plugin/cache with `cache 30`: the
 * TTL that is left counts down.
 */
import { type SimTime, second } from '#base/sim-time';
import type { DnsMessage, DnsQuestion } from '#cluster/node/os/dns-message';

export type DnsAnswer = NonNullable<DnsMessage['answer']>;

const maxSeconds = 30;
const capacity = 9984;

export class AnswerCache {
  readonly #answers = new Map<string, { readonly answer: DnsAnswer; readonly at: SimTime }>();

  get({ name, type }: DnsQuestion, now: SimTime): DnsAnswer | undefined {
    const key = `${type} ${name}`;
    const found = this.#answers.get(key);
    if (found === undefined) return undefined;
    const age = Math.floor((now - found.at) / second);
    if (age >= maxSeconds) {
      this.#answers.delete(key);
      return undefined;
    }
    const { answer } = found;
    return { ...answer, records: answer.records.map((one) => ({ ...one, ttl: one.ttl - age })) };
  }

  set({ name, type }: DnsQuestion, answer: DnsAnswer, now: SimTime): void {
    if (this.#answers.size >= capacity) this.#answers.clear();
    this.#answers.set(`${type} ${name}`, { answer, at: now });
  }
}

/** Walks a trace from effect to cause: the answer to "why did this happen?". */
import type { FactId } from './fact.ts';
import type { Fact } from './facts.ts';

/** The chain from a fact to its beginning, the fact itself first. */
export function causesOf(facts: readonly Fact[], id: FactId): readonly Fact[] {
  const chain: Fact[] = [];
  for (let fact = facts[id - 1]; fact !== undefined; fact = facts[fact.cause - 1]) {
    chain.push(fact);
  }
  return chain;
}

/** Who set which fields of an object: its facts do not say so, the objects of the run do. */
import { managedFieldsOf } from '#k8s.io/apimachinery/managedfields/ledger';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Fact } from '#trace/facts';
import type { ManagersAnswer, ManagersQuestion } from './protocol.ts';

/** Reads the write that is asked about, unless the facts are those of another run. */
export function managersIn(facts: readonly Fact[], question: ManagersQuestion): ManagersAnswer {
  const { fact: id, at, key, uid } = question;
  const fact = facts[id - 1];
  if (fact?.type !== 'TxnCommitted' || fact.at !== at || fact.key !== key) {
    return { managers: undefined };
  }
  const object = fact.value as KubeObject | undefined;
  const same = object?.metadata?.uid === uid;
  return { managers: object !== undefined && same ? managedFieldsOf(object) : undefined };
}

/**
 * What a fact names. Kinds that name the same thing have the same field for it, so it is read from
 * the fields: the object, the Pod, the key, the request, the command.
 */

import type { ObjectRef } from '#trace/fact';
import type { Fact } from '#trace/facts';
import type { RequestId } from '#trace/facts/client-go';

/** The object that a fact names; its name is empty if the fact is about many objects. */
export const refOf = (fact: Fact): ObjectRef | undefined => ('ref' in fact ? fact.ref : undefined);

/** The object that a fact names, or the object of the Event that it reports. */
export const namedObject = (fact: Fact): ObjectRef | undefined =>
  fact.type === 'EventRecorded' ? fact.regarding : refOf(fact);

/** `namespace/name` of the Pod that a fact names; `undefined` if it names none. */
export const podOf = (fact: Fact): string | undefined =>
  'pod' in fact && fact.pod !== '' ? fact.pod : undefined;

/** The key of a work queue or of etcd. */
export const keyOf = (fact: Fact): string | undefined => ('key' in fact ? fact.key : undefined);

/** The request that a fact is a part of. */
export const requestOf = (fact: Fact): RequestId | undefined =>
  'request' in fact && typeof fact.request === 'number' ? fact.request : undefined;

/** The command or action that a fact belongs to, as its index among the inputs. */
export const inputOf = (fact: Fact): number | undefined =>
  'input' in fact ? fact.input : undefined;

/** What both ends of a frame have in common: a number, a Pod or a key. */
export function pairOf(fact: Fact): string {
  const number = inputOf(fact) ?? requestOf(fact) ?? ('call' in fact ? fact.call : undefined);
  return number === undefined ? (podOf(fact) ?? keyOf(fact) ?? '') : String(number);
}

/** What a program of the person's machine is called: kubectl, or `curl` of `person/curl`. */
export const programName = (component: string): string => component.replace('person/', '');

/** What clients were told, against what the store did. */
import { type Operation, operationsOf } from '../client-history.ts';
import type { Breach, Evidence } from '../evidence.ts';
import type { Version } from '../history.ts';
import { otherField } from '../stored-fields.ts';

/**
 * A write that was answered with success is in the history of its key, and a deletion shows there.
 * Otherwise a client would rely on something that a fault took away again.
 */
export function nothingAcknowledgedIsLost({ facts, history }: Evidence): Breach | undefined {
  for (const operation of operationsOf(facts, history)) {
    const { kind, key, revision, client, answered } = operation;
    if (kind === 'read') continue;
    const versions = history.of(key);
    const isThere =
      kind === 'delete'
        ? isDeletedBy(versions, operation)
        : revision === undefined || versions.some((version) => version.revision === revision);
    if (isThere) continue;
    const what = kind === 'delete' ? 'the deletion' : `revision ${revision}`;
    return { fact: answered, message: `${what} of ${key} for ${client} is not in the store` };
  }
  return undefined;
}

/** When the answer came, the object was gone, on its way out or another one. */
function isDeletedBy(versions: readonly Version[], { sent, answered }: Operation): boolean {
  return versions.some(
    ({ fact, value }, index) =>
      fact < answered &&
      (versions[index + 1]?.fact ?? Number.POSITIVE_INFINITY) > sent &&
      (value === undefined || value.metadata.deletionTimestamp !== undefined),
  );
}

/**
 * Each key is linearizable: every answer shows a state that the key had at one moment between the
 * request and its answer, in all fields, and so does every refusal. Every state has a revision of
 * its own, so the one order to hold answers against is that of the commits: nothing else has to be
 * searched for. Reads that allow an old state (`resourceVersion=0`, informers) are not part of this.
 */
export function keysAreLinearizable({ facts, history }: Evidence): Breach | undefined {
  for (const operation of operationsOf(facts, history)) {
    const wrong = wrongIn(operation, history.of(operation.key));
    if (wrong === undefined) continue;
    const { key, client, answered } = operation;
    return { fact: answered, message: `${client} ${wrong.replace('KEY', key)}` };
  }
  return undefined;
}

function wrongIn(operation: Operation, versions: readonly Version[]): string | undefined {
  const { kind, revision, not, object } = operation;
  if (not !== undefined) {
    if (stoodBetween(versions, operation, (state) => state !== not)) return undefined;
    return `was refused KEY because it was not at ${not}, where it was all the time`;
  }
  if (revision === undefined) return undefined;
  const what = kind === 'read' ? 'read' : 'wrote';
  if (!stoodBetween(versions, operation, (state) => state === revision)) {
    return `${what} KEY at ${revision}, not its state then`;
  }
  const stored = versions.find((version) => version.revision === revision)?.value;
  const field = object && stored && otherField(object, stored, revision);
  return field && `${what} KEY at ${revision} with another ${field} than it had`;
}

/** Whether a key was in a state between a request and its answer; 0: the key does not exist. */
function stoodBetween(
  versions: readonly Version[],
  { sent, answered }: Operation,
  isRight: (revision: number) => boolean,
): boolean {
  if ((versions[0]?.fact ?? Number.POSITIVE_INFINITY) > sent && isRight(0)) return true;
  return versions.some(({ fact, value, revision }, index) => {
    const until = versions[index + 1]?.fact ?? Number.POSITIVE_INFINITY;
    return fact < answered && until > sent && isRight(value === undefined ? 0 : revision);
  });
}

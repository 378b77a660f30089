/** What clients were told, against what the store did. */
import { type Operation, operationsOf } from '../client-history.ts';
import type { Breach, Evidence } from '../evidence.ts';
import type { History, Version } from '../history.ts';

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
 * request and its answer. Every state has a revision of its own, so the one order to hold answers
 * against is that of the commits: nothing else has to be searched for. Reads that allow an old
 * state (`resourceVersion=0`, informers) are not part of this.
 */
export function keysAreLinearizable({ facts, history }: Evidence): Breach | undefined {
  for (const operation of operationsOf(facts, history)) {
    if (operation.revision === undefined) continue;
    if (stoodBetween(history, operation)) continue;
    const { kind, key, revision, client, answered } = operation;
    const what = kind === 'read' ? 'read' : 'wrote';
    return {
      fact: answered,
      message: `${client} ${what} ${key} at ${revision}, not its state then`,
    };
  }
  return undefined;
}

function stoodBetween(history: History, { key, sent, answered, revision }: Operation): boolean {
  const versions = history.of(key);
  if (revision === 0 && (versions[0]?.fact ?? Number.POSITIVE_INFINITY) > sent) return true;
  return versions.some((version, index) => {
    const matches = revision === 0 ? version.value === undefined : version.revision === revision;
    const until = versions[index + 1]?.fact ?? Number.POSITIVE_INFINITY;
    return matches && version.fact < answered && until > sent;
  });
}

/** What the simulator leaves out at a step, where a folder's "Not modelled" says so. */
import type { MessageId } from '#i18n/t';
import type { Fact } from '#trace/trace-event';

/**
 * The message for a fact; `undefined` when nothing on point is left out. `members`: etcd has
 * several, which agree on each write.
 */
export function leftOut(fact: Fact, members: boolean): MessageId | undefined {
  switch (fact.type) {
    case 'Authenticated':
      return 'leftOut.tls';
    case 'FlowControlled':
      return 'leftOut.seats';
    case 'Mutated':
    case 'Admitted':
      return 'leftOut.webhooks';
    case 'StorageWriteStarted':
      return 'leftOut.encoding';
    case 'TxnCommitted':
    case 'TxnRefused':
      return members ? undefined : 'leftOut.members';
    case 'NodesFiltered':
      return 'leftOut.parallel';
    case 'ProcessStarted':
      return 'leftOut.usage';
    case 'CniStep':
      return 'leftOut.packets';
    case 'RegistryAnswered':
      return 'leftOut.layers';
    case 'PodSyncStep':
      return fact.step === 'wait-for-volumes' ? 'leftOut.volumes' : undefined;
    default:
      return undefined;
  }
}

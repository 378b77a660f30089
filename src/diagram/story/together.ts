/** The requests that one beat tells together: all three Pods, all three kubelets. */
import { beatHere } from '#player/beat-here';
import type { Player } from '#player/player-state';
import type { TraceLog } from '#player/trace-log';
import type { FactOf } from '#trace/facts';

/** On the map up to three dots run together: the filled one and these. */
const most = 2;

/**
 * The numbers of the requests of the beat at the cursor that wrote the same part of other objects
 * of the same kind, the last of them first; nothing before the cursor has come to where the beat
 * rests.
 */
export function togetherHere(player: Player): readonly number[] {
  const { log, steps, cursor } = player;
  const beat = beatHere(player);
  const told = log.fact(cursor);
  if (beat === undefined || beat.fact !== cursor || told?.type !== 'TxnCommitted') return [];
  const own = sentFor(log, told);
  const found = new Map<string, number>([[told.key, 0]]);
  for (let index = beat.last; index >= beat.first && found.size <= most; index--) {
    const fact = log.fact(steps[index]?.fact ?? 0);
    if (fact?.type !== 'TxnCommitted' || fact.id > cursor || found.has(fact.key)) continue;
    const sent = sentFor(log, fact);
    if (own !== undefined && sent !== undefined && isAlike(own, sent)) {
      found.set(fact.key, sent.request);
    }
  }
  return [...found.values()].slice(1);
}

type Sent = FactOf<'RequestSent'>;

function sentFor(log: TraceLog, { id }: FactOf<'TxnCommitted'>): Sent | undefined {
  const request = log.requestOf(id);
  const sent = request === 0 ? undefined : log.fact(log.factsOfRequest(request)[0] ?? 0);
  return sent?.type === 'RequestSent' ? sent : undefined;
}

const isAlike = (one: Sent, other: Sent): boolean =>
  one.method === other.method && withoutName(one) === withoutName(other);

/** The path of a request, the same for all objects of a kind in a namespace. */
function withoutName({ url, ref }: Sent): string {
  const [path = ''] = url.split('?', 1);
  const parts = path.split('/');
  return parts.filter((part) => part !== ref.name).join('/');
}

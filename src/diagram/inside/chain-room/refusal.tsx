/** What comes out at the side when a station says no: code, message, kubectl's own words. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import { momentOf } from '../room-words.ts';
import type { Chain } from './chain-model.ts';

export function Refusal({ chain }: { readonly chain: Chain }): ReactNode {
  const t = useT();
  const answer = chain.facts.get('ResponseSent');
  const byKubectl = chain.facts.get('RequestSent')?.component === 'kubectl';
  const command = usePlayer(({ scene }) => scene.commands.at(-1));
  if (answer === undefined) return null;
  const { wayBack } = chain.times;
  const printed = byKubectl
    ? (command?.output ?? []).filter(({ stream }) => stream === 'stderr')
    : [];
  return (
    <section className="room-pane refusal" aria-label={t('room.chain.refusal')}>
      <header>
        <span className="fail">
          ✕ {answer.code} {answer.reason}
        </span>
        <small>{wayBack !== undefined && t('room.chain.back', { time: momentOf(wayBack) })}</small>
      </header>
      <p className="refusal-message">{answer.message}</p>
      {printed.length > 0 && command !== undefined && (
        <pre className="refusal-printed">
          $ {command.line}
          {'\n'}
          {printed.map(({ text }) => text).join('')}
        </pre>
      )}
    </section>
  );
}

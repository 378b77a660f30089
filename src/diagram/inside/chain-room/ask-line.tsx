/** Who asks what of the API server. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { roomOf } from '#player/place';
import { usePlayer } from '#player/player';
import { familyOf } from '../../family.ts';
import { FamilyGlyph } from '../../nodes/glyph.tsx';
import { useAnchor } from '../../story/anchored.ts';
import { nameOfController } from '../../working-controller.ts';
import type { Chain } from './chain-model.ts';

export function AskLine({ chain }: { readonly chain: Chain }): ReactNode {
  const t = useT();
  const others = usePlayer(({ scene }) => {
    let waiting = 0;
    for (const { stage } of scene.requests.values()) {
      if (stage !== 'sent' && stage !== 'returned') waiting++;
    }
    return waiting - 1;
  });
  const sent = chain.facts.get('RequestSent');
  const asks = sent?.component ?? '';
  const anchor = useAnchor([...new Set([nameOfController(asks), roomOf(asks) ?? asks])].join(' '));
  if (sent === undefined) return <p className="ask-line quiet">{t('diagram.apiserver.idle')}</p>;
  const { component, user, method, url } = sent;
  const name = component.split('/').at(-1) ?? component;
  return (
    <p className="ask-line">
      <FamilyGlyph family={familyOf(roomOf(component) ?? component)} />
      <span {...anchor}>
        <b>{component === 'kubectl' ? user : name}</b>{' '}
        {component === 'kubectl' ? t('room.chain.withKubectl') : t('room.chain.asks')}
      </span>
      <code title={url}>
        {method} {url}
      </code>
      {others > 0 && <span className="quiet">{t('room.chain.others', { n: others })}</span>}
    </p>
  );
}

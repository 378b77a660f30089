/**
 * Under every tab: where Kubernetes does this in its source, the step as a stop of a lesson, and
 * the same request with kubectl.
 */
import type { ReactNode } from 'react';
import { sourceOf } from '#facts/details/source-of';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import type { Fact } from '#trace/facts';
import { CopyButton } from '../copy-button.tsx';
import { Icon } from '../icons.tsx';
import { CopyStop } from '../lesson/copy-stop.tsx';
import { equivalentOf } from './equivalent.ts';
import { factsOfRequest, useFact, useSubject } from './focus.ts';

/** The line that a person typed, and that led to the fact. */
function typedFor(fact: Fact): string | undefined {
  const { log } = player.getState();
  for (let cause: Fact | undefined = fact; cause !== undefined; cause = log.fact(cause.cause)) {
    if (cause.type === 'CommandEntered') return cause.line;
  }
  return undefined;
}

export default function InspectorFoot(): ReactNode {
  const t = useT();
  const fact = useFact();
  const subject = useSubject();
  const scene = usePlayer((state) => state.scene);
  if (fact === undefined) return null;
  const { log } = player.getState();
  const request = factsOfRequest(log, fact, scene.requests.get(log.requestOf(fact.id)));
  const command = equivalentOf(fact, request, subject, typedFor(fact));
  const source = sourceOf(fact);
  return (
    <div className="foot">
      <div className="foot-row">
        {source !== undefined && (
          <a href={source.url} target="_blank" rel="noreferrer" title={source.url}>
            <Icon name="out" />
            <span>{source.label}</span> @v1.36.3
          </a>
        )}
        <CopyStop />
      </div>
      {command !== undefined && (
        <div className="equivalent">
          <code title={command}>{command}</code>
          <CopyButton className="btn ghost" text={command} label={t('inspector.kubectl')} />
        </div>
      )}
    </div>
  );
}

/** Where Kubernetes does what this step reports: files and symbols at the simulated version. */
import type { ReactNode } from 'react';
import { Wrapped } from '#diagram/nodes/wrapped.tsx';
import { type SourcePlace, sourcesOf } from '#facts/details/source-of';
import { titleOf } from '#facts/title-of';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import type { Fact } from '#trace/facts';
import { CopyButton } from '../copy-button.tsx';
import { Icon } from '../icons.tsx';
import { factsOfRequest, useFact } from './focus.ts';

/** The stages of the request before this one, newest first; each place once. */
const mostBefore = 6;

export default function SourceTab(): ReactNode {
  const t = useT();
  const fact = useFact();
  const scene = usePlayer((state) => state.scene);
  if (fact === undefined) return <p>{t('inspector.source.none')}</p>;
  const { log } = player.getState();
  const request = factsOfRequest(log, fact, scene.requests.get(log.requestOf(fact.id)));
  const here = sourcesOf(fact);
  const before = placesBefore(request, here);
  return (
    <>
      {here.length === 0 ? (
        <p>{t('inspector.source.none')}</p>
      ) : (
        <ul className="sources">
          {here.map((place) => (
            <Place key={place.label} place={place} />
          ))}
        </ul>
      )}
      {before.length > 0 && (
        <>
          <h3>{t('inspector.source.before')}</h3>
          <ul className="sources">
            {before.map(({ place, of }) => (
              <Place key={place.label} place={place} of={titleOf(of, t)} />
            ))}
          </ul>
        </>
      )}
      <p className="left-out">{t('inspector.source.about')}</p>
    </>
  );
}

interface Before {
  readonly place: SourcePlace;
  readonly of: Fact;
}

function placesBefore(request: readonly Fact[], here: readonly SourcePlace[]): readonly Before[] {
  const seen = new Set(here.map(({ label }) => label));
  const found: Before[] = [];
  for (const of of request.toReversed()) {
    for (const place of sourcesOf(of).slice(0, 1)) {
      if (seen.has(place.label) || found.length >= mostBefore) continue;
      seen.add(place.label);
      found.push({ place, of });
    }
  }
  return found;
}

interface PlaceProps {
  readonly place: SourcePlace;
  readonly of?: string;
}

function Place({ place, of }: PlaceProps): ReactNode {
  const t = useT();
  const { url, path, symbol } = place;
  const file = path.slice(path.lastIndexOf('/') + 1);
  return (
    <li>
      {of !== undefined && <span className="q">{of}</span>}
      <a href={url} target="_blank" rel="noreferrer">
        <Icon name="out" />
        <b>{symbol ?? file}</b>
      </a>
      <code>
        <Wrapped text={path} />
      </code>
      <CopyButton className="btn ghost" text={url} label={t('inspector.copy')} />
    </li>
  );
}

/** Clusters to do with as one likes: an empty one, those with more machines, one to be built. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { scenarios } from '#scenarios/index';
import { linkTo } from './link-to.ts';

const clusters = [
  'three-members',
  'two-managers',
  'two-schedulers',
  'with-ingress',
  'with-gateway',
  'with-gpus',
  'network-policies',
  'run-pod',
] as const;

export function OwnClusters(): ReactNode {
  const t = useT();
  return (
    <section aria-labelledby="gallery-own">
      <div className="head">
        <h2 id="gallery-own">{t('gallery.own')}</h2>
        <p>{t('gallery.own.sub')}</p>
      </div>
      <ul className="cards plain">
        <Own
          to={{ scenario: 'everyday' }}
          title={t('scenario.everyday.title')}
          sees={t('gallery.own.everyday.sees')}
        />
        <Own
          to={{ scenario: 'empty-cluster' }}
          title={t('scenario.empty-cluster.title')}
          sees={t('gallery.own.sandbox.sees')}
        />
        <Own
          to={{ scenario: 'empty-cluster', build: '1' }}
          title={t('gallery.own.builder')}
          sees={t('gallery.own.builder.sees')}
        />
        {clusters.map((id) => (
          <Own
            key={id}
            to={{ scenario: id }}
            title={t(`scenario.${id}.title`)}
            command={scenarios[id].suggestion}
          />
        ))}
        <Own
          to={{ view: 'coverage' }}
          title={t('coverage.title')}
          sees={t('gallery.own.coverage.sees')}
        />
      </ul>
    </section>
  );
}

interface OwnProps {
  readonly to: Readonly<Record<string, string>>;
  readonly title: string;
  readonly sees?: string;
  readonly command?: string;
}

function Own({ to, title, sees, command }: OwnProps): ReactNode {
  return (
    <li className="card">
      <h3>
        <a href={linkTo(to)}>{title}</a>
      </h3>
      {sees !== undefined && <p>{sees}</p>}
      {command !== undefined && <code translate="no">{command}</code>}
    </li>
  );
}

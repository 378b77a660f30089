/** The sentence that leads: what happens at the cursor, and in which chapter of the story. */
import * as m from 'framer-motion/m';
import { type ReactNode, useId, useState } from 'react';
import { changing } from '#diagram/motion/moving.tsx';
import { caption } from '#facts/caption';
import { useT } from '#i18n/locale';
import type { MessageParams } from '#i18n/t';
import { captionInLog } from '#player/caption-in-log';
import { player, usePlayer } from '#player/player';
import type { Player } from '#player/player-state';
import { Icon } from '../icons.tsx';
import { useFact } from '../inspector/focus.ts';
import { RichText } from '../rich-text.tsx';

/** The message for the fact at the cursor, in the page's language, and what filled its holes. */
export function useCaption(): ShownCaption {
  const t = useT();
  const fact = useFact();
  const starting = usePlayer(({ goal }) => goal !== undefined && goal.kind !== 'input');
  const failed = usePlayer(({ status }) => failures.has(status.kind));
  const nothingYet = failed ? noRun : starting ? startsUp : waits;
  const { id, params } =
    fact === undefined ? nothingYet : captionInLog(player.getState().log, fact);
  return { message: t(id, params), params };
}

interface ShownCaption {
  readonly message: string;
  readonly params: MessageParams;
}
const startsUp = caption('caption.starting');
const waits = caption('caption.none');
const noRun = caption('caption.noRun');
const failures: ReadonlySet<Player['status']['kind']> = new Set([
  'crashed',
  'refused',
  'unsupported',
]);

/** Why playing stopped here, for the hint. */
const stopWords = ({ stoppedBy }: Player): { readonly value: string } | undefined => stoppedBy;

const hints = {
  before: 'caption.hint.first',
  within: 'caption.hint',
  end: 'caption.hint.end',
} as const;

function placeInRun({ steps, step, status }: Player): keyof typeof hints {
  if (steps.length === 0) return 'before';
  const last = step?.index === steps.length - 1;
  return last && status.kind === 'done' ? 'end' : 'within';
}

export function CaptionBar(): ReactNode {
  const t = useT();
  const { message, params } = useCaption();
  const playing = usePlayer((state) => state.playing);
  const place = usePlayer(placeInRun);
  const cursor = usePlayer((state) => state.cursor);
  const stopped = usePlayer(stopWords);
  return (
    <section className="caption">
      <ChapterMenu />
      <m.p key={place === 'before' ? place : cursor} data-testid="caption" {...changing()}>
        <RichText message={message} params={params} />
      </m.p>
      <div className="hint">
        {playing ? '' : stopped === undefined ? t(hints[place]) : t('breakpoints.stopped', stopped)}
      </div>
    </section>
  );
}

/** Chapter n of m with its name; opens the list of all chapters. */
function ChapterMenu(): ReactNode {
  const t = useT();
  const id = useId();
  const [open, setOpen] = useState(false);
  const chapter = usePlayer((state) => state.chapter);
  const chapters = usePlayer((state) => state.chapters);
  if (chapter === undefined) return <div className="where" />;
  const go = (fact: number): void => {
    player.getState().seek(fact);
    document.getElementById(id)?.hidePopover();
  };
  return (
    <div className="where">
      {t('chapter.of', { n: chapter.index + 1, total: chapters.length })}
      <button type="button" className="chapter-name" popoverTarget={id}>
        {t(`chapter.${chapter.id}`)}
        <Icon name="chevron" />
      </button>
      <ol
        id={id}
        popover="auto"
        className="popover chapters"
        aria-label={t('chapter.list')}
        onBeforeToggle={(event) => setOpen(event.newState === 'open')}
      >
        {(open ? chapters : []).map((entry) => (
          <li key={entry.index}>
            <button
              type="button"
              aria-current={entry.index === chapter.index ? 'step' : undefined}
              onClick={() => go(entry.fact)}
            >
              <span className="num">{entry.index + 1}</span>
              {t(`chapter.${entry.id}`)}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

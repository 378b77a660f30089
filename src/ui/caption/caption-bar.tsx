/** The sentence that leads: what happens at the cursor, and in which chapter of the story. */
import { type ReactNode, useId } from 'react';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import { Icon } from '../icons.tsx';
import { useFact } from '../inspector/focus.ts';
import { caption } from '../narration/caption.ts';
import { captionInLog } from '../narration/caption-in-log.ts';
import { RichText } from '../rich-text.tsx';

/** The message for the fact at the cursor, in the page's language. */
export function useCaption(): string {
  const t = useT();
  const fact = useFact();
  const { id, params } =
    fact === undefined ? nothingYet : captionInLog(player.getState().log, fact);
  return t(id, params);
}
const nothingYet = caption('caption.none');

export function CaptionBar(): ReactNode {
  const t = useT();
  const message = useCaption();
  const playing = usePlayer((state) => state.playing);
  const begun = usePlayer((state) => state.steps.length > 0);
  const hint = t(begun ? 'caption.hint' : 'caption.hint.first');
  return (
    <section className="caption">
      <ChapterMenu />
      <p data-testid="caption">
        <RichText message={message} />
      </p>
      <div className="hint">{playing ? '' : hint}</div>
    </section>
  );
}

/** Chapter n of m with its name; opens the list of all chapters. */
function ChapterMenu(): ReactNode {
  const t = useT();
  const id = useId();
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
      <ol id={id} popover="auto" className="popover chapters" aria-label={t('chapter.list')}>
        {chapters.map((entry) => (
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

/** The sentence that leads: what happens at the cursor, and in which chapter of the story. */
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { Moving } from '#diagram/motion/moving.tsx';
import { caption } from '#facts/caption';
import { useT } from '#i18n/locale';
import type { MessageParams } from '#i18n/t';
import { captionInLog } from '#player/caption-in-log';
import { chapterHere } from '#player/navigation';
import { player, usePlayer } from '#player/player';
import type { Player } from '#player/player-state';
import { failureOf } from '#player/run-status';
import { Icon } from '../icons.tsx';
import { useFact } from '../inspector/focus.ts';
import { RichText } from '../rich-text.tsx';
import { DepthChoice } from '../transport/depth-switch.tsx';
import { usePlaceWords } from './place-words.ts';
import { useTelling } from './telling.ts';

// The words of the beat come beside the run; until then the caption of the fact stands.
const StoryLine = lazy(() => import('./story-line.tsx'));
const FoldChip = lazy(() => import('./fold-chip.tsx'));

/** The message for the fact at the cursor, in the page's language, with the values of its holes. */
export function useCaption(): ShownCaption {
  const t = useT();
  const fact = useFact();
  const starting = usePlayer(({ goal }) => goal !== undefined && goal.kind !== 'input');
  const failed = usePlayer(({ status }) => failureOf(status) !== undefined);
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
  const told = usePlayer(({ depth }) => depth === 'story');
  const telling = useTelling();
  const plain = <RichText message={message} params={params} />;
  return (
    <section className={told ? 'caption story' : 'caption'}>
      <ChapterMenu />
      <Moving as="p" how="changes" key={place === 'before' ? place : cursor} data-testid="caption">
        {told && telling !== undefined ? (
          <Suspense fallback={plain}>
            <StoryLine telling={telling} />
          </Suspense>
        ) : (
          plain
        )}
      </Moving>
      <div className="hint">
        {!playing && stopped !== undefined && t('breakpoints.stopped', stopped)}
        {!playing && stopped === undefined && !told && t(hints[place])}
      </div>
      {told && (
        <Suspense>
          <FoldChip />
        </Suspense>
      )}
    </section>
  );
}

/** Chapter n of m with its name; opens the list of all chapters. */
function ChapterMenu(): ReactNode {
  const t = useT();
  const id = useId();
  const [open, setOpen] = useState(false);
  const chapter = usePlayer(chapterHere);
  const chapters = usePlayer((state) => state.chapters);
  const told = usePlayer(({ depth }) => depth === 'story');
  const place = usePlaceWords();
  if (chapter === undefined) return <div className="where" />;
  const go = (fact: number): void => {
    player.getState().seek(fact);
    document.getElementById(id)?.hidePopover();
  };
  return (
    <div className="where">
      <span>
        {/* Its row stays while it is empty. */}
        {told
          ? place || '\u00a0'
          : t('chapter.of', { n: chapter.index + 1, total: chapters.length })}
      </span>
      <button type="button" className="chapter-name" popoverTarget={id}>
        <span>{t(`chapter.${chapter.id}`)}</span>
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
      <DepthChoice />
    </div>
  );
}

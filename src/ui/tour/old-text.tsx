/** What the old text says in this chapter, sentence by sentence, and how it is today. */
import { type ReactNode, useRef, useState } from 'react';
import { useLocale, useT } from '#i18n/locale';
import { player } from '#player/player';
import type { TourChapter } from '#scenarios/tours/tour';
import { Dialog } from '../dialog.tsx';
import { OldSentenceText } from './old-sentence.tsx';
import { type OldSentence, readOldSentences } from './old-words.ts';
import { useTourT } from './tour-words.ts';

export function OldText({ chapter }: { readonly chapter: TourChapter }): ReactNode {
  const tourText = useTourT();
  const t = useT();
  const locale = useLocale((state) => state.locale);
  const dialog = useRef<HTMLDialogElement>(null);
  const [sentences, setSentences] = useState<readonly OldSentence[]>([]);
  const { covers } = chapter;
  if (covers.length === 0) return null;
  const show = (): void => {
    player.getState().pause();
    dialog.current?.showModal();
    void readOldSentences(locale).then((all) =>
      setSentences(all.filter(({ id }) => covers.includes(id))),
    );
  };
  const title = tourText('ui.oldText', { n: covers.length });
  return (
    <>
      <button type="button" className="btn ghost old-text" onClick={show}>
        {title}
      </button>
      <Dialog ref={dialog} className="old-text-dialog" title={title}>
        {sentences.map((sentence) => (
          <OldSentenceText key={sentence.id} sentence={sentence} />
        ))}
        <a className="tour-link" href={`?view=coverage#${covers[0] ?? ''}`}>
          {t('coverage.title')}
        </a>
      </Dialog>
    </>
  );
}

/** The audience's end of the channel: tells the speaker's window, and does what it asks. */
import { useDiagram } from '#diagram/diagram-store';
import { useLocale } from '#i18n/locale';
import { player } from '#player/player';
import { linkTo } from '../gallery/link-to.ts';
import { showNotice } from '../shell/notice-store.ts';
import { useTour } from '../tour/tour-store.ts';
import { useTourWords } from '../tour/tour-words.ts';
import { useWalkNotes } from './notes-of-stop.ts';
import { session } from './session.ts';
import { count, point, toggleBlank, useShow } from './show-store.ts';
import { useSlide } from './slide-store.ts';
import { speakerNotes } from './speaker-notes.ts';
import {
  type Deed,
  type FromPresenter,
  openChannel,
  readFromSpeaker,
  version,
} from './speaker-protocol.ts';
import { toggleTerminal } from './terminal-shown.ts';
import {
  askAgain,
  goBack,
  goOn,
  goToQuestion,
  reveal,
  saySentence,
  shownQuestion,
} from './walk.ts';

/** Opens the window with the notes, or brings it to the front. */
export function openSpeaker(): void {
  const { locale } = useLocale.getState();
  const address = new URL(linkTo({ view: 'speaker', session: session() }), location.href);
  address.searchParams.set('lang', locale);
  const theme = document.documentElement.dataset['theme'];
  if (theme !== undefined) address.searchParams.set('theme', theme);
  const opened = window.open(address, `speaker-${session()}`, 'popup,width=1280,height=800');
  if (opened === null) showNotice({ id: 'notice.speaker' });
}

const acts: Readonly<Record<Deed, () => void>> = {
  next: goOn,
  previous: goBack,
  sentence: () => saySentence(1),
  sentenceBack: () => saySentence(-1),
  blank: toggleBlank,
  terminal: toggleTerminal,
  point: () => point(true),
  unpoint: () => point(false),
  question: goToQuestion,
  answer: reveal,
  again: askAgain,
};

function countHands(choice: number, more: boolean): void {
  const asked = shownQuestion();
  if (asked !== undefined) count(asked.id, choice, more ? 1 : -1);
}

/** Answers the speaker's window until the presentation ends; returns how to end. */
export function followSpeaker(): () => void {
  const channel = openChannel(session());
  if (channel === undefined) return () => undefined;
  let isOpen = true;
  const post = (message: FromPresenter): void => {
    if (isOpen) channel.postMessage({ version, ...message });
  };
  const postNotes = (): void => post(speakerNotes());
  channel.onmessage = ({ data }) => {
    const message = readFromSpeaker(data);
    if (message?.type === 'hello') postNotes();
    else if (message?.type === 'do') acts[message.deed]();
    else if (message?.type === 'hands') countHands(message.choice, message.more);
    else if (message?.type === 'goTo') player.getState().seek(message.fact);
  };
  const bye = (): void => post({ type: 'bye' });
  const stops = [
    player.subscribe((state, before) => {
      const moved = state.cursor !== before.cursor || state.toward !== before.toward;
      if (moved || state.steps !== before.steps) postNotes();
    }),
    useSlide.subscribe(postNotes),
    useWalkNotes.subscribe(postNotes),
    // The room that is open is drawn a moment later.
    useDiagram.subscribe((state, before) => {
      if (state.room !== before.room || state.plan !== before.plan) setTimeout(postNotes);
    }),
    useTour.subscribe(postNotes),
    useTourWords.subscribe(postNotes),
    useLocale.subscribe(postNotes),
    useShow.subscribe((state, before) => {
      if (state.blank !== before.blank || state.tallies !== before.tallies) postNotes();
    }),
  ];
  addEventListener('pagehide', bye);
  postNotes();
  return () => {
    for (const stop of stops) stop();
    removeEventListener('pagehide', bye);
    bye();
    isOpen = false;
    channel.close();
  };
}

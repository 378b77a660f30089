/** The words in the head of a room where several managers or schedulers stand. */
import { useT } from '#i18n/locale';
import type { RoomId } from '#player/place';
import { usePlayer } from '#player/player';
import { furtherProgram, programsIn } from '../selectors.ts';

interface ProgramWords {
  /** The program at work. */
  readonly title: string;
  /**
   * How many programs there are, else `usually`; a program other than the first needs the room for
   * its name.
   */
  readonly fact: string | undefined;
}

/** The head of a room that several programs share; with one program its fact is `usually`. */
export function useProgramWords(room: RoomId, usually?: string): ProgramWords {
  const t = useT();
  const further = usePlayer((player) => furtherProgram(player, room));
  const programs = usePlayer((player) => programsIn(player, room));
  if (further !== undefined) return { title: further, fact: undefined };
  return { title: room, fact: programs > 1 ? t('diagram.processes', { n: programs }) : usually };
}

/** Which write the room of etcd tells: that of the cursor, until a person chooses another one. */
import { useMemo, useState } from 'react';
import { usePlayer } from '#player/player';
import { storyStart } from '../../selectors.ts';
import { toldWrite, type Write, type Writes, writesSince } from './writes.ts';

export interface Told {
  readonly writes: Writes;
  readonly told: Write | undefined;
  choose(write: Write): void;
}

export function useTold(): Told {
  const log = usePlayer((state) => state.log);
  const cursor = usePlayer((state) => state.cursor);
  const start = usePlayer(storyStart);
  const [chosen, setChosen] = useState<{ readonly at: number; readonly write: Write }>();
  const byCursor = useMemo(() => toldWrite(log, start, cursor), [log, start, cursor]);
  // Whoever goes on wants to see what happens there.
  const told = chosen?.at === cursor ? chosen.write : byCursor;
  const writes = useMemo(
    () => writesSince(log, start, cursor, told?.id),
    [log, start, cursor, told],
  );
  return { writes, told, choose: (write) => setChosen({ at: cursor, write }) };
}

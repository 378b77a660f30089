/** The speaker's end of the channel: asks for the notes until they come, and notices silence. */
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type FromSpeaker,
  openChannel,
  readFromPresenter,
  type SpeakerNotes,
  version,
} from './speaker-protocol.ts';

/** `unsupported`: no channel in this browser; `silent`: nobody presents at the other end. */
type State = 'waiting' | 'connected' | 'silent' | 'unsupported';

export interface Connection {
  readonly state: State;
  /** The newest notes; they stay when the other window closes. */
  readonly notes: SpeakerNotes | undefined;
  send(message: FromSpeaker): void;
}

/** Milliseconds between two requests, and how long without an answer means that nobody is there. */
const every = 1500;
const patience = 4000;

export function useConnection(session: string): Connection {
  const [state, setState] = useState<State>('waiting');
  const [notes, setNotes] = useState<SpeakerNotes>();
  const channel = useRef<BroadcastChannel>(undefined);
  const send = useCallback((message: FromSpeaker): void => {
    channel.current?.postMessage({ version, ...message });
  }, []);
  useEffect(() => {
    const open = openChannel(session);
    if (open === undefined) {
      setState('unsupported');
      return undefined;
    }
    channel.current = open;
    let heard = performance.now();
    open.onmessage = ({ data }) => {
      const message = readFromPresenter(data);
      if (message === undefined) return;
      heard = performance.now();
      setState(message.type === 'bye' ? 'silent' : 'connected');
      if (message.type === 'notes') setNotes(message);
    };
    const ask = (): void => {
      send({ type: 'hello' });
      if (performance.now() - heard > patience) setState('silent');
    };
    ask();
    const timer = setInterval(ask, every);
    return () => {
      clearInterval(timer);
      open.close();
      channel.current = undefined;
    };
  }, [session, send]);
  return { state, notes, send };
}

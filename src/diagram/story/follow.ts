/**
 * The camera of the story: before the movement begins it goes into the room where a beat happens,
 * and back out for a beat that crosses rooms. It stays where a person opened a room.
 */
import { useEffect } from 'react';
import { player } from '#player/player';
import type { Player } from '#player/player-state';
import { canEnter, useDiagram } from '../diagram-store.ts';
import { castHere } from './cast.ts';

export function useStoryCamera(): void {
  useEffect(() => {
    const go = (state: Player): void => {
      const { following, byHand, room, station, show } = useDiagram.getState();
      if (state.depth !== 'story' || !following || byHand || station !== undefined) return;
      const { inside } = castHere(state);
      if (inside !== room && (inside === undefined || canEnter(inside))) show(inside);
    };
    const unfollow = useDiagram.subscribe((state, before) => {
      if (state.following !== before.following || state.byHand !== before.byHand) {
        go(player.getState());
      }
    });
    const leave = player.subscribe((state, before) => {
      const { room, byHand, show } = useDiagram.getState();
      // Outside of the story a room is open only because a person opened it.
      if (state.depth !== 'story' && before.depth === 'story' && room !== undefined && !byHand) {
        show(undefined);
      }
      const moved = state.cursor !== before.cursor || state.toward !== before.toward;
      if (moved || state.depth !== before.depth || state.log !== before.log) go(state);
    });
    return () => {
      unfollow();
      leave();
    };
  }, []);
}

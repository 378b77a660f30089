/** A card for the place under the pointer: the moment, the step, and the mark if there is one. */
import type { PointerEvent, ReactNode } from 'react';
import { create } from 'zustand';
import { titleOf } from '#facts/title-of';
import { componentWords, durationWords } from '#facts/words';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import { useAsks } from '../tour/tour-store.ts';

interface Hover {
  /** Where the card stands, in pixels of the window. */
  readonly x: number;
  readonly y: number;
  readonly at: number;
  /** The fact of the mark under the pointer. */
  readonly mark: number | undefined;
}

const useHover = create<{ readonly hover: Hover | undefined }>(() => ({ hover: undefined }));

interface HoverHandlers {
  onPointerMove(event: PointerEvent<Element>): void;
  onPointerLeave(): void;
}

/**
 * Handlers for an element along which time runs. `momentAt` gets the place as pixels from its left
 * and top edge.
 */
export function hoverHandlers(
  momentAt: (x: number, y: number) => Pick<Hover, 'at' | 'mark'>,
): HoverHandlers {
  let frame = 0;
  const leave = (): void => {
    cancelAnimationFrame(frame);
    useHover.setState({ hover: undefined });
  };
  return {
    onPointerMove: (event) => {
      // A finger cannot hover, and during a drag the cursor itself shows the place.
      if (event.pointerType === 'touch' || event.buttons !== 0) {
        leave();
        return;
      }
      const { left, top } = event.currentTarget.getBoundingClientRect();
      const [x, y] = [event.clientX, top];
      const [dx, dy] = [event.clientX - left, event.clientY - top];
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        useHover.setState({ hover: { x, y, ...momentAt(dx, dy) } });
      });
    },
    onPointerLeave: leave,
  };
}

const cardWidth = 260;
const gap = 10;

export function HoverCard(): ReactNode {
  const hover = useHover((state) => state.hover);
  return hover === undefined ? null : <Card hover={hover} />;
}

function Card({ hover: { x, y, at, mark } }: { readonly hover: Hover }): ReactNode {
  const t = useT();
  const origin = usePlayer((state) => state.steps[0]?.at ?? 0);
  const { log, steps, cursor } = player.getState();
  const asks = useAsks() !== undefined;
  const step = log.stepAt(log.lastFactAt(at));
  const fact = log.fact(mark ?? step?.fact ?? 0);
  const left = Math.min(window.innerWidth - cardWidth - gap, Math.max(gap, x - cardWidth / 2));
  return (
    <div
      className="hover-card"
      style={{ left, bottom: window.innerHeight - y + gap, width: cardWidth }}
      aria-hidden="true"
    >
      <p className="num qq">
        {durationWords(Math.max(0, at - origin))}
        {step !== undefined && (
          <span> · {t('inspector.step', { step: step.index + 1, steps: steps.length })}</span>
        )}
      </p>
      {/* A later title may be the answer to an open question. */}
      {fact !== undefined && !(asks && fact.id > cursor) && (
        <>
          <b>{titleOf(fact, t)}</b>
          <p className="q">{componentWords(fact.component)}</p>
        </>
      )}
    </div>
  );
}

/**
 * The map: the whole cluster, or the inside of one room, with its bar and what moves on it.
 *
 * In: the player's state. Out: nothing; the viewer's place is in `useDiagram`.
 */
import 'reactflow/dist/base.css';
import './diagram.css';
import './styles/rooms.css';
import './styles/named.css';
import './styles/marks.css';
import './styles/small-rooms.css';
import './styles/lines.css';
import './styles/inside.css';
import './styles/inside-node.css';
import './styles/stage.css';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { ReactFlowProvider } from 'reactflow';
import { useStoryCamera } from './camera.ts';
import { Canvas } from './canvas.tsx';
import { useDiagram } from './diagram-store.ts';
import { fetchInsides } from './inside/inside-types.tsx';
import { useLayout } from './layout/use-layout.ts';
import { PlaceBar } from './place-bar.tsx';
import { useCast } from './story/cast.ts';

/** Pixels of height with which a room has no place for its bar, as in an embed. */
const lowBelow = 400;

export function Diagram(): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  useEscape(root);
  useEffect(fetchInsides, []);
  useStoryCamera();
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 });
  // The rooms that the beat needs in view, for scripts that read the page from outside.
  const cast = useCast(({ anchors }) => anchors.join(' ') || undefined);
  const layout = useLayout(width, height);
  useEffect(() => {
    if (frame.current === null) return undefined;
    let drawn = false;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width: w, height: h } = entry.contentRect;
      const take = (): void => setSize({ width: Math.round(w), height: Math.round(h) });
      // Another layout may change the bar above and so this size: the new size waits for the next
      // frame.
      if (drawn) requestAnimationFrame(take);
      else take();
      drawn = true;
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      className={`diagram ${layout.kind}${height < lowBelow ? ' low' : ''}`}
      data-cast={cast}
      ref={root}
    >
      <ReactFlowProvider>
        <PlaceBar />
        <div className="diagram-canvas" ref={frame}>
          {width > 0 && <Canvas layout={layout} width={width} height={height} />}
        </div>
      </ReactFlowProvider>
    </div>
  );
}

/** Escape leaves a room, unless something inside of it used the key. */
function useEscape(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    const leave = (event: KeyboardEvent): void => {
      const diagram = useDiagram.getState();
      if (event.key !== 'Escape' || diagram.room === undefined) return;
      event.stopPropagation();
      diagram.leave();
    };
    element?.addEventListener('keydown', leave);
    return () => element?.removeEventListener('keydown', leave);
  }, [root]);
}

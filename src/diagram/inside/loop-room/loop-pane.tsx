/** A panel of the loop, and the number of a step. */
import type { ReactNode } from 'react';
import type { Box } from './loop-geometry.ts';
import type { Loop, LoopStep } from './loop-model.ts';

export interface PaneProps {
  readonly box: Box | undefined;
  readonly look?: string;
  readonly step?: LoopStep;
  readonly loop?: Loop;
  readonly title: ReactNode;
  readonly aside?: ReactNode;
  readonly now?: boolean;
  readonly children: ReactNode;
}

export function Pane(props: PaneProps): ReactNode {
  const { box, look = '', step, loop, title, aside, now = false, children } = props;
  return (
    <li
      className={`room-pane loop-pane ${look}`}
      style={box && { left: box.x, top: box.y, width: box.width, height: box.height }}
      aria-current={now ? 'step' : undefined}
    >
      <header>
        {step !== undefined && loop !== undefined && <No step={step} loop={loop} />}
        {title}
        <small>{aside}</small>
      </header>
      {children}
    </li>
  );
}

/** The number of a step in its ring, filled when the step is at work. */
export function No({ step, loop }: { readonly step: LoopStep; readonly loop: Loop }): ReactNode {
  return <b className={`loop-no${loop.now === step ? ' now' : ''}`}>{step}</b>;
}

/**
 * The name of the library that draws the canvas: in the bar, and on a phone on the sheet of signs.
 */
import type { ReactNode } from 'react';

export const Attribution = (): ReactNode => (
  <a className="attribution" href="https://reactflow.dev" target="_blank" rel="noreferrer">
    React Flow
  </a>
);

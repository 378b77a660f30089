/**
 * The name of the library that draws the canvas, in the corner of the map, where no room reaches.
 */
import type { ReactNode } from 'react';

export const Attribution = (): ReactNode => (
  <a className="attribution" href="https://reactflow.dev" target="_blank" rel="noreferrer">
    React Flow
  </a>
);

/** Which part of an arrow between lanes is visible, where some of the lanes are scrolled away. */

export type Spot = readonly [x: number, y: number];

export interface Sighted {
  readonly from: Spot;
  readonly to: Spot;
  /** Whether the cause is in a lane further up or down: the line begins with a mark at the edge. */
  readonly cameFrom: 'up' | 'down' | undefined;
  /** Whether the effect is in a lane further up or down: the line ends with a mark at the edge. */
  readonly goesOn: 'up' | 'down' | undefined;
}

/** Between an edge and the marks on it, in pixels. */
const inset = 1.5;

/** The part between the upper edge, 0, and the lower edge; `undefined` if none of it is visible. */
export function clipArrow(from: Spot, to: Spot, height: number): Sighted | undefined {
  const [cameFrom, goesOn] = [beyond(from, height), beyond(to, height)];
  // Both lanes are hidden on the same side.
  if (cameFrom !== undefined && cameFrom === goesOn) return undefined;
  return {
    from: cameFrom === undefined ? from : crossing(from, to, edgeOf(cameFrom, height)),
    to: goesOn === undefined ? to : crossing(from, to, edgeOf(goesOn, height)),
    cameFrom,
    goesOn,
  };
}

const beyond = ([, y]: Spot, height: number): 'up' | 'down' | undefined =>
  y < 0 ? 'up' : y > height ? 'down' : undefined;

const edgeOf = (side: 'up' | 'down', height: number): number =>
  side === 'up' ? inset : height - inset;

function crossing([x0, y0]: Spot, [x1, y1]: Spot, edge: number): Spot {
  return [x0 + ((x1 - x0) * (edge - y0)) / (y1 - y0), edge];
}

/** Where the beads of a row stand: close within a chapter, the rest of the row between chapters. */

interface Group {
  readonly count: number;
  /** The approximate width of the chapter's name in pixels. */
  readonly name: number;
}

export interface BeadPlaces {
  /** The middle of each bead. */
  readonly beads: readonly number[];
  /** The left edge of each chapter's name; `undefined` where it has no room. */
  readonly names: readonly (number | undefined)[];
}

/** From the end of the row to the middle of the bead there. */
const edge = 11;
/** The distance from the left edge of a name to the middle of its first bead. */
const inset = 4;
const betweenNames = 12;
/** From bead to bead within a chapter: the first distance that leaves room for all names. */
const apart = [36, 30, 24];

export function beadPlaces(groups: readonly Group[], width: number): BeadPlaces {
  const space = apart.find((each) => gapAt(groups, width, each) >= betweenNames);
  return space === undefined ? evenly(groups, width) : together(groups, width, space);
}

/** The space between two chapters when beads within them are this far apart. */
function gapAt(groups: readonly Group[], width: number, space: number): number {
  const taken = groups.reduce((sum, group) => sum + lengthOf(group, space), 0);
  return (width - 2 * edge - taken) / Math.max(1, groups.length - 1);
}

const lengthOf = ({ count, name }: Group, space: number): number =>
  Math.max((count - 1) * space, name - edge);

function together(groups: readonly Group[], width: number, space: number): BeadPlaces {
  const gap = gapAt(groups, width, space);
  const beads: number[] = [];
  const names: number[] = [];
  let x = edge;
  for (const group of groups) {
    names.push(x - inset);
    for (let index = 0; index < group.count; index++) beads.push(x + index * space);
    x += lengthOf(group, space) + gap;
  }
  return { beads, names };
}

/** Too many beads for groups: all have the same distance, and a name without room is left out. */
function evenly(groups: readonly Group[], width: number): BeadPlaces {
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const space = (width - 2 * edge) / Math.max(1, count - 1);
  const beads = Array.from({ length: count }, (_, index) => edge + index * space);
  let first = 0;
  let free = 0;
  const names = groups.map((group) => {
    const left = (beads[first] ?? 0) - inset;
    first += group.count;
    if (left < free || left + group.name > width) return undefined;
    free = left + group.name + betweenNames;
    return left;
  });
  return { beads, names };
}

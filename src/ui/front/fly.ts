/**
 * From the front door to the walk: the question fades, the prompt shrinks into the room of the
 * person, and every room flies to its place on the map. Nothing else on the page moves meanwhile.
 */

/** Milliseconds: the words go, the rooms fly, the page comes. */
const [fade, flight, rise] = [120, 350, 220];
const move = 'cubic-bezier(0.45, 0.05, 0.25, 1)';
/** Frames that the map of the page may take until its rooms stand still. */
const patience = 40;

/** Shows the page below the door with `begin`, then takes the door away. */
export async function flyToMap(door: HTMLElement, begin: () => Promise<void>): Promise<void> {
  scrollTo(0, 0);
  door.classList.add('leaving');
  const still = isStill();
  if (!still) {
    const words = door.querySelectorAll(
      '.front-words, .front-keys, .front-bar, .front-more, .front-lines',
    );
    for (const each of words) each.animate({ opacity: 0 }, { duration: fade, fill: 'forwards' });
  }
  await begin();
  if (still) return;
  const places = await placesOnMap();
  const flights = [...door.querySelectorAll<HTMLElement>('[data-door]')].map((room) => {
    const to = places.get(room.dataset['door'] ?? '');
    return to === undefined
      ? room.animate({ opacity: 0 }, { duration: flight, fill: 'forwards' })
      : flyTo(room, to);
  });
  door.animate({ backgroundColor: 'transparent' }, { duration: flight, fill: 'forwards' });
  document
    .querySelector('.app > .caption')
    ?.animate(
      { opacity: [0, 1], transform: ['translateY(24px)', 'none'] },
      { duration: rise, delay: flight - fade, easing: 'ease-out', fill: 'backwards' },
    );
  await Promise.all(flights.map(({ finished }) => finished));
}

const isStill = (): boolean =>
  document.documentElement.dataset['motion'] === 'off' ||
  matchMedia('(prefers-reduced-motion: reduce)').matches;

function flyTo(room: HTMLElement, to: DOMRect): Animation {
  const from = room.getBoundingClientRect();
  const [x, y] = [to.x - from.x, to.y - from.y];
  const scale = `scale(${to.width / from.width}, ${to.height / from.height})`;
  return room.animate(
    [
      { transform: 'none', opacity: 1 },
      { opacity: 1, offset: 0.6 },
      { transform: `translate(${x}px, ${y}px) ${scale}`, opacity: 0 },
    ],
    { duration: flight, easing: move, fill: 'forwards' },
  );
}

/** Where the rooms of the map are, once they stand still. */
async function placesOnMap(): Promise<ReadonlyMap<string, DOMRect>> {
  const seen = (): ReadonlyMap<string, DOMRect> =>
    new Map(
      [...document.querySelectorAll<HTMLElement>('.diagram [data-room]')].map((room) => [
        room.dataset['room'] ?? '',
        room.getBoundingClientRect(),
      ]),
    );
  const words = (places: ReadonlyMap<string, DOMRect>): string =>
    [...places.values()].map(({ x, y, width }) => `${x},${y},${width}`).join(' ');
  let places = seen();
  for (let frame = 0; frame < patience; frame++) {
    await new Promise(requestAnimationFrame);
    const before = words(places);
    places = seen();
    if (places.size > 0 && words(places) === before) break;
  }
  return places;
}

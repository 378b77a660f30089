/** What follows a player once the page is there: in one part, fetched beside the first picture. */
export { expectAtRest } from './expect-at-rest.ts';
export { keepScenesAtRest } from './keep-scenes.ts';
export { playPrologue } from './prologue.ts';
export { startRiding } from './riding.ts';

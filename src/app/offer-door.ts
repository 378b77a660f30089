/** Opens the door of the page's own run to the bridge that it came from: `?door=` has its token. */
import { keepDoor } from '#player/keep-door';
import { fetchParts, socketAt } from './page-server.ts';

/** To be called before the first run. */
export function offerDoor(token: string): void {
  keepDoor(socketAt('door', token));
  void fetchParts().catch(() => undefined);
}

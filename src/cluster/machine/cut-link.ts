/**
 * A link to the API server that is cut for a reason, and mended again.
 *
 * Models TCP below HTTP/2: nobody hears of a cut. Data that is lost is sent again, so a watch goes
 * on when the link is mended soon; after that the client's pings find the connection lost.
 */
import { seconds } from '#base/sim-time';
import type { Endpoint } from '#k8s.io/client-go/rest/transport';
import type { Link } from '#sim/network';
import type { Simulation } from '#sim/simulation';

/** HTTP/2's pings notice a lost connection. Source: ReadIdleTimeout 30 s, PingTimeout 15 s. */
const connectionLostAfter = seconds(45);

/** Nothing passes any more; what is open breaks when its client finds out. */
export function cutLink(sim: Simulation, link: Link, server: Endpoint, reason: string): void {
  const { up: wasUp } = link;
  link.cut(reason);
  if (!wasUp) return;
  sim.after(connectionLostAfter, () => {
    if (!link.up) breakStreams(link, server, false);
  });
}

/** Watches that have lost something end, and begin again; the others go on. */
export function mendLink(link: Link, server: Endpoint, reason: string): void {
  link.mend(reason);
  if (link.up) breakStreams(link, server, true);
}

function breakStreams(link: Link, { streams = new Set() }: Endpoint, onlyMissed: boolean): void {
  for (const stream of [...streams]) {
    if (stream.crosses(link, onlyMissed)) stream.close();
  }
}

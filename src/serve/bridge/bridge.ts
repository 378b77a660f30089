/**
 * The way from sockets to a page: an HTTPS server for kubectl and other clients, whose cluster runs
 * in the worker of the page that is opened by its link.
 *
 * In: where to listen, and the built site. Out: an address, a kubeconfig for each person, the link.
 */

import { configOf } from '#worker/live-simulation';
import { ApiListener } from '../api-listener.ts';
import { kubeconfigsOf, makeIdentity } from '../credentials.ts';
import { callServer } from '../outbound-call.ts';
import { serveSite } from '../page/site-server.ts';
import { Calendar } from '../wire/calendar.ts';
import { PageWorld, type Patience } from './page-world.ts';

export interface BridgeOptions {
  /** The folder of the built site. */
  readonly site: string;
  /** 0 takes a free one. */
  readonly port?: number;
  readonly pagePort?: number;
  readonly patience?: Partial<Patience>;
}

export interface Bridge {
  /** `https://127.0.0.1:6443` */
  readonly server: string;
  /** By the names of people, `admin` first. */
  readonly kubeconfigs: ReadonlyMap<string, string>;
  /** The link to the page, with its token. */
  readonly page: string;
  close(): Promise<void>;
}

/** The page and its clients are on this machine. */
const host = '127.0.0.1';
/** Whose certificates are made: the people are the same in every scenario. */
const people = { scenario: 'empty-cluster', seed: 1, inputs: [] };
/** A page may be replaced by another, before its own connection has ended. */
const mostPages = 4;
/** Characters of a message: an answer may be a long list. */
const longest = 256 * 1024 * 1024;

/** Rejects when a port is taken. */
export async function bridge(options: BridgeOptions): Promise<Bridge> {
  const { site, port = 0, pagePort = 0, patience = {} } = options;
  const { authority, identity } = await makeIdentity(host);
  const calendar = new Calendar(Date.now() * 1000, 0);
  const world = new PageWorld({
    call: (to, signal) => callServer(to, signal, calendar),
    came: (at) => calendar.turnTo(Date.now() * 1000, at),
    patience,
  });
  const listener = new ApiListener(world, calendar, identity, authority.certificate);
  try {
    const server = `https://${host}:${await listener.listen(port, host)}`;
    const page = await serveSite(
      { site, host, port: pagePort },
      {
        ...{ path: '/door', parameter: 'door', most: mostPages, longest },
        opened: (webSocket) => world.connect(webSocket),
      },
    );
    return {
      server,
      kubeconfigs: await kubeconfigsOf(configOf(people).users, server, authority),
      page: page.link,
      async close() {
        world.close();
        await Promise.all([listener.close(), page.close()]);
      },
    };
  } catch (error) {
    world.close();
    throw error;
  }
}

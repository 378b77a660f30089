/**
 * A whole cluster behind a real HTTPS server: certificates, kubeconfigs, the world, its listener.
 *
 * In: which run, how fast, and where to listen. Out: an address, and a kubeconfig for each of the
 * scenario's people.
 */
import { must } from '#base/assert';
import type { UserConfig } from '#cluster/config/cluster-config';
import { allParts } from '#cluster/parts/all-parts';
import type { AuthenticationConfiguration } from '#trace/authentication-configuration';
import type { OidcIssuer } from '#trace/oidc-issuer';
import type { IdentityAction } from '#trace/outside-action';
import type { CallOutside, World, WorldOptions } from '#worker/door/world';
import { configOf } from '#worker/live-simulation';
import type { Recording } from '#worker/protocol';
import { ApiListener } from './api-listener.ts';
import { authenticationAction, followAuthenticationFile } from './authentication-reload.ts';
import { kubeconfigsOf, makeIdentity } from './credentials.ts';
import { callServer } from './outbound-call.ts';
import { servePage } from './page/page-listener.ts';
import type { ServedPage } from './page/site-server.ts';
import { Calendar } from './wire/calendar.ts';
import { bootWorld } from './world.ts';

export interface ServeOptions extends Partial<Pick<WorldOptions, 'speed' | 'paused' | 'keeps'>> {
  readonly recording: Omit<Recording, 'inputs' | 'until'>;
  /** 0 takes a free one. */
  readonly port?: number;
  /** Absent: the loopback. */
  readonly host?: string;
  /** An issuer on this machine whose tokens are accepted: the flags --oidc-*. */
  readonly oidc?: Omit<OidcIssuer, 'clockAhead'>;
  /** The file of --authentication-config, checked; not together with `oidc`. */
  readonly authentication?: AuthenticationConfiguration;
  /** Where that file is, for its changes; absent: it stays what it is. */
  readonly authenticationFile?: string;
  /** The folder of the built site, and its port (0 takes a free one); absent: no page. */
  readonly page?: { readonly site: string; readonly port: number };
}

export interface Served {
  readonly world: World;
  /** `https://127.0.0.1:6443` */
  readonly server: string;
  /** By the names of people, `admin` first. */
  readonly kubeconfigs: ReadonlyMap<string, string>;
  /** The link to the page, with its token. */
  readonly page: string | undefined;
  close(): Promise<void>;
}

/** Throws for a run that does not exist, and rejects when the port is taken. */
export async function serve(options: ServeOptions): Promise<Served> {
  const {
    recording,
    host = '127.0.0.1',
    port = 0,
    speed = 1,
    paused = false,
    keeps = true,
  } = options;
  const { users } = configOf({ ...recording, inputs: [] });
  const { authority, identity } = await makeIdentity(host);
  let calendar: Calendar | undefined;
  const call: CallOutside = (request, signal) =>
    callServer(request, signal, must(calendar, 'the calendar'));
  const world = bootWorld(recording, allParts, { speed, paused, keeps, call });
  calendar = new Calendar(Date.now() * 1000, world.at);
  const unfollow = trust(world, options, calendar);
  const listener = new ApiListener(world, calendar, identity, authority.certificate);
  const taken = await listener.listen(port, host);
  const server = `https://${host.includes(':') ? `[${host}]` : host}:${taken}`;
  const page = await pageOf(options, world, users);
  return {
    world,
    server,
    kubeconfigs: await kubeconfigsOf(users, server, authority),
    page: page?.link,
    async close() {
      unfollow();
      world.close();
      await Promise.all([listener.close(), page?.close()]);
    },
  };
}

/** Says whose tokens count, beside the cluster's own; returns what ends it. */
function trust(
  world: World,
  { oidc, authentication: initial, authenticationFile: file }: ServeOptions,
  calendar: Calendar,
): () => void {
  const clockAhead = (): number => calendar.ahead;
  const changed = (action: IdentityAction): void => world.trust(action);
  if (oidc !== undefined) changed({ kind: 'oidc', issuer: { ...oidc, clockAhead: clockAhead() } });
  if (initial !== undefined) changed(authenticationAction(initial, clockAhead()));
  if (initial === undefined || file === undefined) return () => {};
  return followAuthenticationFile({ file, initial, clockAhead, changed });
}

function pageOf(
  { page, host = '127.0.0.1' }: ServeOptions,
  world: World,
  people: readonly UserConfig[],
): Promise<ServedPage> | undefined {
  return page && servePage({ ...page, host, world, users: people.map(({ name }) => name) });
}

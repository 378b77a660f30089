/**
 * What is asked for by an upgrade: exec and attach, a port-forward, or a log; which protocols each
 * speaks, and who goes on with the connection.
 */
import type { OutsideRequest } from '#trace/outside-action';
import { PortForward, portChannels } from '../port-forward/port-forward.ts';
import { commandChannels, RemoteCommand } from '../remote-command/remote-command.ts';
import type { Channel } from './channel-streams.ts';
import { LogText } from './log-text.ts';
import type { RunSide, Session } from './session.ts';
import type { Streams } from './streams.ts';

export interface Service {
  /** Protocols of a WebSocket; the empty one is for a client that offers none. */
  readonly webSocket: readonly string[];
  /** Protocols of SPDY; none: it is not spoken. */
  readonly spdy: readonly string[];
  /** The request as it enters the run. */
  readonly asked: (http: OutsideRequest) => OutsideRequest;
  /** The channels of a WebSocket, in their order, with gaps; absent: a message has none. */
  readonly channels?: (http: OutsideRequest) => readonly (Channel | undefined)[];
  readonly begin: (streams: Streams, http: OutsideRequest, run: RunSide) => Session;
}

/** SPDY in a WebSocket, as kubectl asks for a port-forward first. */
export const tunnel = 'SPDY/3.1+portforward.k8s.io';

const remoteCommand: Service = {
  // Source: cri-streaming remotecommand websocket.go, apiserver pkg/util/proxy websocket.go.
  webSocket: [
    ...['v5.channel.k8s.io', 'v4.channel.k8s.io', 'v4.base64.channel.k8s.io'],
    ...['channel.k8s.io', 'base64.channel.k8s.io', ''],
  ],
  // Source: apimachinery pkg/util/remotecommand SupportedStreamingProtocols.
  spdy: ['v4.channel.k8s.io', 'v3.channel.k8s.io', 'v2.channel.k8s.io', 'channel.k8s.io'],
  asked: (http) => ({ ...http, upgrade: true }),
  channels: commandChannels,
  begin: (streams, http, run) => new RemoteCommand(streams, http, run.piece),
};

const portForward: Service = {
  webSocket: [tunnel, 'v4.channel.k8s.io', 'v4.base64.channel.k8s.io', ''],
  spdy: ['portforward.k8s.io'],
  asked: (http) => http,
  channels: portChannels,
  begin: (streams, _http, run) => new PortForward(streams, run.frame),
};

const log: Service = {
  // Source: wsstream NewDefaultReaderProtocols.
  webSocket: ['binary.k8s.io', 'base64.binary.k8s.io', ''],
  spdy: [],
  asked: (http) => http,
  begin: (streams) => new LogText(streams),
};

const services: Readonly<Record<string, Service>> = {
  exec: remoteCommand,
  attach: remoteCommand,
  portforward: portForward,
  log,
};

/** By the last part of the path; `undefined`: nothing there is upgraded. */
export function serviceOf(url: string): Service | undefined {
  const [path = ''] = url.split('?', 1);
  const name = path.slice(path.lastIndexOf('/') + 1);
  return Object.hasOwn(services, name) ? services[name] : undefined;
}

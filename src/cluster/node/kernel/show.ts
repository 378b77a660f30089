/** The kernel's state as iproute2, bridge and conntrack print it. */
import type { PodLink } from '#cluster/node/os/rtnetlink';
import { bridgeDevice, ipvsDevice, overlayDevice, uplinkDevice } from './devices.ts';
import type { NetworkHost, SocketNamespace } from './network-host.ts';
import { answerTo, type Packet } from './packet.ts';

type Lines = readonly string[];

const overlayMtu = 1450;

interface Device {
  readonly name: string;
  readonly flags: string;
  readonly mtu: number;
  readonly mac: string;
  readonly addresses: readonly string[];
  readonly master?: string;
}

const lo: Device = {
  name: 'lo',
  flags: 'LOOPBACK,UP,LOWER_UP',
  mtu: 65_536,
  mac: '00:00:00:00:00:00',
  addresses: ['127.0.0.1/8'],
};
const upFlags = 'BROADCAST,MULTICAST,UP,LOWER_UP';

export function showNamespace(
  namespace: SocketNamespace,
  what: 'addr' | 'route' | 'neigh' | 'link',
): Lines {
  if (what === 'route') return routes(namespace);
  if (what === 'neigh') return neighbours(namespace);
  return devices(namespace).flatMap((device, index) => deviceLines(device, index + 1, what));
}

function devices({ kernel, link }: SocketNamespace): readonly Device[] {
  if (link !== undefined) {
    const length = link.subnet.slice(link.subnet.indexOf('/'));
    const eth0 = { name: 'eth0@if2', flags: upFlags, mtu: overlayMtu, mac: link.mac };
    return [lo, { ...eth0, addresses: [`${link.ip}${link.routed === true ? '/32' : length}`] }];
  }
  const length = kernel.podCIDR.slice(kernel.podCIDR.indexOf('/'));
  const pods = kernel.pods.flatMap((pod) => (pod.link === undefined ? [] : [pod.link]));
  const hasBridge = pods.some(({ routed }) => routed === undefined);
  return [
    lo,
    {
      name: uplinkDevice,
      flags: upFlags,
      mtu: 1500,
      mac: kernel.mac,
      addresses: [`${kernel.address}/16`],
    },
    ...(kernel.wire.backend === 'vxlan'
      ? [
          {
            name: overlayDevice,
            flags: upFlags,
            mtu: overlayMtu,
            mac: kernel.vtepMac,
            addresses: [`${kernel.vtepAddress}/32`],
          },
        ]
      : []),
    ...(hasBridge
      ? [
          {
            name: bridgeDevice,
            flags: upFlags,
            mtu: overlayMtu,
            mac: kernel.bridgeMac,
            addresses: [`${kernel.gateway}${length}`],
          },
        ]
      : []),
    ...(kernel.ipvs.boundAddresses.length === 0
      ? []
      : [
          {
            name: ipvsDevice,
            flags: 'BROADCAST,NOARP',
            mtu: 1500,
            mac: kernel.mac,
            addresses: kernel.ipvs.boundAddresses.map((address) => `${address}/32`),
          },
        ]),
    ...pods.map(({ hostInterface, hostMac, routed }) => ({
      name: `${hostInterface}@if2`,
      flags: upFlags,
      mtu: overlayMtu,
      mac: hostMac,
      addresses: [],
      ...(routed === undefined && { master: bridgeDevice }),
    })),
  ];
}

function deviceLines(device: Device, index: number, what: 'addr' | 'link'): Lines {
  const { name, flags, mtu, mac, addresses, master } = device;
  const kind = name === 'lo' ? 'loopback' : 'ether';
  const broadcast = name === 'lo' ? mac : 'ff:ff:ff:ff:ff:ff';
  const onBridge = master === undefined ? '' : ` master ${master}`;
  const head = [
    `${index}: ${name}: <${flags}> mtu ${mtu} qdisc noqueue${onBridge} qlen 1000`,
    `    link/${kind} ${mac} brd ${broadcast}`,
  ];
  if (what === 'link') return head;
  const scope = name === 'lo' ? 'host' : 'global';
  const short = name.replace(/@.*/, '');
  const inet = addresses.flatMap((address) => [
    `    inet ${address} scope ${scope} ${short}`,
    '       valid_lft forever preferred_lft forever',
  ]);
  return [...head, ...inet];
}

function routes({ kernel, link }: SocketNamespace): Lines {
  if (link?.routed === true) {
    return [`default via ${link.gateway} dev eth0`, `${link.gateway} dev eth0 scope link`];
  }
  if (link !== undefined) {
    return [
      `default via ${link.gateway} dev eth0`,
      `${kernel.wire.clusterCIDR} via ${link.gateway} dev eth0`,
      `${link.subnet} dev eth0 scope link  src ${link.ip}`,
    ];
  }
  const others = kernel.subnetRoutes.map(({ subnet, nodeAddress }) =>
    kernel.wire.backend === 'vxlan'
      ? `${subnet} via ${subnet.replace(/\/.*/, '')} dev ${overlayDevice} onlink`
      : `${subnet} via ${nodeAddress} dev ${uplinkDevice}`,
  );
  const routed = kernel.pods.flatMap(({ link: of }) =>
    of?.routed === true ? [`${of.ip} dev ${of.hostInterface} scope link`] : [],
  );
  const bridged = `${kernel.podCIDR} dev ${bridgeDevice} proto kernel scope link src`;
  const own = routed.length > 0 ? routed : [`${bridged} ${kernel.gateway}`];
  return [
    `default via ${outsideGateway} dev ${uplinkDevice}`,
    ...own,
    ...others,
    `172.30.0.0/16 dev ${uplinkDevice} proto kernel scope link src ${kernel.address}`,
  ];
}

const outsideGateway = '172.30.0.1';

function neighbours({ kernel, link }: SocketNamespace): Lines {
  if (link !== undefined) {
    const mac = link.routed === true ? link.hostMac : kernel.bridgeMac;
    return [`${link.gateway} dev eth0 lladdr ${mac} REACHABLE`];
  }
  const pods = kernel.pods.flatMap(({ link: of }) =>
    of === undefined ? [] : [`${of.ip} dev ${hostDeviceOf(of)} lladdr ${of.mac} REACHABLE`],
  );
  if (kernel.wire.backend !== 'vxlan') return pods;
  const vteps = kernel.subnetRoutes.map(
    ({ subnet, vtepMac }) =>
      `${subnet.replace(/\/.*/, '')} dev ${overlayDevice} lladdr ${vtepMac} PERMANENT`,
  );
  return [...vteps, ...pods];
}

const hostDeviceOf = ({ routed, hostInterface }: PodLink): string =>
  routed === true ? hostInterface : bridgeDevice;

/** `bridge fdb`: the port or node behind each MAC address. */
export function forwardingEntries(kernel: NetworkHost): Lines {
  const ports = kernel.pods.flatMap(({ link }) =>
    link === undefined || link.routed === true
      ? []
      : [`${link.mac} dev ${link.hostInterface} master ${bridgeDevice}`],
  );
  if (kernel.wire.backend !== 'vxlan') return ports;
  const vteps = kernel.subnetRoutes.map(
    ({ vtepMac, nodeAddress }) =>
      `${vtepMac} dev ${overlayDevice} dst ${nodeAddress} self permanent`,
  );
  return [...vteps, ...ports];
}

/** `conntrack -L`: each connection, with the addresses of its replies. */
export const trackedConnections = (kernel: NetworkHost): Lines =>
  kernel.conntrack.entries.map(({ original, translated }) => {
    const number = { icmp: 1, tcp: 6, udp: 17, sctp: 132 }[original.protocol];
    const state = original.protocol === 'tcp' ? ' ESTABLISHED' : '';
    const ends = `${tuple(original)} ${tuple(answerTo(translated))}`;
    return `${original.protocol.padEnd(8)} ${number}${state} ${ends} [ASSURED] mark=0 use=1`;
  });

const tuple = ({ source, destination }: Packet): string =>
  `src=${source.ip} dst=${destination.ip} sport=${source.port} dport=${destination.port}`;

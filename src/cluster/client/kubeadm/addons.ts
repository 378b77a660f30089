/** Which add-ons a cluster is made with. */
import { ipToNumber, numberToIp } from '#base/ipv4';
import type { ClusterConfig } from '#cluster/config/cluster-config';
import { canalAddon } from './canal-addon.ts';
import { cloudControllerManagerAddon } from './cloud-controller-manager-addon.ts';
import { dnsAddon } from './dns-addon.ts';
import { ingressNginxAddon } from './ingress-nginx-addon.ts';
import { localPathAddon } from './local-path-addon.ts';
import type { Manifest } from './manifest.ts';
import { metricsServerAddon } from './metrics-server-addon.ts';
import { traefikAddon } from './traefik-addon.ts';

/** By convention the tenth address of the service range. */
const dnsAddress = (serviceCIDR: string): string =>
  numberToIp(ipToNumber(serviceCIDR.replace(/\/.*/, '')) + 10);

/** The manifests of all add-ons that a configuration asks for, in the order of their creation. */
export const addonsOf = (config: ClusterConfig): readonly Manifest[] => [
  ...(config.networkPlugin === 'canal' ? canalAddon : []),
  ...(config.dns === 'coredns' ? dnsAddon(dnsAddress(config.serviceCIDR)) : []),
  ...(config.metricsServer === true ? metricsServerAddon : []),
  ...(config.storageProvisioner === 'local-path' ? localPathAddon : []),
  ...(config.loadBalancer === true ? cloudControllerManagerAddon : []),
  ...(config.ingress === true ? ingressNginxAddon : []),
  ...(config.gateway === true ? traefikAddon : []),
];

/** Plugins that a server runs only when --enable-admission-plugins names them. */
import type { ClusterConfig } from '#cluster/config/cluster-config';
import { type AdmissionPlugin, offPlugin } from './admission.ts';

type Parts = Omit<AdmissionPlugin, 'name' | 'enabled'>;

const isEnabled = (config: ClusterConfig, name: string): boolean =>
  config.enableAdmissionPlugins.includes(name);

export const switchedPlugin = (
  { config }: { readonly config: ClusterConfig },
  name: string,
  parts: Parts,
): AdmissionPlugin =>
  isEnabled(config, name)
    ? { name, enabled: true, ...parts }
    : offPlugin(name, 'not among the enabled plugins');

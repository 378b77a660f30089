/** The names of a host's network devices. */
export const bridgeDevice = 'cni0';
export const overlayDevice = 'flannel.1';
export const uplinkDevice = 'eth0';
/** Never up: it only has the addresses of virtual servers. */
export const ipvsDevice = 'kube-ipvs0';

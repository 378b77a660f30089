/** The names of a host's network devices. */
export const bridgeDevice = 'cni0';
export const overlayDevice = 'flannel.1';
export const uplinkDevice = 'eth0';

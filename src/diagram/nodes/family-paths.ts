/** The sign of each family of components as a path on a grid of 16, for whoever draws it. */
import type { Family } from '#player/timeline';

export const familyPaths: Readonly<Record<Family, string>> = {
  client: 'M2.5 3.5h11v9h-11zM5 6.5l2 1.75L5 10M8.500 10.250H11',
  apiserver: 'M2.5 13.5v-8L8 2.5l5.500 3v8M6 13.500v-5h4v5M2 13.500h12',
  etcd:
    'M3 4.250c0-1 2.250-1.750 5-1.750s5 .75 5 1.750-2.250 1.750-5 1.750-5-.75-5-1.750z' +
    'M3 4.250v7.500c0 1 2.250 1.750 5 1.750s5-.75 5-1.750v-7.500' +
    'M3 8c0 1 2.250 1.750 5 1.750S13 9 13 8',
  controllers: 'M13 8a5 5 0 0 1-9 3M3 8a5 5 0 0 1 9-3M12.250 2.250V5h-2.750M3.750 13.750V11h2.750',
  scheduler: 'M2.500 2.500h11v11h-11zM2.500 6.170h11M2.500 9.830h11M6.170 2.500v11M9.830 2.500v11',
  kubelet: 'M2.500 3.500h11v7h-11zM5 13.500h6M8 10.500v3M5 7h1.500M8 7h3',
  runtime: 'M8 2l5.500 3v6L8 14l-5.500-3V5zM2.500 5L8 8l5.500-3M8 8v6',
  network:
    'M6.500 2.500h3v3h-3zM2.500 10.500h3v3h-3zM10.500 10.500h3v3h-3zM8 5.500V8M4 10.500V8h8v2.500',
};

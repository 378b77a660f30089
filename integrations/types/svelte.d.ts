/** `import type {} from 'podyssey/svelte'`: Svelte 5 knows `<podyssey-walkthrough>`. */
import type { PodysseyWalkthrough } from 'podyssey';
import type { HTMLAttributes } from 'svelte/elements';
import type { WalkthroughProps } from './attributes.js';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'podyssey-walkthrough': Omit<HTMLAttributes<PodysseyWalkthrough>, keyof WalkthroughProps> &
      WalkthroughProps;
  }
}

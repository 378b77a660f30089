/** `import type {} from 'podyssey/react'`: React 19 knows `<podyssey-walkthrough>`. */
import type { PodysseyWalkthrough } from 'podyssey';
import type { HTMLAttributes, RefAttributes } from 'react';
import type { WalkthroughProps } from './attributes.js';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'podyssey-walkthrough': Omit<HTMLAttributes<PodysseyWalkthrough>, keyof WalkthroughProps> &
        RefAttributes<PodysseyWalkthrough> &
        WalkthroughProps;
    }
  }
}

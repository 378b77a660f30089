/** `import type {} from 'podyssey/vue'`: templates and JSX of Vue 3 know `<podyssey-walkthrough>`. */
import type { WalkthroughAttributes, WalkthroughEvents } from 'podyssey';
import type { HTMLAttributes, ReservedProps } from 'vue';

/** `@step`, `@ready` and the like. */
type Listeners = {
  readonly [Type in keyof WalkthroughEvents as `on${Capitalize<Type>}`]?: (
    event: WalkthroughEvents[Type],
  ) => void;
};

type Props = Omit<HTMLAttributes, keyof (WalkthroughAttributes & Listeners)> &
  WalkthroughAttributes &
  Listeners;

declare module 'vue' {
  interface GlobalComponents {
    'podyssey-walkthrough': new () => { $props: Props };
  }
}

declare module 'vue/jsx-runtime' {
  namespace JSX {
    interface IntrinsicElements {
      'podyssey-walkthrough': Props & ReservedProps;
    }
  }
}

/** Reports in a line that a part of the page could not be fetched, instead of breaking the page. */
import { Component, type ReactNode } from 'react';

interface Props {
  readonly words: string;
  readonly children: ReactNode;
}

export class ErrorLine extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    const { words, children } = this.props;
    return this.state.failed ? <p role="alert">{words}</p> : children;
  }
}

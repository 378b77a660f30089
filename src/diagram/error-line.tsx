/** Says in a line that a part of the page has failed, instead of breaking the page. */
import { Component, type ReactNode } from 'react';

interface Props {
  /** What is said then, given the error's own message. */
  readonly words: (message: string) => string;
  /** What the part shows: with another value it is tried again. */
  readonly at?: unknown;
  readonly children: ReactNode;
}

interface State {
  readonly at: unknown;
  readonly message: string | undefined;
}

export class ErrorLine extends Component<Props, State> {
  override state: State = { at: this.props.at, message: undefined };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  static getDerivedStateFromProps({ at }: Props, state: State): State | null {
    return at === state.at ? null : { at, message: undefined };
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === undefined) return this.props.children;
    return <p role="alert">{this.props.words(message)}</p>;
  }
}

import { Component, type ComponentChildren, Fragment } from 'preact';

interface Props {
  onError(error: unknown): void;
  children: ComponentChildren;
}

/** Says that its children cannot be drawn, and draws them anew: by then they are others. */
export class ErrorBoundary extends Component<Props, { attempt: number }> {
  override state = { attempt: 0 };
  /** One drawing may fail in many places, of which each calls; they are one error. */
  private hasFailed = false;

  override componentDidCatch(error: unknown): void {
    if (!this.hasFailed) this.props.onError(error);
    this.hasFailed = true;
    this.setState(({ attempt }) => ({ attempt: attempt + 1 }));
  }

  override render(): ComponentChildren {
    this.hasFailed = false;
    return <Fragment key={this.state.attempt}>{this.props.children}</Fragment>;
  }
}

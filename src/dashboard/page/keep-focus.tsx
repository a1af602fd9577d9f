import { Component, type ComponentChildren } from 'preact';

/** A list whose rows change their order. A browser takes the focus away from what moves; here it keeps it. */
export class KeepFocus extends Component<{ children: ComponentChildren }> {
  override getSnapshotBeforeUpdate(): Element | null {
    return document.activeElement;
  }

  override componentDidUpdate(_props: object, _state: object, focused: unknown): void {
    const isLost = focused instanceof HTMLElement && focused !== document.activeElement;
    if (isLost && focused.isConnected) focused.focus({ preventScroll: true });
  }

  override render(): ComponentChildren {
    return this.props.children;
  }
}

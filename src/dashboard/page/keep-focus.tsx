import { Component, type ComponentChildren } from 'preact';

/** Where somebody is in a list, and what is next to it. */
interface Place {
  focused: Element | null;
  beside: (Element | null | undefined)[];
}

/**
 * A list whose rows change their order, or go. A browser takes the focus away from what moves; here it keeps it. Where the row
 * that has it is gone, as what was revoked is, the next one takes it: who works with the keyboard goes on from there.
 */
export class KeepFocus extends Component<{ children: ComponentChildren }> {
  override getSnapshotBeforeUpdate(): Place {
    const focused = document.activeElement;
    const row = focused?.closest('li');
    return { focused, beside: [row?.nextElementSibling, row?.previousElementSibling] };
  }

  override componentDidUpdate(_props: object, _state: object, { focused, beside }: Place): void {
    const isLost = focused instanceof HTMLElement && focused !== document.activeElement;
    if (!isLost) return;
    if (focused.isConnected) return focused.focus({ preventScroll: true });
    if (document.activeElement !== document.body) return;
    const title = document.querySelector('main h1');
    const next = [...beside, title].find((each) => each instanceof HTMLElement && each.isConnected);
    if (!(next instanceof HTMLElement)) return;
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
  }

  override render(): ComponentChildren {
    return this.props.children;
  }
}

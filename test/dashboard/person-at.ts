import { eventually } from '../support/eventually.ts';
import type { Tab } from './open-tab.ts';

/** What a person does on a page, by what they read there. */
export interface Person {
  /** Waits until the page reads so. */
  sees(words: RegExp): Promise<void>;
  /** Opens an address of the page, and waits until what stands there has this title. */
  goTo(hash: string, title: string): Promise<void>;
  /** Presses the button with exactly these words, `times` in a row before the page can draw anything; `within` a part of it. */
  press(label: string, times?: number, within?: string): Promise<void>;
  /** Fills the field with this label; a box is checked. */
  fill(label: string, value: string): Promise<void>;
  text(): Promise<string>;
}

export function personAt(tab: Tab): Person {
  // A document that is only coming has no body.
  const text = () => tab.run<string>(`document.body?.innerText ?? ''`);
  return {
    text,
    async sees(words) {
      await eventually(`the page reads ${words}`, text, (seen) => words.test(seen));
    },
    async goTo(hash, title) {
      await tab.run(`location.hash = ${JSON.stringify(hash)}`);
      await eventually(`${hash} has the title ${title}`, () =>
        tab.run<boolean>(
          `location.hash === ${JSON.stringify(hash)} && document.querySelector('main h1')?.innerText === ${JSON.stringify(title)}`,
        ),
      );
    },
    async press(label, times = 1, within = 'body') {
      await eventually(`there is the button ${label}`, () =>
        tab.run<boolean>(`{
          const found = [...(document.querySelector(${JSON.stringify(within)})?.querySelectorAll('button, summary') ?? [])].filter((each) => each.innerText.trim() === ${JSON.stringify(label)});
          // Below what is asked stands the button that does it.
          for (let i = 0; i < ${times}; i++) found.at(-1)?.click();
          found.length > 0
        }`),
      );
    },
    async fill(label, value) {
      await eventually(`there is the field ${label}`, () =>
        tab.run<boolean>(`{
          const words = [...document.querySelectorAll('label')].find((each) => each.innerText.trim().startsWith(${JSON.stringify(label)}));
          const field = words?.control;
          if (field) {
            if (field.type === 'checkbox') field.click();
            else field.value = ${JSON.stringify(value)};
            field.dispatchEvent(new Event('input', { bubbles: true }));
            field.dispatchEvent(new Event('change', { bubbles: true }));
          }
          field != null
        }`),
      );
    },
  };
}

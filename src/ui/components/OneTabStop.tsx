import Box, { type BoxProps } from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { GROUP_BUTTONS, walkOnArrows } from './walkOnArrows.ts';

/**
 * Buttons that belong together and are a single tab stop: the arrow keys move between them, and Tab comes back to the one used
 * last. For rows that repeat, where each button as a stop of its own would make the page too long for the keyboard.
 */
export function OneTabStop({ label, ...box }: BoxProps & { label: string }) {
  const group = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = group.current;
    if (!element) return;
    let last: HTMLElement | undefined;
    const arrange = () => {
      const buttons = [...element.querySelectorAll<HTMLElement>(GROUP_BUTTONS)];
      const stop = last && buttons.includes(last) ? last : buttons[0];
      for (const button of buttons) {
        const tabIndex = button === stop ? 0 : -1;
        if (button.tabIndex !== tabIndex) button.tabIndex = tabIndex;
      }
    };
    const arrive = ({ target }: FocusEvent) => {
      last = target as HTMLElement;
      arrange();
    };
    arrange();
    // Buttons come, go and are enabled by themselves, without this group being rendered.
    const watch = new MutationObserver(arrange);
    watch.observe(element, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled', 'aria-disabled', 'tabindex'],
    });
    element.addEventListener('focusin', arrive);
    return () => {
      watch.disconnect();
      element.removeEventListener('focusin', arrive);
    };
  }, []);
  return <Box ref={group} role="toolbar" aria-label={label} onKeyDown={walkOnArrows} {...box} />;
}

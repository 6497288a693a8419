import { styled } from '@mui/material/styles';
import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type ReactElement,
  useEffect,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { themeColors } from '../theme/theme.tsx';

type Handlers = Pick<
  HTMLAttributes<HTMLElement>,
  'onMouseEnter' | 'onMouseLeave' | 'onMouseDown' | 'onFocus' | 'onBlur'
>;

interface HintProps {
  /** Repeats the element's accessible name, which is all that screen readers announce. */
  text: string;
  side?: 'below' | 'right';
  /** A single element that passes pointer and focus handlers to its DOM node and has none of its own. */
  children: ReactElement<Handlers>;
}

/** A tooltip for an element without visible text, shown on hover and keyboard focus. MUI's adds 11 kB of Popper. */
export function Hint({ text, side = 'below', children }: HintProps) {
  const [box, setBox] = useState<DOMRect | null>(null);
  const hide = () => setBox(null);
  const onFocus = ({ currentTarget }: FocusEvent<HTMLElement>) => {
    if (currentTarget.matches(':focus-visible')) setBox(currentTarget.getBoundingClientRect());
  };
  useHideOn(box, hide);
  return (
    <>
      {cloneElement(children, {
        onMouseEnter: (event) => setBox(event.currentTarget.getBoundingClientRect()),
        onMouseLeave: hide,
        onMouseDown: hide,
        onFocus,
        onBlur: hide,
      })}
      {box &&
        createPortal(
          <Bubble aria-hidden style={placeOf(box, side)}>
            {text}
          </Bubble>,
          document.body,
        )}
    </>
  );
}

/** Hides it on Escape, or when the page scrolls away under it. */
function useHideOn(box: DOMRect | null, hide: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `hide` only clears the box
  useEffect(() => {
    if (!box) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    document.addEventListener('keydown', onKey);
    document.addEventListener('scroll', hide, true);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('scroll', hide, true);
    };
  }, [box]);
}

/** Below or beside the element; in the right half of the window it is aligned with the element's right edge. */
function placeOf(box: DOMRect, side: 'below' | 'right') {
  if (side === 'right')
    return { left: box.right + 8, top: box.top + box.height / 2, transform: 'translateY(-50%)' };
  const top = box.bottom + 4;
  return box.left > innerWidth / 2 ? { top, right: innerWidth - box.right } : { top, left: box.left };
}

const Bubble = styled('div')(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.tooltip,
  pointerEvents: 'none',
  maxWidth: 280,
  padding: '4px 8px',
  borderRadius: 6,
  fontSize: '0.75rem',
  lineHeight: '16px',
  fontWeight: 500,
  backgroundColor: themeColors(theme).text.primary,
  color: themeColors(theme).background.default,
  opacity: 0,
  animation: 'b-hint 120ms 300ms forwards',
  '@keyframes b-hint': { to: { opacity: 1 } },
}));

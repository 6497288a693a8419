import { styled } from '@mui/material/styles';
import { useNotify } from 'ra-core';
import { createContext, type DragEvent, type ReactNode, useContext, useEffect, useState } from 'react';
import { useHasTouch } from '../theme/windowWidth.ts';
import { useStableCallback } from './useStableCallback.ts';

/** What letting something go over a place does, or why it is not taken there. */
export interface Verdict {
  takes: boolean;
  says: string;
}

interface AreaProps<Thing, Place> {
  /** Null where it already is. */
  judge: (thing: Thing, place: Place) => Verdict | null;
  /** It was let go over a place that takes it. */
  onDrop: (thing: Thing, place: Place) => void;
  children: ReactNode;
}

interface Dragging<Thing, Place> {
  held: Thing | null;
  over: Place | null;
  judge: (thing: Thing, place: Place) => Verdict | null;
  lift: (thing: Thing) => void;
  hover: (place: Place | null) => void;
  /** Ends it, over a place or elsewhere. */
  end: (place: Place | null) => void;
}

/**
 * Cards that a mouse takes from place to place. While one is held, the places that do not take it fade, and a sentence says what
 * letting go would do or why it is refused. Fingers scroll, and keys open the card: there the same command is a button.
 */
export function dragBetween<Thing, Place extends string>() {
  /** Absent where nothing is dragged. */
  const DragContext = createContext<Dragging<Thing, Place> | null>(null);

  function Area({ judge, onDrop, children }: AreaProps<Thing, Place>) {
    const notify = useNotify();
    const [held, setHeld] = useState<Thing | null>(null);
    const [over, setOver] = useState<Place | null>(null);
    const end = useStableCallback((place: Place | null) => {
      setHeld(null);
      setOver(null);
      if (held === null || place === null) return;
      const verdict = judge(held, place);
      if (verdict?.takes) onDrop(held, place);
      else if (verdict) notify(verdict.says, { type: 'warning' });
    });
    const isHeld = held !== null;
    // A card that the list took away while it was held does not hear that it was let go.
    useEffect(() => {
      if (!isHeld) return;
      const forget = () => end(null);
      window.addEventListener('pointerdown', forget);
      return () => window.removeEventListener('pointerdown', forget);
    }, [isHeld, end]);
    const verdict = held !== null && over !== null && judge(held, over);
    return (
      <DragContext.Provider value={{ held, over, judge, lift: setHeld, hover: setOver, end }}>
        {children}
        {verdict && (
          <Sentence role="status" data-drop={verdict.takes ? 'takes' : 'refuses'}>
            {verdict.says}
          </Sentence>
        )}
      </DragContext.Provider>
    );
  }

  /** What makes a card draggable; nothing for one that stays where it is. Firefox drags no `button`, so it is another element. */
  function useCard(thing: Thing | null) {
    const dragging = useContext(DragContext);
    const hasTouch = useHasTouch();
    if (!dragging || thing === null || hasTouch) return {};
    return {
      component: 'div' as const,
      draggable: true,
      onDragStart: ({ dataTransfer }: DragEvent) => {
        // Without data, a browser may refuse to drag; as text, a field would take it.
        dataTransfer.setData('application/x-balcao', 'card');
        dataTransfer.effectAllowed = 'move';
        dragging.lift(thing);
      },
      onDragEnd: () => dragging.end(null),
    };
  }

  /** What lets places take cards; `dropStyles` shows it. */
  function usePlaces(): (place: Place) => object {
    const dragging = useContext(DragContext);
    if (!dragging) return () => ({});
    const { held, over, judge, hover, end } = dragging;
    return (place) => {
      const verdict = held === null ? null : judge(held, place);
      return {
        'data-drop': verdict ? (verdict.takes ? 'takes' : 'refuses') : undefined,
        'data-over': verdict && over === place ? '' : undefined,
        onDragOver: (event: DragEvent) => {
          if (!verdict) return;
          // Also where it is refused, so that letting go there is answered.
          event.preventDefault();
          if (over !== place) hover(place);
        },
        onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
          if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) hover(null);
        },
        onDrop: (event: DragEvent) => {
          if (held === null) return;
          event.preventDefault();
          end(place);
        },
      };
    };
  }

  return { Area, useCard, usePlaces };
}

/** How a place looks while a card is held. */
export const dropStyles = {
  '&[data-drop="refuses"]': { opacity: 0.5 },
  '&[data-drop][data-over]': { outline: '2px dashed currentColor', outlineOffset: -2 },
  '&[data-drop="takes"][data-over]': { boxShadow: 'inset 0 0 0 100vmax rgb(128 128 128 / 0.12)' },
} as const;

const Sentence = styled('div')(({ theme }) => ({
  position: 'fixed',
  bottom: 24,
  left: '50%',
  transform: 'translateX(-50%)',
  zIndex: theme.zIndex.tooltip,
  maxWidth: 'min(560px, calc(100vw - 32px))',
  padding: '8px 14px',
  borderRadius: 8,
  fontSize: 14,
  boxShadow: '0 8px 24px rgb(0 0 0 / 0.2)',
  color: theme.vars.palette.components.texto,
  backgroundColor: theme.vars.palette.components.elevada,
  border: `1px solid ${theme.vars.palette.components.linhaForte}`,
  // It lies under the pointer, and must not take what is let go.
  pointerEvents: 'none',
  '&[data-drop="refuses"]': { borderColor: theme.vars.palette.actions.perigo.main },
}));

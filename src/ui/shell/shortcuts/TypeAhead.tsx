import { styled } from '@mui/material/styles';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { useStableCallback } from '../../components/useStableCallback.ts';
import { isEditable } from './shortcuts.ts';

export interface Typed {
  text: string;
  /** Whether Enter was pressed after it. */
  entered: boolean;
}

export const NOTHING_TYPED: Typed = { text: '', entered: false };

interface TypeAheadProps {
  into: RefObject<Typed>;
  /** Called for Escape, and when the person types into a field focused since. */
  onCancel: () => void;
}

/**
 * Keeps what is typed while the field that was asked for is still loading. Otherwise its first letters would be lost, or act
 * as shortcuts of the page below.
 */
export function TypeAhead({ into, onCancel }: TypeAheadProps) {
  const [focused] = useState(() => document.activeElement);
  const onKey = useStableCallback((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.target !== focused && isEditable(event.target)) return onCancel();
    const { text } = into.current;
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter') {
      // Without a text, or held down, it would run the first of the recent destinations.
      if (!event.repeat && text.trim() !== '') into.current = { text, entered: true };
    } else if (event.key === 'Backspace') into.current = { text: text.slice(0, -1), entered: false };
    else if (event.key.length === 1) into.current = { text: text + event.key, entered: false };
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useLayoutEffect(() => {
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [onKey]);
  return <Opening role="status">Abrindo a busca…</Opening>;
}

/** In the place of the palette. */
const Opening = styled('div')(({ theme }) => ({
  position: 'fixed',
  top: '12vh',
  left: '50%',
  transform: 'translateX(-50%)',
  zIndex: theme.zIndex.modal,
  padding: '12px 16px',
  borderRadius: 8,
  backgroundColor: theme.vars.palette.background.paper,
  color: theme.vars.palette.components.textoSecundario,
  border: `1px solid ${theme.vars.palette.components.linha}`,
  boxShadow: '0 8px 24px rgb(0 0 0 / 0.14)',
}));

import { styled } from '@mui/material/styles';
import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react';

interface PickGroundProps {
  /** Pointer in the data of the part that is chosen, places of lists left out: '/contatos/nome'. */
  chosen: string | null;
  onPick: (pointer: string) => void;
  /** Alt with the arrows; absent where nothing may be moved. */
  onMove?: ((by: -1 | 1) => void) | undefined;
  children: ReactNode;
}

/** A form whose fields are chosen by touching them or by coming to them with Tab; the chosen one is framed. */
export function PickGround({ chosen, onPick, onMove, children }: PickGroundProps) {
  const pick = (event: SyntheticEvent) => {
    const field = (event.target as Element).closest<HTMLElement>('[data-campo]');
    const pointer = field && plainPointer(field.dataset.campo ?? '');
    if (pointer && pointer !== chosen) onPick(pointer);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key];
    if (!event.altKey || !by || !onMove) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(by);
  };
  return (
    <Ground onClick={pick} onFocus={pick} onKeyDownCapture={onKeyDown}>
      <Frame pointer={chosen ?? ''}>{children}</Frame>
    </Ground>
  );
}

/** '/contatos/0/nome' → '/contatos/nome': each row of a list is the same field. */
const plainPointer = (pointer: string) => pointer.replace(/\/\d+(?=\/|$)/g, '');

const Ground = styled('div')({ '& [data-campo]': { borderRadius: 6 } });

const Frame = styled('div', { shouldForwardProp: (name) => name !== 'pointer' })<{ pointer: string }>(
  ({ theme, pointer }) => {
    if (pointer === '') return {};
    const parts = pointer.split('/').slice(1);
    // A field of a list stands once for each row.
    const inList =
      parts.length > 1 ? `, & [data-campo^="/${parts[0]}/"][data-campo$="/${parts.at(-1)}"]` : '';
    return {
      [`& [data-campo="${pointer}"]${inList}`]: {
        outline: `2px solid ${theme.vars.palette.components.foco}`,
        outlineOffset: 6,
      },
    };
  },
);

import MoreHoriz from '@mui/icons-material/MoreHoriz';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { inWords } from '../../../dataProvider/inWords.ts';
import { useCan } from '../../../ui/shell/useCan.ts';
import { MoveMenu } from './MoveMenu.tsx';
import { menuMoves } from './menuMoves.ts';
import type { OpenMove } from './useMoveSession.ts';

interface MoreActionsProps {
  ticket: Ticket;
  onMove: (move: OpenMove) => void;
}

/** What may be done with the ticket beside the next step. */
export function MoreActions({ ticket, onMove }: MoreActionsProps) {
  const { can } = useCan();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const moves = menuMoves(ticket, can);
  if (moves.length === 0) return null;
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<MoreHoriz />}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Ações
      </Button>
      <MoveMenu
        label={inWords('Ações do ticket')}
        anchor={anchor}
        onClose={() => setAnchor(null)}
        items={moves.map(({ kind, label, blocked }) => ({
          key: kind,
          label: inWords(label),
          second: inWords(blocked ?? '') || undefined,
          disabled: blocked !== null,
          danger: kind === 'cancelar',
          onChoose: () => onMove({ kind }),
        }))}
      />
    </>
  );
}

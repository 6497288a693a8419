import useMediaQuery from '@mui/material/useMediaQuery';
import { useNotify } from 'ra-core';
import { useId } from 'react';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { inWords } from '../../../dataProvider/inWords.ts';
import { DialogFrame } from '../../../ui/components/frame/DialogFrame.tsx';
import { MoveContent } from './MoveContent.tsx';
import { type OpenMove, requirementOf } from './useMoveSession.ts';

interface MoveDialogProps {
  ticket: Ticket;
  move: OpenMove | null;
  onClose: () => void;
}

/** Steps whose form is a table of lines, or stands beside the mirror. */
const WIDE = new Set([
  'ANALISE_DEVOLUCAO',
  'ENVIO_NF_DEVOLUCAO',
  'CONFERENCIA_DEVOLUCAO',
  'PRORROGACAO_FINANCEIRO',
]);

/** The button that opened the dialog may be gone with the step: the page's heading then has the focus. */
function focusPage() {
  if (document.activeElement && document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/** The frame of every move of a ticket. What was written stays when it is closed, and comes back. */
export function MoveDialog({ ticket, move, onClose }: MoveDialogProps) {
  const notify = useNotify();
  const titleId = useId();
  const isPhone = useMediaQuery('(max-width:599.95px)', { noSsr: true });
  if (!move) return null;
  const wide = move.kind === 'avancar' && !move.way && WIDE.has(requirementOf(ticket) ?? '');
  return (
    <DialogFrame
      open
      onClose={onClose}
      fullWidth
      fullScreen={isPhone && move.kind === 'avancar'}
      maxWidth={wide ? 'lg' : 'sm'}
      aria-labelledby={titleId}
    >
      <MoveContent
        ticket={ticket}
        move={move}
        titleId={titleId}
        onClose={onClose}
        onMoved={({ message }) => {
          notify(inWords(message), { type: 'success' });
          onClose();
          setTimeout(focusPage);
        }}
      />
    </DialogFrame>
  );
}

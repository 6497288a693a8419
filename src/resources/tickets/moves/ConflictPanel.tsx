import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { timelineType } from '#contract/catalogs/timelineType.ts';
import type { TicketConflict } from '#contract/sac/tickets/ticketMoves.ts';
import { ticketWording } from '#data/session.ts';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { useShownHeading } from '#ui/conflict/ConflictView.tsx';

interface ConflictPanelProps {
  conflict: TicketConflict;
  /** The available resolutions. */
  actions?: ReactNode;
}

/** Who changed what since the person opened the ticket; the person's own text is kept below it. */
export function ConflictPanel({ conflict, actions }: ConflictPanelProps) {
  const { status, etapaAtual, arquivado, mudancas } = conflict;
  const heading = useShownHeading(conflict);
  return (
    <Alert severity="warning" role="alert">
      <AlertTitle ref={heading} tabIndex={-1} sx={{ outline: 'none' }}>
        {ticketWording('Este ticket mudou enquanto você lia')}
      </AlertTitle>
      <Box component="ul" aria-label="O que mudou" sx={{ m: 0, mb: 2, pl: 4.5 }}>
        {mudancas.map(({ tipo, observacao, colaborador, datahora_criacao }) => (
          <li key={`${datahora_criacao} ${tipo} ${observacao}`}>
            <strong>{colaborador ?? 'Sistema'}</strong>, <RelativeDate value={datahora_criacao} />:{' '}
            {ticketWording(observacao || rowOf(timelineType, tipo).label)}
          </li>
        ))}
      </Box>
      Agora: <StatusChip value={status} catalog={ticketStatus} /> na etapa '{etapaAtual.descricao}'
      {arquivado && ', arquivado'}. O que você escreveu continua abaixo.
      {actions && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 3 }}>{actions}</Box>}
    </Alert>
  );
}

import LockOutlined from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import type { TicketStatus } from '../../../../contract/catalogs/ticketStatus.ts';
import { isClosed } from '../../../../contract/rules/ticketTransitions.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';

/** In place of the composer: why nothing can be written, and what would change it. */
export function NoComposer({ ticket }: { ticket: Ticket }) {
  return (
    <Box
      role="note"
      sx={({ vars: { palette } }) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        p: 3,
        mb: 5,
        borderRadius: 1,
        border: `1px solid ${palette.components.linha}`,
        backgroundColor: palette.components.cabecalho,
        color: palette.components.textoSecundario,
      })}
    >
      <LockOutlined fontSize="small" aria-hidden />
      {sentenceOf(ticket)}
    </Box>
  );
}

function sentenceOf({ arquivado, status, acoes }: Ticket): string {
  if (arquivado)
    return acoes.desarquivar
      ? 'Este ticket está arquivado e só pode ser lido. Desarquive-o para voltar a trabalhar nele.'
      : 'Este ticket está arquivado e só pode ser lido.';
  if (isClosed(status as TicketStatus))
    return acoes.reabrir
      ? 'Este ticket está encerrado. Reabra-o para escrever nele.'
      : 'Este ticket está encerrado e não recebe mais mensagens.';
  return 'Você pode ler esta conversa, mas não responder. Fale com um administrador se precisar.';
}

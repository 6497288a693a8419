import LockOutlined from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import type { TicketStatus } from '../../../../contract/catalogs/ticketStatus.ts';
import { isClosed } from '../../../../contract/rules/ticketTransitions.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { inWords } from '../../../dataProvider/inWords.ts';

/** In place of the composer: why nothing can be written, and what would change it. An archive's banner says it all. */
export function NoComposer({ ticket }: { ticket: Ticket }) {
  if (ticket.arquivado) return null;
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

function sentenceOf({ status, acoes }: Ticket): string {
  if (isClosed(status as TicketStatus))
    return acoes.reabrir
      ? inWords('Este ticket está encerrado. Para escrever, é preciso reabrir.')
      : inWords('Este ticket está encerrado e não recebe mais mensagens.');
  return 'Você pode ler esta conversa, mas não responder. Fale com um administrador se precisar.';
}

import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { type TicketStatus, ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { addressText } from '#contract/rules/contact.ts';
import { givenOf } from '#contract/rules/tickets/returnUnits.ts';
import { isClosed } from '#contract/rules/tickets/ticketTransitions.ts';
import type { Pickup } from '#contract/sac/pickups.ts';
import { StatusChip, Tag } from '#ui/components/display/Chips.tsx';
import { PhoneAction } from '#ui/components/display/ContactLinks.tsx';

type Ticket = Pickup['tickets'][number];

interface PickupTicketProps {
  ticket: Ticket;
  /** Whether it was removed from the pickup: shown, but not collected. */
  given: boolean;
}

/** A ticket of a pickup: the place, and the goods to collect. */
export function PickupTicket({ ticket, given }: PickupTicketProps) {
  const id = useId();
  const address = addressText(ticket.endereco);
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ mt: 4, p: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
        <Typography id={id} component="h3" sx={{ fontSize: 15, fontWeight: 600 }}>
          <Link component={RouterLink} to={`/tickets/${ticket.id}`}>
            Ticket {ticket.id}
          </Link>{' '}
          · {ticket.cliente.fant || ticket.cliente.razSoc}
        </Typography>
        <StatusChip value={ticket.status} catalog={ticketStatus} />
        {!isClosed(ticket.status as TicketStatus) && <span>{ticket.etapa}</span>}
        {given && <Tag tone="secundaria">Devolvido à espera</Tag>}
      </Box>
      <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
        {address || 'Endereço a confirmar com o cliente'}
      </Typography>
      {ticket.cliente.telefone && <PhoneAction phone={ticket.cliente.telefone} />}
      {ticket.itens.length === 0 ? (
        <Typography variant="body2" sx={{ mt: 2 }}>
          Nenhum produto autorizado.
        </Typography>
      ) : (
        <Lines ticket={ticket} />
      )}
    </Paper>
  );
}

const Lines = ({ ticket }: { ticket: Ticket }) => (
  <Box
    component="table"
    aria-label={`Produtos do ticket ${ticket.id}`}
    sx={(t) => ({
      width: '100%',
      mt: 2,
      fontSize: 13,
      borderCollapse: 'collapse',
      '& th': { fontWeight: 500, textAlign: 'left', color: t.vars.palette.components.textoSecundario },
      '& th, & td': { py: 1, pr: 3, borderBottom: `1px solid ${t.vars.palette.components.linha}` },
      '& .number': { textAlign: 'right', pr: 0, whiteSpace: 'nowrap' },
      '& .note': { display: { xs: 'none', sm: 'table-cell' } },
    })}
  >
    <thead>
      <tr>
        <th scope="col">Produto</th>
        <th scope="col" className="note">
          Nota
        </th>
        <th scope="col" className="number">
          Quantidade
        </th>
      </tr>
    </thead>
    <tbody>
      {ticket.itens.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one answer never change places
        <tr key={index}>
          <td>
            {line.idExibicao} - {line.descricao}
          </td>
          <td className="note">{line.nfe ?? '—'}</td>
          <td className="number">{givenOf(line, line.quantidade)}</td>
        </tr>
      ))}
    </tbody>
  </Box>
);

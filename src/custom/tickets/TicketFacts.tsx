import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ticketStatus } from '../../../contract/catalogs/ticketStatus.ts';
import type { Ticket } from '../../../contract/sac/tickets.ts';
import { KeyValueList } from '../../ui/components/detail/KeyValueList.tsx';
import { Money } from '../../ui/components/display/Money.tsx';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
import { StatusChip } from '../../ui/components/display/StatusChip.tsx';
import { CustomerLabel } from '../customers/CustomerLabel.tsx';

/** What a ticket is about, and where it stands. */
export function TicketFacts({ ticket }: { ticket: Ticket }) {
  const { tipo, status, assunto, cliente, etapaAtual, prazo, operador, setor } = ticket;
  const person = [operador?.nome, setor?.desc].filter(Boolean).join(' · ');
  return (
    <div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 3 }}>
        <StatusChip value={status} catalog={ticketStatus} />
        <Typography component="h3" sx={{ fontWeight: 600 }}>
          {assunto || tipo.desc}
        </Typography>
      </Box>
      <KeyValueList
        pairWidth={200}
        items={[
          {
            label: 'Cliente',
            value: <CustomerLabel id={cliente.id} tradeName={cliente.fant} legalName={cliente.razSoc} />,
          },
          { label: 'Tipo', value: tipo.desc },
          { label: 'Motivo', value: ticket.motivos.map(({ descricao }) => descricao).join(' › ') },
          { label: 'Etapa', value: etapaAtual.descricao },
          { label: 'Prazo', value: prazo ? <RelativeDate value={prazo} exact /> : 'Sem prazo' },
          { label: 'Responsável', value: person || 'Ninguém ainda' },
          { label: 'Criado por', value: ticket.criador.nome },
          { label: 'Criado', value: <RelativeDate value={ticket.datahora_criacao} exact /> },
          { label: 'Filial', value: ticket.filial.razSoc },
          { label: 'Itens', value: ticket.totalItens },
          { label: 'Valor dos itens', value: <Money value={ticket.valorItens} /> },
          ...(ticket.motivoFinalizacao ? [{ label: 'Finalização', value: ticket.motivoFinalizacao }] : []),
        ]}
      />
    </div>
  );
}

import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { timelineType } from '#contract/catalogs/timelineType.ts';
import { field } from '#contract/field.ts';
import { conversationRoutes } from '#contract/sac/tickets/ticketConversation.ts';
import { type Ticket, TicketRow, ticketRoutes } from '#contract/sac/tickets.ts';
import { useRoute } from '#data/useRoute.ts';
import { CustomerLabel } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { KeyValueList } from '#ui/components/detail/Section.tsx';
import { Timeline } from '#ui/components/detail/Timeline.tsx';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { Money, RelativeDate } from '#ui/components/display/Texts.tsx';
import { CloseButton, CloseCross, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { usePaperBranch } from '#ui/shell/paperBranch.ts';
import { Answered, EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { PriorityMark } from './PriorityMark.tsx';

interface TicketDialogProps {
  id: number;
  onClose: () => void;
}

/** 'Ticket #{id}' read-only over another screen; it is worked on in its own page. */
export function TicketDialog({ id, onClose }: TicketDialogProps) {
  const titleId = useId();
  const { can } = useCan();
  const answer = useRoute(ticketRoutes.get, { params: { idTicket: id } });
  const { data } = answer;
  usePaperBranch(data?.data.filial.idFil);
  return (
    <DialogFrame open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={titleId}>
      <Box
        component="header"
        sx={{ display: 'flex', alignItems: 'center', pl: { xs: 4, md: 6 }, pr: 3, pt: 3 }}
      >
        <Typography id={titleId} variant="h2" component="h2" sx={{ flex: 1 }}>
          Ticket #{id}
        </Typography>
        <CloseCross aria-label="Fechar">
          <CloseOutlined />
        </CloseCross>
      </Box>
      <DialogContent sx={{ display: 'grid', gap: 5 }}>
        <Answered
          answer={answer}
          skeleton={<TextSkeleton lines={8} />}
          missing={
            <EmptyState
              title="Ticket não encontrado"
              text="Ele não existe, ou não está entre os que você pode ver."
            />
          }
        >
          {(ticket) => (
            <>
              <TicketFacts ticket={ticket.data} />
              <TicketStory idTicket={id} />
            </>
          )}
        </Answered>
      </DialogContent>
      <DialogActions>
        <CloseButton>Fechar</CloseButton>
        {data && can('SAC_TICKETS') && (
          <Button variant="contained" component={Link} to={`/tickets/${id}`}>
            Abrir o ticket
          </Button>
        )}
      </DialogActions>
    </DialogFrame>
  );
}

/** The ticket's history, newest first. */
function TicketStory({ idTicket }: { idTicket: number }) {
  const { data, error, refetch } = useRoute(conversationRoutes.activities, { params: { idTicket } });
  return (
    <section aria-label="Linha do tempo">
      <Typography component="h3" sx={{ fontSize: 15, fontWeight: 600, mb: 3 }}>
        Linha do tempo
      </Typography>
      <Failure answer={{ data, error, refetch }} />
      {!data && !error && <TextSkeleton lines={4} />}
      {data && (
        <Timeline
          catalog={timelineType}
          entries={data.map(({ id, tipo, datahora_criacao, observacao, colaborador }) => ({
            id,
            type: tipo,
            at: datahora_criacao,
            note: observacao,
            person: colaborador?.nome ?? null,
          }))}
        />
      )}
    </section>
  );
}

/** The ticket's subject and current status. */
function TicketFacts({ ticket }: { ticket: Ticket }) {
  const { tipo, status, assunto, cliente, etapaAtual, prazo, operador, setor } = ticket;
  const person = [operador?.nome, setor?.desc].filter(Boolean).join(' · ');
  return (
    <div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 3 }}>
        <StatusChip value={status} catalog={ticketStatus} />
        <PriorityMark value={ticket.prioridade} />
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
          { label: 'Operador', value: person || 'Ninguém ainda' },
          { label: 'Criado por', value: ticket.criador.nome },
          {
            label: field(TicketRow, 'datahora_criacao').label,
            value: <RelativeDate value={ticket.datahora_criacao} exact />,
          },
          { label: 'Filial', value: ticket.filial.razSoc },
          { label: 'Itens', value: ticket.totalItens },
          { label: 'Valor dos itens', value: <Money value={ticket.valorItens} /> },
          ...(ticket.motivoFinalizacao ? [{ label: 'Finalização', value: ticket.motivoFinalizacao }] : []),
        ]}
      />
    </div>
  );
}

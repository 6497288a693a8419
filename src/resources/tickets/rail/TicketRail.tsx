import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import { type CatalogRow, rowOf } from '#contract/catalogs/catalog.ts';
import { timelineType } from '#contract/catalogs/timelineType.ts';
import { field } from '#contract/field.ts';
import { formatPhone } from '#contract/rules/phone.ts';
import { firstOfList } from '#contract/rules/text.ts';
import { conversationRoutes } from '#contract/sac/tickets/ticketConversation.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { TicketRow } from '#contract/sac/tickets.ts';
import { ticketWording } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { CustomerLabel, CustomerPanelLink } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { useRegistration } from '#src/resources/customers/shared/useRegistration.ts';
import { ExtraFieldsPanel } from '#src/resources/extraFields/shared/ExtraFieldsPanel.tsx';
import { useOwnTypes } from '#src/resources/records/shared/useOwnTypes.ts';
import type { KeyValue } from '#ui/components/detail/Section.tsx';
import { Timeline } from '#ui/components/detail/Timeline.tsx';
import { LegendBadges } from '#ui/components/display/Chips.tsx';
import { MailLink, PhoneAction } from '#ui/components/display/ContactLinks.tsx';
import { DocumentText, RelativeDate } from '#ui/components/display/Texts.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { CostsPart } from '../costs/CostsPart.tsx';
import { isOfCompany } from '../shared/ticketReader.ts';
import { OperatorFact } from './OperatorFact.tsx';
import { PriorityFact } from './PriorityFact.tsx';
import {
  ExtensionPart,
  Facts,
  InvoicesPart,
  MailSwitch,
  PickupPart,
  RailSection,
  ReturnInvoicePart,
} from './RailParts.tsx';

const FollowersPart = lazyScreen(() => import('../followers/FollowersPart.tsx'), 'FollowersPart');
const CopiesPart = lazyScreen(() => import('../copies/CopiesPart.tsx'), 'CopiesPart');
const SurveyPart = lazyScreen(() => import('./SurveyPart.tsx'), 'SurveyPart');
const RecordsPart = lazyScreen(() => import('./RecordsPart.tsx'), 'RecordsPart');

interface TicketRailProps {
  ticket: Ticket;
  /** Whether the viewer is an end consumer, who sees only what concerns them. */
  consumer: boolean;
}

/** The ticket's facts, from its customer to its history. */
export function TicketRail({ ticket, consumer }: TicketRailProps) {
  const { can } = useCan();
  const shown = useOwnTypes().data?.itens.filter(({ noTicket }) => noTicket !== null) ?? [];
  return (
    <Box sx={{ minWidth: 0 }}>
      <CustomerPart ticket={ticket} consumer={consumer} />
      <RequestPart ticket={ticket} consumer={consumer} />
      <InvoicesPart ticket={ticket} />
      <ExtensionPart ticket={ticket} />
      <ReturnInvoicePart ticket={ticket} />
      <PickupPart ticket={ticket} />
      <FieldsPart idTicket={ticket.id} />
      {shown.map((own) => (
        <Suspense key={own.chave}>
          <RecordsPart ticket={ticket} own={own} />
        </Suspense>
      ))}
      {can('TICKETS_RESPONDER_INTERNO') && ticket.status === 'FINALIZADO' && (
        <Suspense>
          <SurveyPart ticket={ticket} />
        </Suspense>
      )}
      {can('TICKETS_CUSTOS') && <CostsPart ticket={ticket} />}
      {can('TICKETS_RESPONDER_INTERNO') && <SectorPart idTicket={ticket.id} />}
      {isOfCompany() && can('TICKETS_RESPONDER_INTERNO') && (
        <Suspense>
          <FollowersPart ticket={ticket} />
        </Suspense>
      )}
      <Suspense>
        <CopiesPart ticket={ticket} />
      </Suspense>
      <ActivitiesPart idTicket={ticket.id} />
    </Box>
  );
}

/** Extra fields that the company uses for tickets. */
function FieldsPart({ idTicket }: { idTicket: number }) {
  return (
    <ExtraFieldsPanel
      key={idTicket}
      entity="ticket"
      id={idTicket}
      frame={(parts) => <RailSection {...parts} />}
    />
  );
}

const MAX_SHOWN = 4;

/** The ticket's sector, and the people in it who can take it; a reply can forward it to another. */
function SectorPart({ idTicket }: { idTicket: number }) {
  const { data } = useRoute(conversationRoutes.sectors, { params: { idTicket } });
  const current = data?.find(({ atual }) => atual);
  if (!data) return null;
  return (
    <RailSection title="Setores">
      {current ? (
        <Facts items={[{ label: current.desc, value: namesOf(current.atendentes) }]} />
      ) : (
        <Typography variant="body2">O ticket não está com nenhum setor.</Typography>
      )}
      <Typography
        variant="caption"
        component="p"
        sx={{ mt: 1, color: (t) => t.vars.palette.components.textoSecundario }}
      >
        Para passar a outro setor, encaminhe pela conversa.
      </Typography>
    </RailSection>
  );
}

function namesOf(people: readonly { nome: string }[]): string {
  if (people.length === 0) return 'Ninguém atende neste setor';
  return firstOfList(
    people.map(({ nome }) => nome),
    MAX_SHOWN,
  );
}

/** The ticket's history: the newest five entries, and all of them on request. */
function ActivitiesPart({ idTicket }: { idTicket: number }) {
  const { data, error, isPending, refetch } = useRoute(conversationRoutes.activities, {
    params: { idTicket },
  });
  return (
    <RailSection title="Atividades">
      {isPending && <TextSkeleton lines={5} />}
      <Failure answer={{ data, error, refetch }} />
      {data && (
        <Timeline
          catalog={timelineType.map((row) => ({ ...row, label: ticketWording(row.label) }))}
          entries={data.map(({ id, tipo, datahora_criacao, observacao, colaborador, ticket }) => ({
            id,
            type: tipo,
            at: datahora_criacao,
            person: colaborador?.nome ?? null,
            note: ticketWording(
              [ticket && `Ticket ${ticket}`, distinctNote(timelineType, tipo, observacao)]
                .filter(Boolean)
                .join(': '),
            ),
          }))}
        />
      )}
    </RailSection>
  );
}

/** A note that only repeats the entry's name is omitted. */
const distinctNote = (catalog: readonly CatalogRow[], type: string, note: string) =>
  note.replace(/\.$/, '') === rowOf(catalog, type).label ? '' : note;

/** The request, its reasons, and the people working on it. */
function RequestPart({ ticket, consumer }: { ticket: Ticket; consumer: boolean }) {
  const { setor, representante, criador, transportadora } = ticket;
  return (
    <>
      <RailSection title="Solicitação">
        <Facts
          items={[
            ...reasons(ticket),
            ...(ticket.prioridade === null
              ? []
              : [
                  {
                    label: 'Prioridade',
                    value: <PriorityFact ticket={ticket} prioridade={ticket.prioridade} />,
                  },
                ]),
            ...(consumer ? [] : [{ label: 'Origem', value: ticket.origem.descricao }]),
            {
              label: field(TicketRow, 'datahora_criacao').label,
              value: <RelativeDate value={ticket.datahora_criacao} exact />,
            },
            ...(transportadora ? [{ label: 'Transportadora', value: transportadora.razSoc }] : []),
          ]}
        />
      </RailSection>
      <RailSection title="Pessoas">
        <Facts
          items={[
            ...(isOfCompany()
              ? [
                  { label: 'Operador', value: <OperatorFact ticket={ticket} /> },
                  { label: 'Setor', value: setor?.desc },
                ]
              : []),
            ...(representante || !consumer ? [{ label: 'Representante', value: representante?.nome }] : []),
            { label: 'Aberto por', value: criador.nome },
          ]}
        />
      </RailSection>
    </>
  );
}

const reasons = ({ tipo, assunto, motivos }: Ticket): KeyValue[] => [
  { label: 'Tipo', value: tipo.desc },
  ...(assunto && assunto !== tipo.desc ? [{ label: 'Assunto', value: assunto }] : []),
  // As the wizard shows it.
  ...(motivos.length > 0
    ? [{ label: 'Motivo', value: motivos.map(({ descricao }) => descricao).join(' › ') }]
    : []),
];

/** The ticket's customer, and how to reach them; a consumer gets no call buttons for themselves. */
function CustomerPart({ ticket, consumer }: { ticket: Ticket; consumer: boolean }) {
  const { cliente, contato, filial } = ticket;
  const blockReason = cliente.legendas.find(({ codigo }) => codigo === 'BD')?.texto ?? null;
  const name = contato.nome && contato.nome !== cliente.razSoc ? contato.nome : null;
  return (
    <RailSection
      title={consumer ? 'Seus dados' : 'Cliente'}
      action={ticket.cadastroIncompleto && <CompleteCustomer ticket={ticket} />}
    >
      <Box sx={{ mb: 2 }}>
        <CustomerPanelLink id={cliente.id}>
          <CustomerLabel id={cliente.id} tradeName={cliente.fant} legalName={cliente.razSoc} stacked />
        </CustomerPanelLink>
      </Box>
      {cliente.legendas.length > 0 && (
        <Box sx={{ mb: 2 }}>
          <LegendBadges codes={cliente.legendas.map(({ codigo }) => codigo)} blockReason={blockReason} />
          {blockReason && (
            <Typography variant="body2" sx={{ mt: 1, color: 'error.main', overflowWrap: 'anywhere' }}>
              Bloqueado: {blockReason}
            </Typography>
          )}
        </Box>
      )}
      {contato.telefone && !consumer && (
        <Box sx={{ mb: 2 }}>
          <PhoneAction phone={contato.telefone} />
        </Box>
      )}
      <Facts
        items={[
          ...(name ? [{ label: 'Contato', value: name }] : []),
          ...(consumer ? [{ label: 'Telefone', value: formatPhone(contato.telefone) }] : []),
          { label: 'CPF ou CNPJ', value: contato.documento && <DocumentText value={contato.documento} /> },
          {
            label: 'E-mail',
            value: contato.email && (
              <>
                <MailLink email={contato.email} />
                <MailSwitch key={contato.email} ticketId={ticket.id} contact={contato} />
              </>
            ),
          },
          { label: consumer ? 'Quem atende você' : 'Filial', value: filial.razSoc },
        ]}
      />
    </RailSection>
  );
}

/** Turns a first contact into a complete customer, using the data in the ticket. */
function CompleteCustomer({ ticket }: { ticket: Ticket }) {
  const { mayServe, completeFromTicket } = useRegistration();
  if (!mayServe) return null;
  const { nome, documento, email, telefone } = ticket.contato;
  const customerData = {
    documento,
    empresa: { razaoSocial: nome },
    contatos: { telefone1: telefone, email: email.toLowerCase() },
  };
  return (
    <Button size="small" sx={{ mr: -2 }} onClick={() => completeFromTicket(ticket, { known: customerData })}>
      Completar cadastro
    </Button>
  );
}

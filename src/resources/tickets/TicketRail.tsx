import Box from '@mui/material/Box';
import { type CatalogRow, rowOf } from '../../../contract/catalogs/catalog.ts';
import { timelineType } from '../../../contract/catalogs/timelineType.ts';
import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { conversationRoutes } from '../../../contract/sac/ticketConversation.ts';
import type { Ticket } from '../../../contract/sac/tickets.ts';
import { type KeyValue, KeyValueList } from '../../custom/components/detail/KeyValueList.tsx';
import { Section } from '../../custom/components/detail/Section.tsx';
import { Timeline } from '../../custom/components/detail/Timeline.tsx';
import { CustomerLabel } from '../../custom/components/display/CustomerLabel.tsx';
import { DocumentText } from '../../custom/components/display/DocumentText.tsx';
import { LegendBadges } from '../../custom/components/display/LegendBadges.tsx';
import { Money } from '../../custom/components/display/Money.tsx';
import { PhoneAction } from '../../custom/components/display/PhoneAction.tsx';
import { RelativeDate } from '../../custom/components/display/RelativeDate.tsx';
import { ErrorState } from '../../custom/layout/states/ErrorState.tsx';
import { useValueDecimals } from '../../custom/layout/useDecimals.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { DueDate } from './DueDate.tsx';
import { StepMap } from './StepMap.tsx';

/** 320 px at the right: the flow, the customer, why, who, how, and what happened. */
export function TicketRail({ ticket }: { ticket: Ticket }) {
  return (
    <Box
      component="aside"
      aria-label="Dados do ticket"
      sx={{ display: 'flex', flexDirection: 'column', gap: 3, minWidth: 0 }}
    >
      <Section title="Etapa" level={2}>
        <StepMap steps={ticket.etapas} />
        {ticket.prazo && (
          <KeyValueList
            items={[
              { label: 'Prazo da etapa', value: <DueDate value={ticket.prazo} status={ticket.status} /> },
            ]}
          />
        )}
      </Section>
      <CustomerSection ticket={ticket} />
      <Section title="Solicitação">
        <KeyValueList items={requestFacts(ticket)} />
      </Section>
      {ticket.notas.length > 0 && <InvoicesSection ticket={ticket} />}
      <Section title="Pessoas">
        <KeyValueList
          items={[
            { label: 'Aberto por', value: ticket.criador.nome },
            { label: 'Operador', value: ticket.operador?.nome ?? 'Ninguém assumiu' },
            { label: 'Setor', value: ticket.setor?.desc },
            { label: 'Representante', value: ticket.representante?.nome },
          ]}
        />
      </Section>
      <ActivitiesSection idTicket={ticket.id} />
    </Box>
  );
}

function CustomerSection({ ticket: { cliente, contato, filial } }: { ticket: Ticket }) {
  return (
    <Section title="Cliente">
      <Box sx={{ mb: 2 }}>
        <CustomerLabel id={cliente.id} tradeName={cliente.fant} legalName={cliente.razSoc} stacked />
      </Box>
      {cliente.legendas.length > 0 && (
        <Box sx={{ mb: 3 }}>
          <LegendBadges
            codes={cliente.legendas.map(({ codigo }) => codigo)}
            blockReason={cliente.legendas.find(({ codigo }) => codigo === 'BD')?.texto ?? null}
          />
        </Box>
      )}
      <KeyValueList
        items={[
          { label: 'CPF ou CNPJ', value: contato.documento && <DocumentText value={contato.documento} /> },
          { label: 'Telefone', value: contato.telefone && <PhoneAction phone={contato.telefone} /> },
          {
            label: 'E-mail',
            value: contato.email && <a href={`mailto:${contato.email}`}>{contato.email}</a>,
          },
          { label: 'Filial', value: filial.razSoc },
        ]}
      />
    </Section>
  );
}

function requestFacts({
  tipo,
  assunto,
  motivos,
  origem,
  datahora_criacao,
  transportadora,
  prorrogacao,
}: Ticket): KeyValue[] {
  return [
    { label: 'Tipo', value: tipo.desc },
    ...(assunto && assunto !== tipo.desc ? [{ label: 'Assunto', value: assunto }] : []),
    ...motivos.map(({ descricao }, level) => ({
      label: level === 0 ? 'Motivo' : `Submotivo ${level}`,
      value: descricao,
    })),
    { label: 'Origem', value: origem.descricao },
    { label: 'Criado', value: <RelativeDate value={datahora_criacao} exact /> },
    ...(transportadora ? [{ label: 'Transportadora', value: transportadora.razSoc }] : []),
    ...(prorrogacao
      ? [
          { label: 'Responsável pelo atraso', value: prorrogacao.nome },
          {
            label: 'Dias de atraso',
            value: `${prorrogacao.diasAtraso} ${prorrogacao.diasAtraso === 1 ? 'dia' : 'dias'}`,
          },
        ]
      : []),
  ];
}

function InvoicesSection({ ticket: { notas } }: { ticket: Ticket }) {
  const decimals = useValueDecimals();
  return (
    <Section title="Notas fiscais">
      <KeyValueList
        items={notas.map(({ numNf, dtSai, vlTot }) => ({
          label: `Nota ${numNf} de ${formatCalendarDate(dtSai)}`,
          value: <Money value={vlTot} decimals={decimals} />,
        }))}
      />
    </Section>
  );
}

function ActivitiesSection({ idTicket }: { idTicket: number }) {
  const { data, error, refetch } = useRoute(conversationRoutes.activities, { params: { idTicket } });
  return (
    <Section title="Atividades">
      {error && !data && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && (
        <Timeline
          catalog={timelineType}
          entries={data.map(({ id, tipo, datahora_criacao, observacao, colaborador }) => ({
            id,
            type: tipo,
            at: datahora_criacao,
            person: colaborador?.nome ?? null,
            note: says(timelineType, tipo, observacao),
          }))}
        />
      )}
    </Section>
  );
}

/** An entry whose note only repeats its name says it once. */
const says = (catalog: readonly CatalogRow[], type: string, note: string) =>
  note.replace(/\.$/, '') === rowOf(catalog, type).label ? '' : note;

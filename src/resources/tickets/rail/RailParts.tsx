import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { pickupStatus } from '#contract/catalogs/transport.ts';
import { DOCUMENT_DECIMALS, formatCount, NO_VALUE } from '#contract/rules/format.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { mailAddressRoutes } from '#contract/sac/mailAddresses.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import type { KeyValue } from '#ui/components/detail/Section.tsx';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { CopyButton } from '#ui/components/display/CopyButton.tsx';
import { NoteMark } from '#ui/components/display/NoteMark.tsx';
import { Money } from '#ui/components/display/Texts.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { useLabelWord } from '#ui/words.ts';

interface RailSectionProps {
  title: string;
  /** Shown to the right of the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A section of the rail: a hairline, a subdued title, facts. */
export function RailSection({ title, action, children }: RailSectionProps) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ py: 3, borderTop: (t) => `1px solid ${t.vars.palette.components.linha}` }}
    >
      <Box
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: 28, mb: 1 }}
      >
        <Typography id={id} variant="subtitle2" component="h2">
          {title}
        </Typography>
        {action}
      </Box>
      {children}
    </Box>
  );
}

/** Labels on the left, values on the right, as compact as a rail requires. Empty values are shown as a dash. */
export const Facts = ({ items }: { items: readonly KeyValue[] }) => {
  const word = useLabelWord();
  return (
    <List>
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt>{word(label)}</dt>
          <dd>{value == null || value === '' ? NO_VALUE : value}</dd>
        </div>
      ))}
    </List>
  );
};

const List = styled('dl')(({ theme: { vars } }) => ({
  margin: 0,
  display: 'grid',
  gap: 6,
  fontSize: 13,
  lineHeight: '20px',
  '& > div': { display: 'grid', gridTemplateColumns: '104px minmax(0, 1fr)', columnGap: 12 },
  '& dt': { color: vars.palette.components.textoSecundario },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
}));

export function InvoicesPart({ ticket: { notas } }: { ticket: Ticket }) {
  if (notas.length === 0) return null;
  return (
    <RailSection title="Notas fiscais">
      <Facts
        items={notas.map(({ numNf, dtSai, vlTot, avisoNota }) => ({
          label: `Nota ${numNf}`,
          value: (
            <>
              <Money value={vlTot} decimals={DOCUMENT_DECIMALS} /> · {formatCalendarDate(dtSai)}
              <NoteMark text={avisoNota} />
            </>
          ),
        }))}
      />
    </RailSection>
  );
}

/** The invoice with which the goods are returned, compared with the mirror. */
export function ReturnInvoicePart({ ticket: { notaDevolucao } }: { ticket: Ticket }) {
  if (!notaDevolucao) return null;
  const { chave, total, totalEspelho, liberadaPor, motivoLiberacao } = notaDevolucao;
  return (
    <RailSection title="Nota de devolução">
      <Facts
        items={[
          {
            label: 'Chave',
            value: (
              <>
                <code style={{ fontSize: 12 }}>{chave.replace(/(.{4})(?=.)/g, '$1 ')}</code>{' '}
                <CopyButton text={chave} label="Copiar a chave de acesso" />
              </>
            ),
          },
          { label: 'Valor', value: <Money value={total} decimals={DOCUMENT_DECIMALS} /> },
          { label: 'Espelho', value: <Money value={totalEspelho} decimals={DOCUMENT_DECIMALS} /> },
          ...(liberadaPor
            ? [{ label: 'Diferença', value: `Liberada por ${liberadaPor}: ${motivoLiberacao}` }]
            : []),
        ]}
      />
    </RailSection>
  );
}

export function PickupPart({ ticket: { coleta } }: { ticket: Ticket }) {
  const mayOpen = useCan().can('SAC_COLETAS');
  if (!coleta) return null;
  return (
    <RailSection title="Coleta">
      <Facts
        items={[
          {
            label: 'Número',
            value: mayOpen ? <Link to={`/coletas/${coleta.id}`}>{coleta.id}</Link> : coleta.id,
          },
          { label: 'Situação', value: <StatusChip value={coleta.status} catalog={pickupStatus} /> },
        ]}
      />
    </RailSection>
  );
}

const ANSWERS: Record<string, string> = { CONFIRMADA: 'Atraso confirmado', RECUSADA: 'Atraso recusado' };

export function ExtensionPart({ ticket: { prorrogacao } }: { ticket: Ticket }) {
  if (!prorrogacao) return null;
  const { nome, diasAtraso, logistica } = prorrogacao;
  return (
    <RailSection title="Prorrogação">
      <Facts
        items={[
          { label: 'Responsável', value: nome },
          { label: 'Atraso', value: formatCount(diasAtraso, 'dia', 'dias') },
          {
            label: 'Logística',
            value: logistica ? (ANSWERS[logistica] ?? logistica) : 'Ainda não respondeu',
          },
        ]}
      />
    </RailSection>
  );
}

/** Whether the contact receives e-mails about the ticket, with a switch to stop or resume them on request. */
export function MailSwitch({ ticketId, contact }: { ticketId: number; contact: Ticket['contato'] }) {
  const may = useCan().can('TICKETS_RESPONDER');
  const notify = useNotify();
  const change = useRouteCommand(mailAddressRoutes.change);
  const [avisos, setAvisos] = useState(contact.avisos);
  if (!avisos) return null;
  const reached = avisos.recebe && !avisos.falha;
  const turn = async () => {
    try {
      const { data } = await change.mutateAsync({
        params: { idTicket: ticketId },
        body: { recebe: !reached },
      });
      setAvisos({ recebe: !reached, falha: '' });
      notify(data.message, { type: 'success' });
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    }
  };
  return (
    <div>
      {avisos.falha
        ? `Os e-mails não chegam: ${avisos.falha}`
        : avisos.recebe
          ? 'Recebe os avisos por e-mail.'
          : 'Não recebe avisos por e-mail.'}{' '}
      {may && (
        <Button size="small" onClick={turn} sx={{ p: 0, minWidth: 0, verticalAlign: 'baseline' }}>
          {reached ? 'Desligar' : 'Ligar'}
        </Button>
      )}
    </div>
  );
}

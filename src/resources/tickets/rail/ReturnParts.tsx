import { Link } from 'react-router-dom';
import { pickupStatus } from '../../../../contract/catalogs/transport.ts';
import { formatCalendarDate } from '../../../../contract/rules/calendarDate.ts';
import { DOCUMENT_DECIMALS, formatCount } from '../../../../contract/rules/format.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { StatusChip } from '../../../ui/components/display/Chips.tsx';
import { CopyButton } from '../../../ui/components/display/CopyButton.tsx';
import { Money } from '../../../ui/components/display/Figures.tsx';
import { useCan } from '../../../ui/shell/usePerson.ts';
import { Facts, RailSection } from './RailSection.tsx';

export function InvoicesPart({ ticket: { notas } }: { ticket: Ticket }) {
  if (notas.length === 0) return null;
  return (
    <RailSection title="Notas fiscais">
      <Facts
        items={notas.map(({ numNf, dtSai, vlTot }) => ({
          label: `Nota ${numNf}`,
          value: (
            <>
              <Money value={vlTot} decimals={DOCUMENT_DECIMALS} /> · {formatCalendarDate(dtSai)}
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

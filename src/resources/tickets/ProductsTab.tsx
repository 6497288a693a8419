import Typography from '@mui/material/Typography';
import { ticketLineStatus } from '../../../contract/catalogs/ticketLineStatus.ts';
import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { multiplyDecimals } from '../../../contract/rules/decimal.ts';
import { type TicketItem, ticketItemRoutes } from '../../../contract/sac/ticketItems.ts';
import type { Ticket } from '../../../contract/sac/tickets.ts';
import type { Column } from '../../custom/components/DataTable/columns.ts';
import { DataTable } from '../../custom/components/DataTable/DataTable.tsx';
import { Money } from '../../custom/components/display/Money.tsx';
import { Quantity } from '../../custom/components/display/Quantity.tsx';
import { StatusChip } from '../../custom/components/display/StatusChip.tsx';
import { FileList } from '../../custom/components/files/FileList.tsx';
import { EmptyState } from '../../custom/layout/states/EmptyState.tsx';
import { ErrorState } from '../../custom/layout/states/ErrorState.tsx';
import { useValueDecimals } from '../../custom/layout/useDecimals.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { listedFile } from './listedFile.ts';

/** The lines of a ticket with their photos, and the total. */
export function ProductsTab({ ticket }: { ticket: Ticket }) {
  const { data, error, isPending, refetch } = useRoute(ticketItemRoutes.products, {
    params: { idTicket: ticket.id },
  });
  const decimals = useValueDecimals();
  if (isPending) return <p aria-live="polite">Buscando produtos do ticket</p>;
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data || data.length === 0) return <EmptyState title="Nenhum produto vinculado ao ticket" />;
  const withFiles = data.filter(({ anexos }) => anexos.length > 0);
  return (
    <>
      <DataTable label="Produtos do ticket" columns={COLUMNS} rows={data} rowId={({ id }) => id} />
      <Typography sx={{ textAlign: 'right', my: 3 }}>
        Total <strong>{<Money value={ticket.valorItens} decimals={decimals} />}</strong>
      </Typography>
      {withFiles.map(({ id, idExibicao, descricao, anexos }) => (
        <section key={id} aria-label={`Fotos de ${descricao}`}>
          <Typography sx={{ fontWeight: 500, mt: 3 }}>
            {idExibicao} - {descricao}
          </Typography>
          <FileList files={anexos.map(listedFile)} label={`Fotos de ${descricao}`} />
        </section>
      ))}
    </>
  );
}

const COLUMNS: readonly Column<TicketItem>[] = [
  {
    id: 'produto',
    label: 'Produto',
    card: 'title',
    minWidth: 200,
    render: ({ idExibicao, descricao }) => `${idExibicao} - ${descricao}`,
    second: ({ marca }) => marca,
  },
  {
    id: 'status',
    label: 'Situação',
    width: 124,
    card: 'corner',
    render: ({ status }) => <StatusChip value={status} catalog={ticketLineStatus} />,
  },
  {
    id: 'solicitada',
    label: 'Solicitada',
    kind: 'number',
    width: 96,
    card: 'fact',
    render: ({ qtd_solicitada, unidade }) => <Quantity value={qtd_solicitada} unit={unidade} />,
  },
  {
    id: 'valor',
    label: 'Valor',
    kind: 'number',
    width: 120,
    card: 'fact',
    render: ({ valor_unitario, qtd_solicitada }) => (
      <LineValue value={multiplyDecimals(valor_unitario, qtd_solicitada)} />
    ),
  },
  {
    id: 'motivo',
    label: 'Motivo',
    width: 180,
    card: 'fact',
    render: ({ motivo_descricao }) => motivo_descricao || '—',
    second: ({ obs }) => obs,
  },
  {
    id: 'nota',
    label: 'Nota',
    width: 172,
    render: ({ nfe, avulso }) => (avulso ? 'Avulso' : nfe),
    second: ({ data_nota }) => data_nota && formatCalendarDate(data_nota),
  },
  {
    id: 'comprada',
    label: 'Comprada',
    kind: 'number',
    width: 96,
    render: ({ qtd_comprada, unidade }) => <Quantity value={qtd_comprada} unit={unidade} />,
  },
  {
    id: 'autorizada',
    label: 'Autorizada',
    kind: 'number',
    width: 100,
    render: ({ qtd_autorizada, unidade, status }) =>
      status === 'AN' ? '—' : <Quantity value={qtd_autorizada} unit={unidade} />,
  },
];

function LineValue({ value }: { value: string }) {
  return <Money value={value} decimals={useValueDecimals()} />;
}

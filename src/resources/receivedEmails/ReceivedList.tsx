import type { CatalogRow } from '../../../contract/catalogs/catalog.ts';
import { mailReason, ReceivedEmail } from '../../../contract/config/emails.ts';
import { field } from '../../../contract/field.ts';
import { RequirePermission } from '../../custom/console/RequirePermission.tsx';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { StatusChip } from '../../ui/components/display/Chips.tsx';
import { RelativeDate } from '../../ui/components/display/Texts.tsx';
import type { Filter } from '../../ui/components/FilterBar/filters.ts';
import { fieldColumn } from '../../ui/lists/fieldColumn.tsx';
import { ResourceList } from '../../ui/lists/ResourceList.tsx';

/** `/emails-recebidos`: received e-mails, and those waiting for a decision. */
export function ReceivedList() {
  return (
    <RequirePermission permission="TICKETS_EMAILS" personal>
      <ResourceList<ReceivedEmail>
        resource="emails-recebidos"
        title="E-mails recebidos"
        noun={['e-mail', 'e-mails']}
        columns={columns}
        sort={{ field: 'recebido', order: 'DESC' }}
        filters={filters}
        search={{ key: 'q', placeholder: 'Remetente ou assunto' }}
        empty={{
          title: 'Nenhum e-mail recebido ainda',
          text: 'As respostas dos clientes aparecem aqui quando a caixa de entrada está ligada.',
        }}
      />
    </RequirePermission>
  );
}

const columns: readonly Column<ReceivedEmail>[] = [
  fieldColumn(ReceivedEmail, 'recebido', {
    width: 150,
    sortable: true,
    card: 'fact',
    render: ({ recebido }) => <RelativeDate value={recebido} />,
  }),
  fieldColumn(ReceivedEmail, 'de', {
    width: 180,
    sortable: true,
    card: 'fact',
    render: ({ de, nome }) => nome || de || '—',
  }),
  fieldColumn(ReceivedEmail, 'assunto', {
    sortable: true,
    card: 'title',
    render: ({ assunto }) => assunto || '(sem assunto)',
  }),
  fieldColumn(ReceivedEmail, 'motivo', {
    width: 230,
    card: 'fact',
    render: ({ motivo }) => mailReason.find(({ value }) => value === motivo)?.label ?? '—',
  }),
  fieldColumn(ReceivedEmail, 'situacao', {
    width: 190,
    card: 'corner',
    render: ({ situacao }) => <StatusChip value={situacao} catalog={receivedState} />,
  }),
];

/** The outcome of a received e-mail. */
export const receivedState: readonly CatalogRow[] = [
  { value: 'ESPERA', label: 'Espera por alguém', color: 'aviso', icon: 'HourglassEmpty' },
  { value: 'NO_TICKET', label: 'No ticket', color: 'sucesso', icon: 'MarkEmailRead' },
  { value: 'DESCARTADO', label: 'Descartado', color: 'secundaria', icon: 'Cancel' },
  { value: 'A_PARTE', label: 'Posto de lado', color: 'secundaria', icon: 'Archive' },
];

const filters: readonly Filter[] = [
  {
    key: 'situacao',
    label: field(ReceivedEmail, 'situacao').label,
    kind: 'select',
    pinned: true,
    options: receivedState.map(({ value, label }) => ({ value, label })),
  },
  {
    key: 'motivo',
    label: field(ReceivedEmail, 'motivo').label,
    kind: 'select',
    options: mailReason.map(({ value, label }) => ({ value, label })),
  },
];

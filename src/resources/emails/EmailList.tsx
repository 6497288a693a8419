import type { CatalogRow } from '../../../contract/catalogs/catalog.ts';
import { OutboxEmail } from '../../../contract/config/emails.ts';
import { RequirePermission } from '../../custom/console/RequirePermission.tsx';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { StatusChip } from '../../ui/components/display/Chips.tsx';
import { RelativeDate } from '../../ui/components/display/Texts.tsx';
import type { Filter, FilterValues } from '../../ui/components/FilterBar/filters.ts';
import { fieldColumn } from '../../ui/lists/fieldColumn.tsx';
import { ResourceList } from '../../ui/lists/ResourceList.tsx';

/** `/emails`: the e-mails written by the console, sent or not. */
export function EmailList() {
  return (
    <RequirePermission permission="CONFIGURACAO_EMAILS" personal>
      <ResourceList<OutboxEmail>
        resource="emails"
        title="Caixa de saída"
        noun={['e-mail', 'e-mails']}
        columns={emailColumns}
        sort={{ field: 'criado', order: 'DESC' }}
        filters={emailFilters}
        words={{ toBar, fromBar }}
        search={{ key: 'q', placeholder: 'Endereço ou assunto' }}
        empty={{
          title: 'Nenhum e-mail ainda',
          text: 'Redefinições de senha e avisos de conta aparecem aqui.',
        }}
      />
    </RequirePermission>
  );
}

const emailColumns: readonly Column<OutboxEmail>[] = [
  fieldColumn(OutboxEmail, 'criado', { width: 150, sortable: true, card: 'fact' }),
  fieldColumn(OutboxEmail, 'para', { width: 260, sortable: true, card: 'fact', render: ({ para }) => para }),
  fieldColumn(OutboxEmail, 'assunto', { sortable: true, card: 'title', render: ({ assunto }) => assunto }),
  {
    id: 'situacao',
    label: 'Situação',
    width: 170,
    card: 'corner',
    render: (email) => <EmailSituation email={email} />,
  },
  {
    id: 'enviado',
    label: 'Enviado',
    kind: 'date',
    width: 150,
    sortable: true,
    render: ({ enviado }) => (enviado ? <RelativeDate value={enviado} /> : '—'),
  },
];

/** The statuses of the filter bar, and the query for each. */
const SITUATIONS = [
  { value: 'ENVIADO', label: 'Enviado', asks: { enviado: true } },
  { value: 'NA_CAIXA', label: 'Na caixa de saída', asks: { enviado: false } },
  { value: 'COM_ERRO', label: 'Com erro', asks: { comErro: true } },
] as const;

const emailFilters: readonly Filter[] = [
  {
    key: 'situacao',
    label: 'Situação',
    kind: 'select',
    pinned: true,
    options: SITUATIONS.map(({ value, label }) => ({ value, label })),
  },
];

/** The bar uses named statuses, the server uses flags. */
const fromBar = ({ situacao, ...others }: FilterValues): Record<string, unknown> => ({
  ...others,
  ...SITUATIONS.find(({ value }) => value === situacao)?.asks,
});

function toBar(filter: Record<string, unknown>): FilterValues {
  const { enviado, comErro, ...others } = filter;
  const flags = JSON.stringify({
    ...(enviado !== undefined && { enviado }),
    ...(comErro !== undefined && { comErro }),
  });
  const situation = SITUATIONS.find(({ asks }) => JSON.stringify(asks) === flags);
  return { ...(others as FilterValues), ...(situation && { situacao: situation.value }) };
}

const SITUATION_CHIPS: readonly CatalogRow[] = [
  { value: 'ENVIADO', label: 'Enviado', color: 'sucesso', icon: 'MarkEmailRead' },
  { value: 'COM_ERRO', label: 'Com erro', color: 'perigo', icon: 'Warning' },
  { value: 'NA_CAIXA', label: 'Na caixa de saída', color: 'secundaria', icon: 'HourglassEmpty' },
];

/** Shows whether the e-mail was sent, was refused by the mail server, or is waiting. */
export function EmailSituation({ email: { enviado, erro } }: { email: OutboxEmail }) {
  return (
    <StatusChip value={enviado ? 'ENVIADO' : erro ? 'COM_ERRO' : 'NA_CAIXA'} catalog={SITUATION_CHIPS} />
  );
}

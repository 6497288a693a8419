import { styled } from '@mui/material/styles';
import { Account, AccountEntry } from '../../../contract/callcenter/currentAccounts.ts';
import { rowOf } from '../../../contract/catalogs/catalog.ts';
import { personType } from '../../../contract/catalogs/personType.ts';
import { formatDateTime } from '../../../contract/rules/calendarDate.ts';
import type { Decimal } from '../../../contract/rules/decimal.ts';
import { formatMoney } from '../../../contract/rules/format.ts';
import { ownZone } from '../../dataProvider/session.ts';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
import { fieldColumn } from '../../ui/lists/fieldColumn.tsx';
import { toneColors } from '../../ui/theme/theme.ts';

export const accountColumns: readonly Column<Account>[] = [
  {
    id: 'nome',
    label: 'Colaborador',
    minWidth: 220,
    sortable: true,
    card: 'title',
    render: ({ nome }) => nome,
    second: ({ tipo }) => rowOf(personType, tipo).label,
  },
  fieldColumn(Account, 'saldo', {
    width: 160,
    card: 'corner',
    render: ({ saldo }) => <Signed value={saldo} />,
  }),
  fieldColumn(Account, 'ultimoLancamento', {
    width: 180,
    card: 'fact',
    render: ({ ultimoLancamento }) => (ultimoLancamento ? <RelativeDate value={ultimoLancamento} /> : '—'),
  }),
];

export const entryColumns: readonly Column<AccountEntry>[] = [
  {
    id: 'dtHora',
    label: 'Data',
    kind: 'date',
    width: 148,
    card: 'fact',
    render: ({ dtHora }) => formatDateTime(dtHora, ownZone()),
  },
  {
    id: 'descricao',
    label: 'Lançamento',
    minWidth: 260,
    card: 'title',
    render: ({ descricao }) => descricao,
    second: ({ cliente }) => cliente?.nome,
  },
  {
    id: 'autor',
    label: 'Feito por',
    minWidth: 150,
    render: ({ autor }) => autor?.nome ?? '—',
  },
  {
    id: 'valor',
    label: 'Valor',
    kind: 'number',
    width: 140,
    card: 'corner',
    render: ({ valor }) => <Signed value={valor} />,
  },
  fieldColumn(AccountEntry, 'saldo', {
    width: 140,
    card: 'fact',
    render: ({ saldo }) => <Signed value={saldo} />,
  }),
];

/** An amount with its sign: what is below zero is told by sign and colour. */
export const Signed = ({ value }: { value: Decimal }) => (
  <Amount data-negative={value.startsWith('-') || undefined}>{formatMoney(value, 2)}</Amount>
);

const Amount = styled('span')(({ theme }) => ({
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  '&[data-negative]': { color: toneColors(theme, 'perigo').text },
}));

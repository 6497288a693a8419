import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { Account, AccountEntry, type Statement } from '#contract/callcenter/currentAccounts.ts';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { personType } from '#contract/catalogs/personType.ts';
import { compareDecimals, type Decimal } from '#contract/rules/decimal.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { formatCalendarDate, formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { ownZone } from '#data/session.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { FigureTile } from '#ui/components/detail/FigureTile.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { toneColors } from '#ui/theme/theme.tsx';

export const accountColumns: readonly Column<Account>[] = [
  fieldColumn(Account, 'nome', {
    label: 'Colaborador',
    minWidth: 220,
    sortable: true,
    card: 'title',
    second: ({ tipo }) => rowOf(personType, tipo).label,
  }),
  fieldColumn(Account, 'saldo', {
    width: 160,
    card: 'corner',
    render: ({ saldo }) => <Signed value={saldo} />,
  }),
  fieldColumn(Account, 'ultimoLancamento', { width: 180, card: 'fact' }),
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
  fieldColumn(AccountEntry, 'descricao', {
    label: 'Lançamento',
    minWidth: 260,
    card: 'title',
    second: ({ cliente }) => cliente?.nome,
  }),
  fieldColumn(AccountEntry, 'autor', { label: 'Feito por', minWidth: 150 }),
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

const Amount = styled('span')(({ theme }) => ({
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  '&[data-negative]': { color: toneColors(theme, 'perigo').text },
}));

/** An amount with its sign; negative ones are marked by sign and colour. */
const Signed = ({ value }: { value: Decimal }) => (
  <Amount data-negative={value.startsWith('-') || undefined}>{formatMoney(value, 2)}</Amount>
);

/** The totals of the period: opening balance, credits, debits, closing balance. */
export function StatementFigures({ statement }: { statement: Statement }) {
  const { saldoInicial, creditos, debitos, saldoFinal, saldoAtual, data_inicio, data_fim } = statement;
  const isNow = compareDecimals(saldoAtual, saldoFinal) === 0;
  return (
    <Box sx={{ display: 'grid', gap: 2, mb: 3, gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))' }}>
      <FigureTile
        label="Saldo anterior"
        value={<Signed value={saldoInicial} />}
        note={`antes de ${formatCalendarDate(data_inicio)}`}
      />
      <FigureTile label="Entradas" value={<Signed value={creditos} />} />
      <FigureTile label="Saídas" value={<Signed value={debitos} />} />
      <FigureTile
        label={isNow ? 'Saldo' : 'Saldo no fim'}
        value={<Signed value={saldoFinal} />}
        note={`em ${formatCalendarDate(data_fim)}`}
      />
      {!isNow && <FigureTile label="Saldo atual" value={<Signed value={saldoAtual} />} />}
    </Box>
  );
}

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CatalogRow } from '../../../contract/catalogs/catalog.ts';
import { RetentionPreview, type RetentionRule } from '../../../contract/config/people/retention.ts';
import { field } from '../../../contract/field.ts';
import { formatCalendarDate } from '../../../contract/rules/time/calendarDate.ts';
import type { CallFailure } from '../../dataProvider/http.ts';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { DataTable } from '../../ui/components/DataTable/DataTable.tsx';
import { KeyValueList, Section } from '../../ui/components/detail/Section.tsx';
import { StatusChip } from '../../ui/components/display/Chips.tsx';
import { RefreshButton } from '../../ui/components/RefreshButton.tsx';
import { fieldColumn } from '../../ui/lists/fieldColumn.tsx';
import { Answered } from '../../ui/shell/states/StateMessage.tsx';
import { previewLines } from './ruleWords.tsx';

interface PreviewSectionProps {
  rule: RetentionRule;
  preview: UseQueryResult<{ data: RetentionPreview }, CallFailure>;
}

/** What the rule would remove if tonight's run were now; it must be read before the rule can be confirmed. */
export function PreviewSection({ rule, preview }: PreviewSectionProps) {
  const { isFetching, refetch } = preview;
  return (
    <Section
      title="Prévia"
      description="O que sairia se fosse hoje. Nada é feito aqui."
      actions={<RefreshButton size="small" isFetching={isFetching} onAsk={refetch} />}
    >
      <Box aria-live="polite">
        <Answered answer={preview} skeleton={<Skeleton variant="rounded" height={120} />}>
          {({ data }) => <Shown rule={rule} preview={data} />}
        </Answered>
      </Box>
    </Section>
  );
}

function Shown({ rule, preview }: { rule: RetentionRule; preview: RetentionPreview }) {
  const columns = useMemo(() => columnsOf(rule), [rule]);
  return (
    <Stack spacing={4}>
      <KeyValueList
        pairWidth={380}
        items={previewLines(rule, preview).map(({ label, text }) => ({ label, value: text }))}
      />
      {!preview.completa && (
        <Alert severity="info">São muitos para contar de uma vez: os números acima são o mínimo.</Alert>
      )}
      {preview.exemplos.length > 0 && (
        <DataTable
          label={field(RetentionPreview, 'exemplos').label}
          columns={columns}
          rows={preview.exemplos}
          rowId={({ id }) => id}
          rowLink={({ id }) => linkOf(rule, id)}
        />
      )}
    </Stack>
  );
}

const LINKS: Readonly<Record<RetentionRule['tipo'], string>> = {
  TICKETS: '/tickets',
  ANEXOS: '/tickets',
  CLIENTES: '/titulares/cliente',
  CONTAS: '/titulares/pessoa',
  CONTATOS: '/titulares/contato',
  REGISTROS: '/cadastros',
};

const linkOf = ({ tipo, alvo }: RetentionRule, id: number): string =>
  `${LINKS[tipo]}${tipo === 'REGISTROS' ? `/${alvo.slice('REGISTROS-'.length)}` : ''}/${id}`;

type Example = RetentionPreview['exemplos'][number];
const Example = RetentionPreview.properties.exemplos.items;

const EFFECTS: readonly CatalogRow[] = [
  { value: 'SAI', label: field(RetentionPreview, 'sai').label, color: 'perigo', icon: 'Forward' },
  { value: 'LEI', label: 'Fica por lei', color: 'informacao', icon: 'Lock' },
  { value: 'EM_ABERTO', label: 'Não se toca', color: 'secundaria', icon: 'Block' },
];

const columnsOf = ({ tipo }: RetentionRule): readonly Column<Example>[] => [
  fieldColumn(Example, 'descricao', { card: 'title', minWidth: 180 }),
  fieldColumn(Example, 'desde', { width: 130, card: 'fact' }),
  fieldColumn(Example, 'efeito', {
    width: 150,
    card: 'corner',
    render: ({ efeito }) => <StatusChip value={efeito} catalog={EFFECTS} />,
  }),
  fieldColumn(Example, 'ate', {
    width: 190,
    card: 'fact',
    render: ({ efeito, ate }) =>
      ate === null
        ? '—'
        : efeito === 'SAI' && tipo === 'CLIENTES'
          ? `Uma parte, até ${formatCalendarDate(ate)}`
          : formatCalendarDate(ate),
  }),
];

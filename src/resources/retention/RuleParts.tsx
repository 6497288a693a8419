import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useMemo } from 'react';
import type { CatalogRow } from '#contract/catalogs/catalog.ts';
import { retentionKinds } from '#contract/catalogs/privacy.ts';
import { RetentionPreview, RetentionRule, retentionRoutes } from '#contract/config/people/retention.ts';
import { field } from '#contract/field.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { CallFailure } from '#data/http.ts';
import { useRefetch } from '#data/refetch.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { KeyValueList, Section } from '#ui/components/detail/Section.tsx';
import { IntegerField } from '#ui/components/inputs/NumberField.tsx';
import { RefreshButton } from '#ui/components/RefreshButton.tsx';
import { ConflictView } from '#ui/conflict/ConflictView.tsx';
import { useVersionedForm } from '#ui/conflict/useConflict.ts';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { chip } from '#ui/lists/shown.tsx';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { confirmText, monthsText, previewLines, ruleTitle } from './ruleWords.tsx';

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
  fieldColumn(Example, 'efeito', { width: 150, card: 'corner', shown: chip(EFFECTS) }),
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

interface ConfirmRuleDialogProps {
  rule: RetentionRule;
  preview: RetentionPreview;
  onClose: () => void;
  onDone: () => void;
}

/** States once more what will begin and when, because removals cannot be undone. */
export function ConfirmRuleDialog({ rule, preview, onClose, onDone }: ConfirmRuleDialogProps) {
  const confirm = useRouteCommand(retentionRoutes.confirm);
  const notify = useNotify();
  const refetch = useRefetch();
  const refused = (error: unknown): never => {
    // Another user was faster, or the preview is outdated: refetches what the dialog shows beneath the error message.
    void refetch(retentionRoutes.confirm);
    throw error;
  };
  return (
    <ConfirmDialog
      open
      tone="error"
      title={`Confirmar a regra de ${ruleTitle(rule)}?`}
      text={confirmText(rule, preview)}
      confirmLabel="Confirmar a regra"
      onConfirm={async () => {
        const { data } = await confirm
          .mutateAsync({ params: { alvo: rule.alvo }, body: { selo: preview.selo, versao: rule.versao } })
          .catch(refused);
        notify(`Confirmada. Age a partir de ${formatCalendarDate(data.agePartir ?? '')}.`, {
          type: 'success',
        });
        onDone();
      }}
      onCancel={onClose}
    >
      <Box component="dl" sx={{ my: 3, '& dt': { fontWeight: 600, mt: 2 }, '& dd': { m: 0 } }}>
        <dt>O que sai</dt>
        <dd>{retentionKinds[rule.tipo].sai}</dd>
        {previewLines(rule, preview)
          .slice(1)
          .map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </Box>
      <Typography variant="body2" color="text.secondary">
        O que sai não volta. Até o primeiro dia, e depois, a regra pode ser pausada nesta página.
      </Typography>
    </ConfirmDialog>
  );
}

interface MonthsDialogProps {
  rule: RetentionRule;
  onClose: () => void;
  onDone: () => void;
}

type Months = Pick<RetentionRule, 'meses'>;

const monthsOf = ({ meses }: RetentionRule): Months => ({ meses });

const LABELS = { meses: { label: field(RetentionRule, 'meses').label, show: monthsText } };

const MAX_MONTHS = 600;

/** Edits a rule's months; changing them suspends the rule until it is confirmed again. */
export function MonthsDialog({ rule, onClose, onDone }: MonthsDialogProps) {
  const form = useVersionedForm<Months>({ versao: rule.versao, initial: monthsOf(rule), read: monthsOf });
  const update = useRouteCommand(retentionRoutes.update);
  const notify = useNotify();
  const { meses } = form.value;
  const save = async () => {
    const answer = await form.send((versao) =>
      update.mutateAsync({ params: { alvo: rule.alvo }, body: { meses, versao } }),
    );
    if (!answer) return;
    notify(meses === null ? 'Guardado para sempre.' : 'Prazo salvo. Veja a prévia e confirme a regra.', {
      type: 'success',
    });
    onDone();
  };
  return (
    <ConfirmDialog
      open
      title={rule.meses === null ? 'Dar um prazo' : 'Mudar o prazo'}
      text={
        rule.situacao === 'ATIVA'
          ? 'A regra para de agir agora, e volta quando a prévia do novo prazo for confirmada.'
          : 'Nada sai ainda: depois a prévia mostra o que sairia, e a regra espera por uma confirmação.'
      }
      confirmLabel="Salvar o prazo"
      disabled={!form.changed || form.undecided}
      onConfirm={save}
      onCancel={onClose}
    >
      <Stack spacing={3} sx={{ mt: 4 }}>
        <ConflictView conflict={form} name="esta regra" labels={LABELS} />
        <IntegerField
          label={field(RetentionRule, 'meses').label}
          value={meses}
          min={1}
          max={MAX_MONTHS}
          after="meses"
          onChange={(typed) => form.set({ meses: typed })}
          helperText={meses === null ? 'Vazio guarda para sempre. 60 meses são 5 anos.' : monthsText(meses)}
        />
      </Stack>
    </ConfirmDialog>
  );
}

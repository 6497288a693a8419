import BookmarkAddOutlined from '@mui/icons-material/BookmarkAddOutlined';
import GroupsOutlined from '@mui/icons-material/GroupsOutlined';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import type { FormDefinition } from '#contract/rules/forms/formDefinition.ts';
import { missingFilters } from '#contract/rules/reports/parameterValues.ts';
import { resolveDayParameters } from '#contract/rules/reports/relativeDays.ts';
import type { ReportSet } from '#contract/sac/reports/reportDesk.ts';
import type { ReportCard } from '#contract/sac/reports/reports.ts';
import { ownToday } from '#data/session.ts';
import { Button } from '#ui/components/Button.tsx';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import type { FilterValues } from '../useReportRun.ts';
import { SetDialog, useSets } from './SetDialog.tsx';

interface SavedSetsProps {
  card: ReportCard;
  form: FormDefinition;
  /** The form's current values. */
  values: FilterValues;
  onChoose: (values: FilterValues) => void;
  onRun: (values: FilterValues) => void;
}

type Asking = { kind: 'save'; set?: ReportSet } | { kind: 'remove'; set: ReportSet } | null;

/**
 * Saved filters as chips: one click fills in the form and generates the report. A set that no longer matches the report's
 * filters is only filled in.
 */
export function SavedSets({ card, form, values, onChoose, onRun }: SavedSetsProps) {
  const { can } = useCan();
  const notify = useNotify();
  const { sets, changed, remove } = useSets(card.id);
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [asking, setAsking] = useState<Asking>(null);
  const chosen = sets.find(({ id }) => id === chosenId);
  const complete = missingFilters(form.schema, values).length === 0;

  const choose = (set: ReportSet) => {
    setChosenId(set.id);
    const settled = resolveDayParameters(set.filtros, form.schema, ownToday());
    if (!set.desatualizada) return onRun(settled);
    const names = Object.keys((form.schema.properties ?? {}) as object);
    onChoose(Object.fromEntries(Object.entries(settled).filter(([name]) => names.includes(name))));
  };

  return (
    <Box sx={{ mb: 3 }}>
      <Box
        role="group"
        aria-label="Filtros guardados"
        data-print="no"
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}
      >
        {sets.map((set) => (
          <Chip
            key={set.id}
            label={set.nome}
            icon={iconOf(set)}
            size="small"
            variant={set.id === chosenId ? 'filled' : 'outlined'}
            color={set.id === chosenId ? 'primary' : 'default'}
            aria-pressed={set.id === chosenId}
            title={titleOf(set)}
            onClick={() => choose(set)}
          />
        ))}
        <Chip
          label="Salvar filtros"
          icon={<BookmarkAddOutlined />}
          size="small"
          variant="outlined"
          disabled={!complete}
          onClick={() => setAsking({ kind: 'save' })}
        />
      </Box>
      {chosen?.desatualizada && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          Estes filtros são de uma versão anterior do relatório. Confira-os no formulário antes de gerar
          {chosen.podeAlterar ? ', e salve-os de novo.' : '.'}
        </Alert>
      )}
      {chosen?.podeAlterar && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
          <Button
            size="small"
            color="inherit"
            disabled={!complete}
            onClick={() => setAsking({ kind: 'save', set: chosen })}
          >
            Alterar
          </Button>
          <Button size="small" color="inherit" onClick={() => setAsking({ kind: 'remove', set: chosen })}>
            Excluir
          </Button>
        </Box>
      )}
      {asking?.kind === 'save' && (
        <SetDialog
          idRelatorio={card.id}
          schema={form.schema}
          values={values}
          set={asking.set}
          mayShare={can('VISOES_EQUIPE')}
          onClose={() => setAsking(null)}
          onSaved={async (saved) => {
            await changed();
            setAsking(null);
            setChosenId(saved.id);
            notify(`Filtros "${saved.nome}" guardados.`, { type: 'success' });
          }}
        />
      )}
      {asking?.kind === 'remove' && (
        <ConfirmDialog
          open
          title={`Excluir "${asking.set.nome}"?`}
          text={
            asking.set.equipe
              ? 'Estes filtros somem também para a equipe. O relatório continua o mesmo.'
              : 'Só estes filtros salvos somem. O relatório continua o mesmo.'
          }
          confirmLabel="Excluir"
          tone="error"
          onCancel={() => setAsking(null)}
          onConfirm={async () => {
            await remove(asking.set);
            setAsking(null);
            setChosenId(null);
          }}
        />
      )}
    </Box>
  );
}

function iconOf({ desatualizada, equipe }: ReportSet) {
  if (desatualizada) return <WarningAmberOutlined />;
  return equipe ? <GroupsOutlined /> : undefined;
}

function titleOf({ desatualizada, minha, equipe, dono }: ReportSet): string | undefined {
  if (desatualizada) return 'De uma versão anterior do relatório';
  if (equipe) return minha ? 'Sua, mostrada para a equipe' : `Da equipe, por ${dono.nome}`;
  return undefined;
}

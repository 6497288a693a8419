import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import { type ReportSet, reportDeskRoutes } from '#contract/sac/reports/reportDesk.ts';
import { call } from '#data/call.ts';
import { routeKey, useRoute } from '#data/useRoute.ts';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import type { FilterValues } from '../useReportRun.ts';
import { MovingDaysInput, movingFilters } from './MovingDaysInput.tsx';

interface SetDialogProps {
  /** The report of the filters. */
  idRelatorio: string;
  schema: JsonSchema;
  /** The form's filters, which are saved. */
  values: FilterValues;
  /** The set to rename or replace; when omitted, a new one is created. */
  set?: ReportSet | undefined;
  mayShare: boolean;
  onSaved: (saved: ReportSet) => Promise<void>;
  onClose: () => void;
}

const { createSet, updateSet } = reportDeskRoutes;

/** The name, who can use it, and whether its days are relative. */
export function SetDialog(props: SetDialogProps) {
  const { idRelatorio, schema, values, set, mayShare, onSaved, onClose } = props;
  const form = {
    only: mayShare ? ([...NAMES, 'equipe'] as const) : NAMES,
    ...(!mayShare && { given: { equipe: set?.equipe ?? false } }),
    // The filters are those on the screen, also of a set that has others.
    read: () => ({ filtros: movingFilters(schema, values) }),
    fields: {
      nome: { hint: 'Ex.: Este mês, Matriz', autoFocus: true },
      filtros: { input: <MovingDaysInput route={createSet} schema={schema} values={values} /> },
    },
    confirmLabel: 'Salvar',
    onDone: (_: string, { data }: { data: ReportSet }) => onSaved(data),
    onClose,
  };
  return set ? (
    <CommandDialog
      route={updateSet}
      params={{ idRelatorio, id: set.id }}
      record={set}
      name="estes filtros"
      decides
      title={`Alterar "${set.nome}"`}
      {...form}
    />
  ) : (
    <CommandDialog route={createSet} params={{ idRelatorio }} title="Salvar filtros" {...form} />
  );
}

const NAMES = ['nome', 'filtros'] as const;

/** A report's saved filters. */
export function useSets(idRelatorio: string) {
  const client = useQueryClient();
  const { data, error, refetch } = useRoute(reportDeskRoutes.sets, { params: { idRelatorio } });
  const changed = useCallback(
    () => client.invalidateQueries({ queryKey: routeKey(reportDeskRoutes.sets) }),
    [client],
  );
  return {
    sets: data ?? [],
    error,
    refetch,
    changed,
    async remove({ id }: ReportSet): Promise<void> {
      await call(reportDeskRoutes.removeSet, { params: { idRelatorio, id } });
      await changed();
    },
  };
}

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useCallback, useId, useState } from 'react';
import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import { dayText, toRelativeDays } from '#contract/rules/reports/relativeDays.ts';
import { type ReportSet, reportDeskRoutes } from '#contract/sac/reports/reportDesk.ts';
import { call } from '#data/call.ts';
import { CallFailure } from '#data/http.ts';
import { ownToday } from '#data/session.ts';
import { routeKey, useRoute, useRouteCommand } from '#data/useRoute.ts';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import type { FilterValues } from '../useReportRun.ts';

interface SetDialogProps {
  schema: JsonSchema;
  /** The form's filters, which are saved. */
  values: FilterValues;
  /** The set to rename or replace; when omitted, a new one is created. */
  set?: ReportSet | undefined;
  mayShare: boolean;
  onSave: (content: SetContent) => Promise<unknown>;
  onClose: () => void;
}

/** The name, who can use it, and whether its days are relative. */
export function SetDialog({ schema, values, set, mayShare, onSave, onClose }: SetDialogProps) {
  const titleId = useId();
  const [nome, setNome] = useState(set?.nome ?? '');
  const [equipe, setEquipe] = useState(set?.equipe ?? false);
  const [moves, setMoves] = useState(true);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const fields = failure instanceof CallFailure ? failure.fields : {};
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      const filtros = moves ? toRelativeDays(values, schema, ownToday()) : values;
      await onSave({ nome: nome.trim(), equipe, filtros });
      onClose();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <DialogFrame open onClose={busy ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={(event) => void save(event)}>
        <DialogTitle id={titleId}>{set ? `Alterar "${set.nome}"` : 'Guardar filtros'}</DialogTitle>
        <DialogContent>
          <Box sx={{ display: 'grid', gap: 3, pt: 1 }}>
            {failure !== undefined && !fields.nome && <Alert severity="error">{errorText(failure)}</Alert>}
            <TextField
              label="Nome"
              value={nome}
              onChange={(event) => setNome(event.target.value)}
              required
              autoFocus
              error={Boolean(fields.nome)}
              helperText={fields.nome ?? 'Ex.: Este mês, Matriz'}
              slotProps={{ htmlInput: { maxLength: 80 } }}
            />
            <MovingDaysChoice text={movingText(schema, values)} checked={moves} onChange={setMoves} />
            {mayShare && (
              <FormControlLabel
                control={<Switch checked={equipe} onChange={(event) => setEquipe(event.target.checked)} />}
                label="Mostrar para toda a equipe"
              />
            )}
          </Box>
        </DialogContent>
        <DialogActions>
          <CloseButton disabled={busy}>Cancelar</CloseButton>
          <Button type="submit" variant="contained" loading={busy} disabled={nome.trim() === ''}>
            Guardar
          </Button>
        </DialogActions>
      </form>
    </DialogFrame>
  );
}

interface SetContent {
  nome: string;
  equipe: boolean;
  filtros: FilterValues;
}

/** A report's saved filters and the operations on them. Each rejects with the server's refusal. */
export function useSets(idRelatorio: string) {
  const client = useQueryClient();
  const params = { idRelatorio };
  const creation = useRouteCommand(reportDeskRoutes.createSet);
  const { data, error, refetch } = useRoute(reportDeskRoutes.sets, { params });
  const changed = useCallback(
    () => client.invalidateQueries({ queryKey: routeKey(reportDeskRoutes.sets) }),
    [client],
  );
  return {
    sets: data ?? [],
    error,
    refetch,
    async create(content: SetContent): Promise<ReportSet> {
      const { data: made } = await creation.mutateAsync({ params, body: content });
      await changed();
      return made;
    },
    async update({ id, versao }: ReportSet, content: SetContent): Promise<ReportSet> {
      const input = { params: { idRelatorio, id }, body: { ...content, versao } };
      const { data: made } = await call(reportDeskRoutes.updateSet, input);
      await changed();
      return made;
    },
    async remove({ id }: ReportSet): Promise<void> {
      await call(reportDeskRoutes.removeSet, { params: { idRelatorio, id } });
      await changed();
    },
  };
}

interface MovingDaysChoiceProps {
  /** The relative days as text: 'Período: início do mês a hoje'. */
  text: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Whether saved days are fixed dates or relative to the day of use. */
export function MovingDaysChoice({ text, checked, onChange }: MovingDaysChoiceProps) {
  const id = useId();
  if (!text) return null;
  return (
    <div>
      <FormControlLabel
        control={
          <Checkbox
            checked={checked}
            onChange={(event) => onChange(event.target.checked)}
            slotProps={{ input: { 'aria-describedby': id } }}
          />
        }
        label="As datas acompanham o calendário"
      />
      <FormHelperText id={id} sx={{ mt: 0, ml: 8 }}>
        {checked ? text : 'Ficam sempre as datas escolhidas.'}
      </FormHelperText>
    </div>
  );
}

/** Describes the days of these filters as relative ones: 'Período: início do mês a hoje'. Empty when there is no date. */
export function movingText(schema: JsonSchema, values: FilterValues): string {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema | undefined>;
  return Object.entries(toRelativeDays(values, schema, ownToday()))
    .flatMap(([name, value]) => {
      const words = daysText(value);
      return words ? [`${String(properties[name]?.title ?? name)}: ${words}`] : [];
    })
    .join(' · ');
}

function daysText(value: unknown): string {
  if (typeof value === 'string') return value.startsWith('@') ? dayText(value) : '';
  if (typeof value !== 'object' || value === null) return '';
  const { inicio, fim } = value as { inicio?: unknown; fim?: unknown };
  return typeof inicio === 'string' && typeof fim === 'string' ? `${dayText(inicio)} a ${dayText(fim)}` : '';
}

import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Alert from '@mui/material/Alert';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import { useNotify } from 'ra-core';
import { useId, useState } from 'react';
import { bodyField } from '#contract/bodyField.ts';
import { type Goal, goalRoutes } from '#contract/callcenter/goals.ts';
import { salesLookupRoutes } from '#contract/callcenter/salesLookups.ts';
import type { Output } from '#contract/route.ts';
import type { Decimal } from '#contract/rules/decimal.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { MAX_GOAL } from '#contract/rules/sales/goalLine.ts';
import { addMonths, monthText } from '#contract/rules/time/calendarDate.ts';
import { call } from '#data/call.ts';
import { downloadRoute, uploadFile } from '#data/fileTransfer.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { FieldProblems, ProblemAt } from '#ui/components/fieldProblems.ts';
import { DropZone } from '#ui/components/files/DropZone.tsx';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { Hint } from '#ui/components/Hint.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { ConflictView } from '#ui/conflict/ConflictView.tsx';
import { useVersionedForm } from '#ui/conflict/useConflict.ts';
import { fieldsOf, HeldForm } from '#ui/editing/BodyField.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';

const Field = fieldsOf(goalRoutes.update);

interface GoalDialogProps {
  /** Absent for a new goal. */
  goal?: Goal;
  month: string;
  onClose: () => void;
  onDone: () => unknown;
}

interface Amounts {
  valor: Decimal | null;
  margem: Decimal | null;
}

const amountsOf = ({ valor, margem }: Pick<Goal, 'valor' | 'margem'>): Amounts => ({ valor, margem });

const moneyText = (amount: Decimal | null) => (amount === null ? '(vazio)' : formatMoney(amount));

export function GoalDialog({ goal, month, onClose, onDone }: GoalDialogProps) {
  const sellers = useRoute(salesLookupRoutes.sellerNames, {}, { enabled: !goal }).data ?? [];
  const [person, setPerson] = useState<{ id: number; nome: string } | null>(goal?.colaborador ?? null);
  const form = useVersionedForm<Amounts>({
    versao: goal?.versao ?? 0,
    initial: goal ? amountsOf(goal) : { valor: null, margem: null },
    read: amountsOf,
  });
  const { valor, margem } = form.value;
  const create = useRouteCommand(goalRoutes.create);
  const update = useRouteCommand(goalRoutes.update);
  const notify = useNotify();
  const save = async () => {
    if (!person || valor === null)
      throw new FieldProblems({
        pessoa: person ? '' : 'Escolha o vendedor.',
        valor: valor === null ? 'Informe o objetivo de venda.' : '',
      });
    const body = { valor, margem: margem ?? '0' };
    const answer = goal
      ? await form.send((versao) =>
          update.mutateAsync({ params: { id: goal.id }, body: { ...body, versao } }),
        )
      : await create.mutateAsync({ body: { idColab: person.id, mes: month, ...body } });
    if (!answer) return;
    notify(answer.data.message, { type: 'success' });
    onClose();
    onDone();
  };
  return (
    <ConfirmDialog
      open
      title={goal ? `Objetivo de ${goal.colaborador.nome}` : 'Definir objetivo'}
      text={`Mês: ${monthText(month)}.`}
      confirmLabel="Salvar objetivo"
      disabled={form.undecided}
      onConfirm={save}
      onCancel={onClose}
    >
      <Box sx={{ display: 'grid', gap: 4, mt: 4 }}>
        <ConflictView
          conflict={form}
          name="este objetivo"
          labels={{
            valor: { label: bodyField(goalRoutes.update, 'valor').label, show: moneyText },
            margem: { label: bodyField(goalRoutes.update, 'margem').label, show: moneyText },
          }}
        />
        {!goal && (
          <Autocomplete
            options={sellers}
            value={person}
            onChange={(_, value) => setPerson(value)}
            getOptionLabel={({ nome }) => nome}
            getOptionKey={({ id }) => id}
            isOptionEqualToValue={(a, b) => a.id === b.id}
            renderInput={(params) => (
              <ProblemAt field="pessoa" value={person}>
                <TextField {...params} label="Vendedor" required />
              </ProblemAt>
            )}
          />
        )}
        <HeldForm value={form.value} set={form.set}>
          <Field name="valor" money max={MAX_GOAL} />
          <Field name="margem" money max={MAX_GOAL} required={false} />
        </HeldForm>
      </Box>
    </ConfirmDialog>
  );
}

const beside = (month: string, by: 1 | -1) => addMonths(`${month}-01`, by).slice(0, 7);

interface MonthSwitchProps {
  month: string;
  onChange: (month: string) => void;
}

export const MonthSwitch = ({ month, onChange }: MonthSwitchProps) => (
  <Box role="group" aria-label="Mês" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
    <Hint text="Mês anterior">
      <IconButton size="small" aria-label="Mês anterior" onClick={() => onChange(beside(month, -1))}>
        <ChevronLeft />
      </IconButton>
    </Hint>
    <span aria-live="polite" style={{ minWidth: 128, textAlign: 'center' }}>
      {monthText(month)}
    </span>
    <Hint text="Mês seguinte">
      <IconButton size="small" aria-label="Mês seguinte" onClick={() => onChange(beside(month, 1))}>
        <ChevronRight />
      </IconButton>
    </Hint>
  </Box>
);

interface ImportGoalsDialogProps {
  month: string;
  onClose: () => void;
  onDone: () => unknown;
}

type Result = Output<typeof goalRoutes.importFile>['data'];

/** Imports a spreadsheet with one row per seller; refused rows are listed individually. */
export function ImportGoalsDialog({ month, onClose, onDone }: ImportGoalsDialogProps) {
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [result, setResult] = useState<Result | null>(null);
  const send = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setProblem('');
    try {
      const arquivo = await uploadFile(file, { purpose: 'PLANILHA' });
      setResult((await call(goalRoutes.importFile, { body: { arquivo, mes: month } })).data);
      onDone();
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  const template = () =>
    downloadRoute(goalRoutes.template, { query: { formato: 'xlsx' } }, 'modelo de objetivos.xlsx').catch(
      (error: unknown) => setProblem(errorText(error)),
    );
  return (
    <DialogFrame open onClose={busy ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Importar objetivos</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 3 }}>
        <p style={{ margin: 0 }}>
          Colunas Colaborador (código, CPF ou matrícula) e Valor; Lucro e Mês (MM/AAAA) são opcionais. Sem mês
          vale {monthText(month)}. Um objetivo que já existe é substituído.
        </p>
        {problem && <Alert severity="error">{problem}</Alert>}
        <DropZone
          label="Planilha de objetivos"
          accept={['.xlsx', '.csv']}
          hint="Excel (.xlsx) ou CSV"
          isFull={busy}
          onFiles={([file]) => void send(file)}
          pasteAnywhere={false}
          single
        >
          {busy && <LinearProgress aria-label="Importando" />}
        </DropZone>
        {result && (
          <div role="status">
            <Alert severity={result.recusados.length > 0 ? 'warning' : 'success'}>
              {result.message}
              <Box component="ul" sx={{ m: 0, pl: 4, maxHeight: 240, overflow: 'auto' }}>
                {result.recusados.map(({ linha, motivo }) => (
                  <li key={linha}>
                    <strong>Linha {linha}</strong>: {motivo}
                  </li>
                ))}
              </Box>
            </Alert>
          </div>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={() => void template()} sx={{ mr: 'auto' }}>
          Baixar modelo
        </Button>
        <CloseButton disabled={busy}>Fechar</CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}

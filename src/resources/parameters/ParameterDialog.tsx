import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { type FormEvent, useId, useState } from 'react';
import type { Parameter } from '#contract/config/parameters.ts';
import {
  type ParameterKind,
  parameterProblem,
  parameterText,
  sameValue,
} from '#contract/rules/parameters/parameterKind.ts';
import { CallFailure } from '#data/http.ts';
import { routeKey, useCommand } from '#data/useRoute.ts';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { ConflictView } from '#ui/conflict/ConflictView.tsx';
import { type ConflictState, useVersionedForm } from '#ui/conflict/useConflict.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { ParameterInput } from './ParameterInput.tsx';
import type { ParameterRoutes } from './ParametersScreen.tsx';

interface ParameterDialogProps {
  routes: ParameterRoutes;
  parameter: Parameter;
  branches: readonly { id: number; nome: string }[];
  /** Whether the person may change the value that applies to every branch. */
  canAll: boolean;
  onClose: () => void;
}

const ALL = 0;

/** One parameter, for all branches or a single one: its value, and a reset to the default. */
export function ParameterDialog({ routes, parameter, branches, canAll, onClose }: ParameterDialogProps) {
  const titleId = useId();
  const [branch, setBranch] = useState(canAll ? ALL : (branches[0]?.id ?? ALL));
  const own = parameter.filiais.find(({ filial }) => filial.id === branch);
  return (
    <DialogFrame open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{parameter.titulo}</DialogTitle>
      <ValueForm
        // Each branch has its own value to edit.
        key={branch}
        routes={routes}
        parameter={parameter}
        idFil={branch === ALL ? null : branch}
        stored={branch === ALL ? parameter.valor : (own?.valor ?? parameter.valor)}
        differs={branch === ALL ? parameter.alterado : Boolean(own)}
        mayWrite={branch !== ALL || canAll}
        onClose={onClose}
        branchField={
          parameter.porFilial && (
            <ChoiceField
              label="Vale para"
              value={branch}
              onChange={setBranch}
              choices={[
                ...(canAll ? [{ value: ALL, label: 'Todas as filiais' }] : []),
                ...branches.map(({ id, nome }) => ({ value: id, label: nome })),
              ]}
            />
          )
        }
      />
    </DialogFrame>
  );
}

interface ValueFormProps {
  routes: ParameterRoutes;
  parameter: Parameter;
  idFil: number | null;
  stored: unknown;
  /** Whether the value differs from the one that would otherwise apply. */
  differs: boolean;
  mayWrite: boolean;
  branchField: React.ReactNode;
  onClose: () => void;
}

function ValueForm({
  routes,
  parameter,
  idFil,
  stored,
  differs,
  mayWrite,
  branchField,
  onClose,
}: ValueFormProps) {
  const versionedForm = useVersionedForm<{ valor: unknown }>({
    versao: parameter.versao,
    initial: { valor: stored },
    read: ({ valor }: { valor: unknown }) => ({ valor: valor ?? stored }),
  });
  const value = versionedForm.value.valor;
  const [touched, setTouched] = useState(false);
  const { busy, failure, errors, save, restore } = useParameterCommands(routes, parameter, idFil, {
    send: versionedForm.send,
    done: onClose,
  });
  const problem = parameterProblem(kindOf(parameter), value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (!problem && !versionedForm.undecided) void save(value);
  };
  return (
    <form noValidate onSubmit={submit} style={{ display: 'contents' }}>
      <DialogContent>
        <Stack spacing={4} sx={{ pt: 1 }}>
          <Typography>{parameter.descricao}</Typography>
          {failure && <Alert severity="error">{failure}</Alert>}
          <ConflictView
            conflict={versionedForm}
            name="este parâmetro"
            labels={{ valor: { label: 'Valor', show: (own) => textOf(parameter, own) } }}
          />
          {branchField}
          {mayWrite ? (
            <ParameterInput
              label={parameter.titulo}
              unit={parameter.unidade}
              kind={kindOf(parameter)}
              value={value}
              onChange={(valor) => versionedForm.set({ valor })}
              error={errors.valor ?? (touched ? (problem ?? undefined) : undefined)}
            />
          ) : (
            <Alert severity="info">Só quem vê todas as filiais muda este valor.</Alert>
          )}
          <Typography variant="body2" color="text.secondary">
            {withoutIt(parameter, idFil)}{' '}
            {parameter.recarga
              ? 'Quem está com o console aberto vê a mudança ao recarregar a página.'
              : 'A mudança vale na hora, para todos.'}
          </Typography>
        </Stack>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
        {differs && mayWrite && (
          <Button onClick={() => void restore()} disabled={busy} sx={{ mr: 'auto' }}>
            {idFil === null ? 'Voltar ao padrão' : 'Seguir as outras filiais'}
          </Button>
        )}
        <CloseButton disabled={busy}>Cancelar</CloseButton>
        <Button
          type="submit"
          variant="contained"
          loading={busy}
          disabled={!mayWrite || (sameValue(value, stored) && (idFil === null || differs))}
        >
          Salvar valor
        </Button>
      </DialogActions>
    </form>
  );
}

function withoutIt(parameter: Parameter, idFil: number | null): string {
  const { padrao, semValor, valor } = parameter;
  if (idFil !== null) return `As outras filiais: ${valor === null ? semValor : textOf(parameter, valor)}.`;
  return `Padrão: ${padrao === null ? semValor : textOf(parameter, padrao)}.`;
}

/** Stores or resets a value. A validation error is shown at the field, anything else above the form. */
function useParameterCommands(
  routes: ParameterRoutes,
  { area, chave }: Parameter,
  idFil: number | null,
  { send, done }: { send: ConflictState<never>['send']; done: () => void },
) {
  const queries = useQueryClient();
  const notify = useNotify();
  const command = useCommand();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const run = async (write: (versao: number) => Promise<{ data: { message: string } }>) => {
    setBusy(true);
    setFailure('');
    setErrors({});
    try {
      const answer = await send(write);
      if (!answer) return;
      notify(answer.data.message, { type: 'success' });
      done();
    } catch (error) {
      const fields = error instanceof CallFailure ? error.fields : {};
      setErrors(fields);
      if (!fields.valor) setFailure(errorText(error));
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey: routeKey(routes.list) });
    }
  };
  const params = { area, chave };
  return {
    busy,
    failure,
    errors,
    save: (valor: unknown) =>
      run((versao) => command(routes.update, { params, body: { valor, idFil, versao } })),
    restore: () => run((versao) => command(routes.restore, { params, body: { idFil, versao } })),
  };
}

type Readable = Pick<Parameter, 'tipo' | 'unidade'>;

/** The contract carries the kind untyped; client and server read it with the same type. */
const kindOf = (parameter: Readable) => parameter.tipo as ParameterKind;

export const textOf = (parameter: Readable, value: unknown): string =>
  parameterText(kindOf(parameter), value, parameter.unidade);

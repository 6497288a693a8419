import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import type { Parameter } from '../../../contract/config/parameters.ts';
import { call } from '../../dataProvider/call.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import type { ConflictState } from '../../ui/conflict/useConflict.ts';
import type { ParameterRoutes } from './ParametersScreen.tsx';

/** Stores a value, or takes it back; a refusal stands at the field, anything else above the form. */
export function useParameterCommands(
  routes: ParameterRoutes,
  { area, chave }: Parameter,
  idFil: number | null,
  { send, done }: { send: ConflictState<never>['send']; done: () => void },
) {
  const queries = useQueryClient();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const run = async (command: (versao: number) => Promise<{ data: { message: string } }>) => {
    setBusy(true);
    setFailure('');
    setErrors({});
    try {
      const answer = await send(command);
      if (!answer) return;
      notify(answer.data.message, { type: 'success' });
      done();
    } catch (error) {
      const fields = error instanceof CallFailure ? error.fields : {};
      setErrors(fields);
      if (!fields.valor) setFailure(error instanceof Error ? error.message : 'Ocorreu um erro desconhecido!');
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey: [routes.list.method, routes.list.path] });
    }
  };
  const params = { area, chave };
  return {
    busy,
    failure,
    errors,
    save: (valor: unknown) =>
      run((versao) => call(routes.update, { params, body: { valor, idFil, versao } })),
    restore: () => run((versao) => call(routes.restore, { params, body: { idFil, versao } })),
  };
}

import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import type { Parameter } from '../../../contract/config/parameters.ts';
import { call } from '../../dataProvider/call.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import type { ParameterRoutes } from './ParametersScreen.tsx';

/** Stores a value, or takes it back; a refusal stands at the field, anything else above the form. */
export function useParameterCommands(
  routes: ParameterRoutes,
  { area, chave, versao }: Parameter,
  idFil: number | null,
  done: () => void,
) {
  const queries = useQueryClient();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const run = async (command: () => Promise<{ data: { message: string } }>) => {
    setBusy(true);
    setFailure('');
    setErrors({});
    try {
      const { data } = await command();
      notify(data.message, { type: 'success' });
      done();
    } catch (error) {
      const fields = error instanceof CallFailure ? error.fields : {};
      setErrors(fields);
      if (!fields.valor) setFailure(error instanceof Error ? error.message : 'Ocorreu um erro desconhecido!');
    } finally {
      setBusy(false);
      // After a conflict too: the dialog then shows what the other person wrote.
      await queries.invalidateQueries({ queryKey: [routes.list.method, routes.list.path] });
    }
  };
  const params = { area, chave };
  return {
    busy,
    failure,
    errors,
    save: (valor: unknown) => run(() => call(routes.update, { params, body: { valor, idFil, versao } })),
    restore: () => run(() => call(routes.restore, { params, body: { idFil, versao } })),
  };
}

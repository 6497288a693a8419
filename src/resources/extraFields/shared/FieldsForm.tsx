import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useRef, useState } from 'react';
import type { FieldEntity } from '#contract/rules/fields/extraField.ts';
import { extraFieldRoutes, type RecordFields } from '#contract/sac/extraFields.ts';
import { CallFailure } from '#data/http.ts';
import { useRefetch } from '#data/refetch.ts';
import { ticketWording } from '#data/session.ts';
import { routeKey, useCommand } from '#data/useRoute.ts';
import { Button } from '#ui/components/Button.tsx';
import { useUnsaved } from '#ui/components/frame/unsaved.ts';
import { ConflictView } from '#ui/conflict/ConflictView.tsx';
import { useVersionedForm } from '#ui/conflict/useConflict.ts';
import { SchemaForm, type SchemaFormHandle } from '#ui/schemaForm/SchemaForm.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';

type Values = Record<string, unknown>;

interface FieldsFormProps {
  entity: FieldEntity;
  id: number;
  fields: RecordFields;
  onDone: () => void;
}

/**
 * Edits the fields in place. When another user changes them meanwhile, what was typed is kept and saving continues from the
 * newer version.
 */
export function FieldsForm({ entity, id, fields, onDone }: FieldsFormProps) {
  const notify = useNotify();
  const save = useSaveFields(entity, id);
  const form = useRef<SchemaFormHandle<Values>>(null);
  const versionedForm = useVersionedForm<Values>({
    versao: fields.versao,
    initial: fields.valores,
    read: ({ valores }: RecordFields) => valores,
  });
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>();
  const [failure, setFailure] = useState('');
  useUnsaved(versionedForm.changed);
  const failed = (error: unknown) => {
    if (!(error instanceof CallFailure)) throw error;
    setErrors(Object.keys(error.fields).length > 0 ? error.fields : undefined);
    setFailure(Object.keys(error.fields).length > 0 ? '' : errorText(error));
  };
  const submit = async (typed: Values) => {
    setBusy(true);
    try {
      if (!(await versionedForm.send((versao) => save(versao, typed)))) return;
      notify('Campos adicionais salvos.', { type: 'success' });
      onDone();
    } catch (error) {
      failed(error);
    } finally {
      setBusy(false);
    }
  };
  if (!fields.formulario) return null;
  return (
    <SchemaForm
      ref={form}
      form={fields.formulario}
      value={versionedForm.value}
      onChange={versionedForm.replace}
      onSubmit={(typed) => void submit(typed)}
      errors={errors}
      idPrefix={`campos-${entity}`}
      columns={entity === 'cliente' ? 2 : 1}
      disabled={busy}
    >
      <ConflictView
        conflict={versionedForm}
        name={entity === 'cliente' ? 'este cliente' : ticketWording('este ticket')}
        labels={titlesOf(fields)}
      />
      {failure && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          {failure}
        </Alert>
      )}
      <Box sx={{ display: 'flex', gap: 2, mt: 3 }}>
        <Button
          type="submit"
          variant="contained"
          size="small"
          loading={busy}
          disabled={versionedForm.undecided}
        >
          Salvar
        </Button>
        <Button type="button" size="small" color="inherit" onClick={onDone} disabled={busy}>
          Cancelar
        </Button>
      </Box>
    </SchemaForm>
  );
}

/** Field titles as the form shows them, by key. */
function titlesOf({ formulario }: RecordFields): Record<string, string> {
  const { properties = {} } = (formulario?.schema ?? {}) as {
    properties?: Record<string, { title?: string }>;
  };
  return Object.fromEntries(
    Object.entries(properties).flatMap(([key, { title }]) => (title ? [[key, title]] : [])),
  );
}

/** Saves them; the display follows the response. */
function useSaveFields(entity: FieldEntity, id: number) {
  const client = useQueryClient();
  const refetch = useRefetch();
  const command = useCommand();
  return async (versao: number, valores: Record<string, unknown>): Promise<RecordFields> => {
    const body = { versao, valores };
    const answer =
      entity === 'cliente'
        ? await command(extraFieldRoutes.changeCustomer, { params: { idCli: id }, body })
        : await command(extraFieldRoutes.changeTicket, { params: { idTicket: id }, body });
    const key =
      entity === 'cliente'
        ? routeKey(extraFieldRoutes.ofCustomer, { params: { idCli: id } })
        : routeKey(extraFieldRoutes.ofTicket, { params: { idTicket: id } });
    client.setQueryData(key, answer);
    // The record's version, its timeline and the lists have changed too.
    void refetch(entity === 'cliente' ? extraFieldRoutes.changeCustomer : extraFieldRoutes.changeTicket);
    return answer;
  };
}

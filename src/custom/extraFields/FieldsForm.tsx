import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { useRef, useState } from 'react';
import type { FieldEntity } from '../../../contract/rules/fields/extraFields.ts';
import type { RecordFields } from '../../../contract/sac/extraFields.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { errorText } from '../layout/errorText.ts';
import { SchemaForm, type SchemaFormHandle } from '../schemaForm/index.ts';
import { useUnsaved } from '../session/unsaved.ts';
import { useRecordFields, useSaveFields } from './useRecordFields.ts';

type Values = Record<string, unknown>;

interface FieldsFormProps {
  entity: FieldEntity;
  id: number;
  fields: RecordFields;
  onDone: () => void;
}

/** Changes them in place. Somebody else's change keeps what was typed, and saving goes on from the newer state. */
export function FieldsForm({ entity, id, fields, onDone }: FieldsFormProps) {
  const notify = useNotify();
  const save = useSaveFields(entity, id);
  const { refetch } = useRecordFields(entity, id);
  const form = useRef<SchemaFormHandle<Values>>(null);
  const [values, setValues] = useState<Values>(fields.valores);
  const [versao, setVersao] = useState(fields.versao);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>();
  const [told, setTold] = useState('');
  useUnsaved(JSON.stringify(values) !== JSON.stringify(fields.valores));
  const failed = async (error: unknown) => {
    if (!(error instanceof CallFailure)) throw error;
    if (error.status === 409) {
      const { data } = await refetch();
      if (data) setVersao(data.versao);
    }
    setErrors(Object.keys(error.fields).length > 0 ? error.fields : undefined);
    setTold(Object.keys(error.fields).length > 0 ? '' : errorText(error));
  };
  const submit = async (typed: Values) => {
    setBusy(true);
    try {
      await save(versao, typed);
      notify('Campos adicionais salvos.', { type: 'success' });
      onDone();
    } catch (error) {
      await failed(error);
    } finally {
      setBusy(false);
    }
  };
  if (!fields.formulario) return null;
  return (
    <SchemaForm
      ref={form}
      form={fields.formulario}
      value={values}
      onChange={setValues}
      onSubmit={(typed) => void submit(typed)}
      errors={errors}
      idPrefix={`campos-${entity}`}
      columns={entity === 'cliente' ? 2 : 1}
    >
      {told && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          {told}
        </Alert>
      )}
      <Box sx={{ display: 'flex', gap: 2, mt: 3 }}>
        <Button type="submit" variant="contained" size="small" loading={busy}>
          Salvar
        </Button>
        <Button type="button" size="small" color="inherit" onClick={onDone} disabled={busy}>
          Cancelar
        </Button>
      </Box>
    </SchemaForm>
  );
}

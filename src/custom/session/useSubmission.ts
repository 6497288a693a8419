import { useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { CallFailure } from '../../dataProvider/failure.ts';

/** Sends a small form: texts of the server go to their fields, what has no field to the alert above. */
export function useSubmission<V extends FieldValues>(
  form: UseFormReturn<V>,
  send: (values: V) => Promise<void>,
) {
  const [failure, setFailure] = useState('');
  const submit = form.handleSubmit(async (values) => {
    setFailure('');
    try {
      await send(values);
    } catch (error) {
      const fields = error instanceof CallFailure ? Object.entries(error.fields) : [];
      const known = fields.filter(([name]) => name in values);
      known.forEach(([name, message], index) => {
        form.setError(name as FieldPath<V>, { message }, { shouldFocus: index === 0 });
      });
      if (known.length === 0) {
        setFailure(error instanceof CallFailure ? error.message : 'Ocorreu um erro desconhecido!');
      }
    }
  });
  return { submit, failure };
}

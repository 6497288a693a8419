import type { ReactNode } from 'react';
import { ErrorState } from '../shell/states/ErrorState.tsx';
import type { BodyProps } from './FormBody.tsx';
import { FormBoundary } from './FormBoundary.tsx';
import { FormSkeleton } from './FormSkeleton.tsx';
import type { SchemaFormProps } from './formProps.ts';
import { useFormParts } from './useFormParts.ts';

/** A form of a definition: fields, rules, messages and conditions all come from its schema (FORMS.md). */
export function SchemaForm<T extends object>(props: SchemaFormProps<T>) {
  const { form } = props;
  const { parts, error, retry } = useFormParts(form);
  if (error !== undefined) return <ErrorState error={error} onRetry={retry} />;
  if (!parts) return <FormSkeleton schema={form.schema} />;
  const Body = parts.Body as (props: BodyProps<T>) => ReactNode;
  return (
    <FormBoundary key={form.validador}>
      <Body {...props} judge={parts.judge} />
    </FormBoundary>
  );
}

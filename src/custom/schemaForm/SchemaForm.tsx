import { lazy, type ReactNode, Suspense } from 'react';
import { ErrorState } from '../layout/states/ErrorState.tsx';
import type { BodyProps } from './FormBody.tsx';
import { FormBoundary } from './FormBoundary.tsx';
import { FormSkeleton } from './FormSkeleton.tsx';
import type { SchemaFormProps } from './formProps.ts';
import { useJudge } from './useJudge.ts';

/** RJSF comes with the first form that is opened. */
const FormBody = lazy(async () => ({ default: (await import('./FormBody.tsx')).FormBody })) as unknown as <
  T extends object,
>(
  props: BodyProps<T>,
) => ReactNode;

/** A form of a definition: fields, rules, messages and conditions all come from its schema (FORMS.md). */
export function SchemaForm<T extends object>(props: SchemaFormProps<T>) {
  const { form } = props;
  const { judge, error, retry } = useJudge(form);
  if (error !== undefined) return <ErrorState error={error} onRetry={retry} />;
  if (!judge) return <FormSkeleton schema={form.schema} />;
  return (
    <FormBoundary key={form.validador}>
      <Suspense fallback={<FormSkeleton schema={form.schema} />}>
        <FormBody {...props} judge={judge} />
      </Suspense>
    </FormBoundary>
  );
}

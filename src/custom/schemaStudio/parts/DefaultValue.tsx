import Alert from '@mui/material/Alert';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import type { JsonSchema } from '../../../../contract/rules/definitions/definition.ts';
import type { UiSchema } from '../../../../contract/rules/forms/formDefinition.ts';
import type { SchemaFormProps } from '../../../ui/schemaForm/index.ts';
import { FormSkeleton } from '../../../ui/shell/states/skeletons.tsx';
import { usePreviewForm } from '../preview/FormPreview.tsx';

interface DefaultValueProps {
  /** Of the field that the value is for: it is asked for as the field itself asks. */
  schema: JsonSchema;
  ui: UiSchema;
  value: unknown;
  onChange: (value: unknown) => void;
  pointer: string;
}

/** What a field begins with, chosen in the field's own input. */
export function DefaultValue({ schema, ui, value, onChange, pointer }: DefaultValueProps) {
  const draft = useMemo(() => {
    const { default: _, description: __, ...rest } = schema;
    const { 'ui:options': options, ...others } = ui;
    const { dependeDe: ___, ...kept } = (options ?? {}) as Record<string, unknown>;
    return {
      schema: { type: 'object', properties: { valor: { ...rest, title: 'Começa com' } } },
      ui: { valor: { ...others, ...(options !== undefined && { 'ui:options': kept }) } },
    };
  }, [schema, ui]);
  const { form, failure } = usePreviewForm(draft);
  const data = useMemo(() => (value === undefined ? {} : { valor: value }), [value]);
  return (
    <div data-pointer={pointer}>
      {failure && <Alert severity="warning">{failure}</Alert>}
      <Suspense fallback={<FormSkeleton />}>
        {form ? (
          <SchemaForm
            form={form}
            value={data}
            onChange={(next) => onChange(isNothing(next.valor) ? undefined : next.valor)}
            idPrefix="valor-inicial"
            columns={1}
          />
        ) : (
          !failure && <FormSkeleton />
        )}
      </Suspense>
    </div>
  );
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

type Data = Record<string, unknown>;
const SchemaForm = lazy(async () => ({
  default: (await import('../../../ui/schemaForm/index.ts')).SchemaForm as (
    props: SchemaFormProps<Data>,
  ) => ReactNode,
}));

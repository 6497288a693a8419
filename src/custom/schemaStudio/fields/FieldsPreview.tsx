import { useMemo } from 'react';
import type { ExtraFieldsDefinition } from '../../../../contract/rules/fields/extraFields.ts';
import { fieldsForm } from '../../../../contract/rules/fields/fieldsForm.ts';
import type { PreviewProps } from '../editorProps.ts';
import { FormPreview } from '../preview/FormPreview.tsx';

/** The extra fields as whoever fills in a record will meet them. */
export function FieldsPreview({ value }: PreviewProps) {
  const form = useMemo(() => fieldsForm(value as unknown as ExtraFieldsDefinition), [value]);
  return <FormPreview form={form} />;
}

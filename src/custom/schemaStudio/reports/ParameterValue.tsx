import FormHelperText from '@mui/material/FormHelperText';
import { useMemo } from 'react';
import { formOfParameters } from '#contract/rules/reports/parameterSchema.ts';
import type { ReportParameter } from '#contract/rules/reports/report.ts';
import { type PropertyProps, problemAt } from '#ui/components/inputs/PropertyFields.tsx';
import { DefaultValue } from '../parts/FieldValues.tsx';
import { DefaultDays } from './DefaultDays.tsx';

interface ParameterValueProps extends PropertyProps<unknown> {
  parameter: ReportParameter;
}

/** A value of a filter, chosen with the filter's own input. A day may be relative. */
export function ParameterValue({ parameter, ...props }: ParameterValueProps) {
  const { label, pointer, value, onChange, problems, readOnly = false } = props;
  const { parametro, tipo } = parameter;
  const own = useMemo(() => {
    const { schema, ui } = formOfParameters([{ ...parameter, obrigatorio: false }]);
    const part = (from: unknown) => (from as Record<string, Record<string, unknown>>)[parametro] ?? {};
    return { schema: part(schema.properties), ui: part(ui) };
  }, [parameter, parametro]);
  if (tipo === 'DATE' || tipo === 'DATERANGE')
    return <DefaultDays {...props} isRange={tipo === 'DATERANGE'} />;
  if (readOnly) return null;
  const problem = problemAt(problems, pointer, true);
  return (
    <div>
      <DefaultValue {...own} label={label} pointer={pointer} value={value} onChange={onChange} />
      {problem && <FormHelperText error>{problem}</FormHelperText>}
    </div>
  );
}

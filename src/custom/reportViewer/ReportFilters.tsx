import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';
import type { FormDefinition } from '../../../contract/rules/forms/formDefinition.ts';
import { missingFilters, missingText } from '../../../contract/rules/reports/parameterValues.ts';
import { SchemaForm, type SchemaFormHandle } from '../../ui/schemaForm/index.ts';
import type { FilterValues } from './useReportRun.ts';

interface ReportFiltersProps {
  form: FormDefinition;
  value: FilterValues;
  onChange: (value: FilterValues) => void;
  onRun: (value: FilterValues) => void;
  running: boolean;
  /** What the server refused, by field. */
  errors?: Record<string, string> | undefined;
}

/** The filters of a report; it is generated once those that must be there are. */
export function ReportFilters({ form, value, onChange, onRun, running, errors }: ReportFiltersProps) {
  const handle = useRef<SchemaFormHandle<FilterValues>>(null);
  const reasonId = useId();
  const reason = missingText(missingFilters(form.schema, value));
  return (
    <SchemaForm
      ref={handle}
      form={form}
      value={value}
      onChange={onChange}
      onSubmit={onRun}
      errors={errors}
      idPrefix="filtro"
      columns={1}
    >
      <Box sx={{ display: 'grid', gap: 2, mt: 4 }}>
        <Button
          type="submit"
          variant="contained"
          startIcon={<PlayArrowOutlined />}
          disabled={reason !== ''}
          loading={running}
          loadingPosition="start"
          aria-describedby={reason ? reasonId : undefined}
        >
          Gerar relatório
        </Button>
        {reason && (
          <Typography
            id={reasonId}
            variant="caption"
            sx={{ color: (t) => t.vars.palette.components.textoSecundario }}
          >
            {reason}
          </Typography>
        )}
      </Box>
    </SchemaForm>
  );
}

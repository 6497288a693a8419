import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { IconName } from '#contract/catalogs/catalog.ts';
import type { FormDefinition } from '#contract/rules/forms/formDefinition.ts';
import { missingFilters, missingText } from '#contract/rules/reports/parameterValues.ts';
import type { ReportCard } from '#contract/sac/reports/reports.ts';
import { CatalogIcon } from '#ui/components/display/CatalogIcon.tsx';
import { SchemaForm, type SchemaFormHandle } from '#ui/schemaForm/SchemaForm.tsx';
import { toneColors } from '#ui/theme/theme.tsx';
import type { FilterValues } from './useReportRun.ts';

interface ReportFiltersProps {
  form: FormDefinition;
  value: FilterValues;
  onChange: (value: FilterValues) => void;
  onRun: (value: FilterValues) => void;
  running: boolean;
  /** The server's errors by field. */
  errors?: Record<string, string> | undefined;
}

/** The filters of a report, which can be generated once the required ones are filled in. */
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

interface ReportChoiceProps {
  card: ReportCard;
  /** The link target; without it, the card is a button. */
  to?: string;
  onChoose?: () => void;
}

const Card = styled('button', { shouldForwardProp: (prop) => prop !== 'tone' && prop !== 'as' })<{
  tone: string;
}>(({ theme, tone }) => {
  const { components, actions } = theme.vars.palette;
  const { soft, text } = toneColors(theme, tone);
  return {
    display: 'flex',
    gap: 12,
    width: '100%',
    height: '100%',
    padding: '12px 14px',
    minHeight: 76,
    borderRadius: 8,
    border: `1px solid ${components.linha}`,
    backgroundColor: components.superficie,
    color: components.texto,
    font: 'inherit',
    textAlign: 'left',
    textDecoration: 'none',
    cursor: 'pointer',
    '&:hover': { borderColor: components.linhaForte, backgroundColor: components.realce },
    '&:focus-visible': { outline: `2px solid ${actions.primaria.main}`, outlineOffset: 2 },
    '& i': {
      display: 'grid',
      placeContent: 'center',
      flex: 'none',
      width: 36,
      height: 36,
      borderRadius: 8,
      color: text,
      backgroundColor: soft,
    },
    '& span': { minWidth: 0 },
    '& strong': { display: 'block', fontWeight: 600, lineHeight: 1.35, overflowWrap: 'anywhere' },
    '& small': {
      display: '-webkit-box',
      WebkitLineClamp: 2,
      WebkitBoxOrient: 'vertical',
      overflow: 'hidden',
      marginTop: 2,
      fontSize: '0.8125rem',
      lineHeight: '18px',
      color: components.textoSecundario,
    },
  };
});

/** A report to choose: icon, title and what it answers. */
export const ReportChoice = ({ card, to, onChoose }: ReportChoiceProps) => (
  <Card tone={card.cor} {...(to === undefined ? { type: 'button', onClick: onChoose } : { as: Link, to })}>
    <i>
      <CatalogIcon name={card.thumb as IconName} size={20} />
    </i>
    <span>
      <strong>{card.titulo}</strong>
      <small>{card.descricao}</small>
    </span>
  </Card>
);

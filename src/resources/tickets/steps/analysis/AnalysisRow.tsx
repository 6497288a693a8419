import CheckCircle from '@mui/icons-material/CheckCircle';
import ErrorOutline from '@mui/icons-material/ErrorOutline';
import Button from '@mui/material/Button';
import { memo } from 'react';
import { compareDecimals } from '#contract/rules/decimal.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import {
  type AnalysisCounter,
  analysisCounters,
  isCut,
  restText,
  unassignedQuantity,
} from '#contract/rules/steps/returnedGoods.ts';
import type { AnalysisLineInput } from '#contract/rules/steps/stepInput.ts';
import { givenOf, type ReturnUnit, toldAs } from '#contract/rules/tickets/returnUnits.ts';
import { OBSERVATION_MAX } from '#contract/rules/tickets/ticketItems.ts';
import type { AnalysisSuggestion } from '#contract/sac/tickets/analysisSuggestions.ts';
import type { TicketItem } from '#contract/sac/tickets/ticketItems.ts';
import { UnitChoice } from '#ui/components/inputs/UnitChoice.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { chosenUnit, ownUnit, unitsFor } from '../../products/unitsOfLine.ts';
import { LinePhotos } from '../../ticketFiles.tsx';
import { CountField } from '../parts/StepFields.tsx';
import { labelOf } from '../parts/StepList.tsx';
import { LineSuggestion } from './LineSuggestion.tsx';

interface AnalysisRowProps {
  item: TicketItem;
  given: AnalysisLineInput | undefined;
  errors: Readonly<Record<string, string>>;
  disabled: boolean;
  /** What is suggested for it; undefined until that is known, null if nothing is. */
  suggestion: AnalysisSuggestion | null | undefined;
  /** Id of the list of common reasons. */
  reasonsId: string;
  onCounter: (id: number, counter: AnalysisCounter, value: string) => void;
  onField: (id: number, part: Partial<AnalysisLineInput>) => void;
  onApprove: (id: number) => void;
  onSuggested: (id: number) => void;
  onUnit: (id: number, unit: ReturnUnit) => void;
}

/** One product: the customer's statement, and the result for each piece. Re-rendered only when it changes. */
export const AnalysisRow = memo(function AnalysisRow(props: AnalysisRowProps) {
  const { item, given, errors, disabled, suggestion, reasonsId } = props;
  const { onCounter, onField, onApprove, onSuggested, onUnit } = props;
  const label = labelOf(item);
  const unit = chosenUnit(item, given);
  const requested = toldAs(item.qtd_solicitada, ownUnit(item), unit) ?? item.qtd_solicitada;
  const text = (value: string | number | undefined) => (value === undefined ? '' : String(value));
  return (
    <li>
      <fieldset aria-label={label}>
        <div className="head">
          <span className="what">
            <span>{label}</span>
            <span className="second">
              Solicitado {givenOf({ ...item, unidade: unit.unit, fator: unit.factor }, requested)}
              {item.motivo_descricao && ` · ${item.motivo_descricao}`}
              {item.obs && ` · ${item.obs}`}
            </span>
          </span>
          <LinePhotos files={item.anexos} of={label} />
          <RestText given={given} requested={requested} />
          <Button
            size="small"
            disabled={disabled}
            onClick={() => onApprove(item.id)}
            aria-label={`Aprovar como solicitado: ${label}`}
          >
            Aprovar como solicitado
          </Button>
        </div>
        {suggestion !== null && (
          <LineSuggestion
            suggestion={suggestion}
            label={label}
            disabled={disabled}
            onUse={() => onSuggested(item.id)}
          />
        )}
        <div className="counts">
          {analysisCounters.map(({ key, label: counter }) => (
            <CountField
              key={key}
              label={counter}
              name={`${counter} de ${label}`}
              column={key}
              value={text(given?.[key])}
              onChange={(value) => onCounter(item.id, key, value)}
              disabled={disabled}
              invalid={errors[key] !== undefined}
            />
          ))}
          <CountField
            label="Autorizado"
            name={`Autorizado de ${label}`}
            column="autorizada"
            value={text(given?.autorizada)}
            onChange={(value) => onField(item.id, { autorizada: value })}
            disabled={disabled}
            invalid={errors.autorizada !== undefined}
          />
          <UnitChoice
            label={`Unidade da análise de ${label}`}
            unit={unit}
            units={unitsFor(item, item.qtd_solicitada)}
            disabled={disabled}
            onUnit={(next) => onUnit(item.id, next)}
          />
        </div>
        {given && isCut(given) && (
          <TextField
            fullWidth
            required
            label="Motivo do que não foi autorizado"
            value={given.motivoAnalise ?? ''}
            onChange={({ target }) => onField(item.id, { motivoAnalise: target.value })}
            disabled={disabled}
            error={errors.motivoAnalise !== undefined}
            helperText={errors.motivoAnalise}
            slotProps={{
              htmlInput: { maxLength: OBSERVATION_MAX, list: reasonsId, 'data-column': 'motivoAnalise' },
            }}
          />
        )}
        <span className="problem">
          {Object.entries(errors)
            .filter(([field]) => field !== 'motivoAnalise')
            .map(([, problem]) => problem)
            .join(' ')}
        </span>
      </fieldset>
    </li>
  );
});

/** 'faltam 2 de 10', updated while typing. */
function RestText({ given, requested }: { given: AnalysisLineInput | undefined; requested: string }) {
  const rest = given && unassignedQuantity(given, requested);
  if (!given || rest === null || rest === undefined)
    return (
      <span className="rest" data-state="open">
        Falta analisar
      </span>
    );
  const all = formatQuantity(requested);
  if (compareDecimals(rest, '0') === 0 && isCut(given) && !given.motivoAnalise?.trim())
    return (
      <span className="rest" data-state="wrong">
        <ErrorOutline sx={{ fontSize: 16 }} aria-hidden />
        falta o motivo
      </span>
    );
  if (compareDecimals(rest, '0') === 0)
    return (
      <span className="rest" data-state="done">
        <CheckCircle sx={{ fontSize: 16 }} aria-hidden />
        {all} de {all}
      </span>
    );
  return (
    <span className="rest" data-state="wrong">
      <ErrorOutline sx={{ fontSize: 16 }} aria-hidden />
      {restText(rest, requested)}
    </span>
  );
}

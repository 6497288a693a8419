import CheckCircle from '@mui/icons-material/CheckCircle';
import ErrorOutline from '@mui/icons-material/ErrorOutline';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { memo, useMemo } from 'react';
import { compareDecimals, type Decimal, isPositive, parseDecimal } from '#contract/rules/decimal.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import {
  type CheckInLine,
  checkInFacts,
  checkInProblems,
  missingQuantity,
  receivedAsAuthorized,
} from '#contract/rules/steps/returnedGoods.ts';
import type { CheckInLineInput } from '#contract/rules/steps/stepInput.ts';
import { givenOf, type ReturnUnit, toldAs } from '#contract/rules/tickets/returnUnits.ts';
import { OBSERVATION_MAX } from '#contract/rules/tickets/ticketItems.ts';
import type { TicketItem } from '#contract/sac/tickets/ticketItems.ts';
import { UnitChoice } from '#ui/components/inputs/UnitChoice.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { chosenUnit, ownUnit, sentUnit, unitsFor } from '../../products/unitsOfLine.ts';
import { LinePhotos } from '../../ticketFiles.tsx';
import { CountField, StepFiles, useStepProblems } from '../parts/StepFields.tsx';
import { errorsOfLine, LoadedLines, labelOf, StepList } from '../parts/StepList.tsx';
import type { StepFormProps } from '../stepFormProps.ts';

const PATH = 'conferencia.linhas';

const NOTHING: readonly CheckInLineInput[] = [];

/** Return check-in: what has arrived of every approved line. */
export function CheckInForm(props: StepFormProps) {
  return (
    <LoadedLines idTicket={props.ticket.id}>
      {(items) => <CheckIn {...props} items={items.filter(({ status }) => status === 'A')} />}
    </LoadedLines>
  );
}

function CheckIn({
  items,
  value,
  onChange,
  onProblems,
  errors,
  disabled,
}: StepFormProps & { items: readonly TicketItem[] }) {
  const ids = items.map(({ id }) => id).join();
  const given = value.conferencia?.linhas ?? NOTHING;
  const placeOf = useMemo(() => new Map(given.map((line, at) => [line.id, at])), [given]);
  const told = (linhas: readonly CheckInLineInput[]) =>
    items.map((item) =>
      checkInLine(
        item,
        linhas.find(({ id }) => id === item.id),
      ),
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filtered list is new on each render, its lines are not
  const lines = useMemo(() => told(given), [ids, given]);
  const send = (linhas: CheckInLineInput[]) => {
    const input = { linhas };
    const context = { lines: told(linhas) };
    const complete = checkInProblems(input, context).length === 0;
    onChange({ ...value, conferencia: input }, complete ? checkInFacts(input, context) : null);
  };
  const onField = useStableCallback((id: number, part: Partial<CheckInLineInput>) => {
    const byId = new Map(given.map((line) => [line.id, line]));
    byId.set(id, { ...(byId.get(id) ?? { id, recebida: '' }), ...part });
    send(lines.flatMap((line) => byId.get(line.id) ?? []));
  });
  const received = (line: CheckInLine): CheckInLineInput => {
    const { unidade, fator } = given[placeOf.get(line.id) ?? -1] ?? {};
    return { ...receivedAsAuthorized(line), ...(unidade && { unidade, fator }) };
  };
  useStepProblems({ onProblems }, checkInProblems({ linhas: [...given] }, { lines }));
  if (items.length === 0) return <EmptyState title="Nenhum produto foi autorizado" />;
  const done = given.filter((own) => {
    const line = lines.find(({ id }) => id === own.id);
    return line && checkInProblems({ linhas: [own] }, { lines: [line] }).length === 0;
  }).length;
  const left = items.length - done;
  return (
    <section aria-label="Conferência da devolução">
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center', marginBottom: 12 }}>
        <Typography role="status" sx={{ flex: 1, minWidth: 160, fontWeight: 500 }}>
          {left > 0 ? `Falta conferir ${left} de ${items.length}` : 'Todos os produtos conferidos'}
        </Typography>
        <Button size="small" variant="outlined" disabled={disabled} onClick={() => send(lines.map(received))}>
          Receber tudo como autorizado
        </Button>
      </div>
      <StepList>
        {items.map((item) => (
          <CheckInRow
            key={item.id}
            item={item}
            given={given[placeOf.get(item.id) ?? -1]}
            errors={errorsOfLine(errors, PATH, placeOf.get(item.id) ?? -1, labelOf(item))}
            disabled={disabled}
            onField={onField}
          />
        ))}
      </StepList>
    </section>
  );
}

/** The line as it is told in the unit that was chosen for it. */
function checkInLine(item: TicketItem, given: CheckInLineInput | undefined): CheckInLine {
  const unit = chosenUnit(item, given);
  return {
    id: item.id,
    label: labelOf(item),
    authorized: authorizedIn(item, unit),
    divides: item.fracionavel,
    unit,
  };
}

const authorizedIn = (item: TicketItem, unit: ReturnUnit): Decimal =>
  toldAs(item.qtd_autorizada, ownUnit(item), unit) ?? item.qtd_autorizada;

/** Counted in another unit; a count that is not exact there has to be given again. */
function inUnit(
  item: TicketItem,
  given: CheckInLineInput | undefined,
  unit: ReturnUnit,
): Partial<CheckInLineInput> {
  const counted = parseDecimal(String(given?.recebida ?? ''));
  const { unidade = undefined, fator = undefined } = sentUnit(item, unit);
  return {
    ...{ unidade, fator },
    recebida: (counted !== null && toldAs(counted, chosenUnit(item, given), unit)) || '',
  };
}

interface CheckInRowProps {
  item: TicketItem;
  given: CheckInLineInput | undefined;
  errors: Readonly<Record<string, string>>;
  disabled: boolean;
  onField: (id: number, part: Partial<CheckInLineInput>) => void;
}

/** What has arrived of one product. Re-rendered only when it changes. */
const CheckInRow = memo(function CheckInRow({ item, given, errors, disabled, onField }: CheckInRowProps) {
  const label = labelOf(item);
  const damaged = given?.avariada ?? false;
  const unit = chosenUnit(item, given);
  const authorized = authorizedIn(item, unit);
  const differs = given !== undefined && missingQuantity(given, authorized) !== '0';
  return (
    <li>
      <fieldset aria-label={label}>
        <div className="head">
          <span className="what">
            <span>{label}</span>
            <span className="second">
              Autorizado {givenOf({ ...item, unidade: unit.unit, fator: unit.factor }, authorized)}
            </span>
          </span>
          <LinePhotos files={item.anexos} of={label} />
          <ArrivedText given={given} authorized={authorized} />
          <Button
            size="small"
            disabled={disabled}
            aria-label={`Receber como autorizado: ${label}`}
            onClick={() => onField(item.id, { recebida: authorized })}
          >
            Receber como autorizado
          </Button>
        </div>
        <div className="counts">
          <CountField
            label="Recebido"
            name={`Recebido de ${label}`}
            column="recebida"
            value={given ? String(given.recebida) : ''}
            onChange={(recebida) => onField(item.id, { recebida })}
            disabled={disabled}
            invalid={errors.recebida !== undefined}
          />
          <UnitChoice
            label={`Unidade da conferência de ${label}`}
            unit={unit}
            units={unitsFor(item, item.qtd_autorizada)}
            disabled={disabled}
            onUnit={(next) => onField(item.id, inUnit(item, given, next))}
          />
          <FormControlLabel
            sx={{ alignSelf: 'end', gridColumn: 'span 2' }}
            label="Chegou avariado"
            disabled={disabled}
            control={
              <Checkbox
                size="small"
                checked={damaged}
                onChange={({ target }) => onField(item.id, { avariada: target.checked })}
              />
            }
          />
        </div>
        {(damaged || differs) && (
          <div className="fields">
            <TextField
              fullWidth
              multiline
              minRows={2}
              label="Observação"
              value={given?.obs ?? ''}
              onChange={({ target }) => onField(item.id, { obs: target.value })}
              disabled={disabled}
              slotProps={{ htmlInput: { maxLength: OBSERVATION_MAX } }}
            />
            <StepFiles
              required={damaged}
              title={damaged ? 'Fotos da avaria' : 'Fotos'}
              label={damaged ? `Fotos da avaria de ${label}` : `Fotos de ${label}`}
              files={given?.arquivos ?? []}
              onChange={(arquivos) => onField(item.id, { arquivos })}
              error={errors.arquivos}
            />
          </div>
        )}
        <span className="problem">
          {Object.entries(errors)
            .filter(([field]) => field !== 'arquivos')
            .map(([, problem]) => problem)
            .join(' ')}
        </span>
      </fieldset>
    </li>
  );
});

function ArrivedText({ given, authorized }: { given: CheckInLineInput | undefined; authorized: string }) {
  const rest = given && missingQuantity(given, authorized);
  if (!given || rest === null || rest === undefined)
    return (
      <span className="rest" data-state="open">
        Falta conferir
      </span>
    );
  if (compareDecimals(rest, '0') === 0)
    return (
      <span className="rest" data-state="done">
        <CheckCircle sx={{ fontSize: 16 }} aria-hidden />
        Sem diferença
      </span>
    );
  return (
    <span className="rest" data-state="wrong">
      <ErrorOutline sx={{ fontSize: 16 }} aria-hidden />
      {isPositive(rest) ? `não chegou ${formatQuantity(rest)}` : 'mais do que foi autorizado'}
    </span>
  );
}

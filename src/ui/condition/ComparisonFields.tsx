import Autocomplete from '@mui/material/Autocomplete';
import { useContext } from 'react';
import type { Problem } from '#contract/config/definitions.ts';
import { daysFromToday } from '#contract/expression/sentence.ts';
import type { Expression } from '#contract/expression/tree.ts';
import { KINDS, type Kind } from '#contract/expression/typing.ts';
import type { ColumnType } from '#contract/rules/reports/report.ts';
import { ownToday } from '#data/session.ts';
import { ChoiceField } from '../components/inputs/ChoiceField.tsx';
import { DateField } from '../components/inputs/DateField.tsx';
import { IntegerField, NumberField } from '../components/inputs/NumberField.tsx';
import {
  ChoiceProperty,
  MultiChoiceProperty,
  problemAt,
  TextProperty,
} from '../components/inputs/PropertyFields.tsx';
import { InvalidTextsContext } from '../components/inputs/useTypedText.ts';
import { TextField } from '../components/TextField.tsx';
import { ChosenValues } from './ChosenValues.tsx';
import {
  asking,
  type Comparison,
  choosesValues,
  chosenTexts,
  dayFromToday,
  newComparison,
  type Question,
  questionsOf,
  textOf,
  USUAL_DAYS,
  writeComparison,
} from './comparisons.ts';
import type { ConditionField } from './fields.ts';

interface Shared {
  pointer: string;
  problems: readonly Problem[];
  readOnly: boolean;
}

interface ComparisonFieldsProps extends Shared {
  comparison: Comparison;
  field: ConditionField;
  fields: readonly ConditionField[];
  onChange: (value: Expression) => void;
}

/** Field, question and values; what may be asked depends on the field's kind. */
export function ComparisonFields({ comparison, field, fields, onChange, ...shared }: ComparisonFieldsProps) {
  const kind = KINDS[field.tipo];
  const { pointer } = shared;
  const texts = useContext(InvalidTextsContext);
  const put = (next: Comparison) => onChange(writeComparison(next));
  const isSpan = comparison.question === 'proximos' || comparison.question === 'ultimos';
  const ask = (next: Comparison) => {
    for (let place = next.values.length + 1; place <= comparison.values.length; place++)
      texts?.forget(`${pointer}/de/${place}`);
    put(next);
  };
  return (
    <div data-pointer={pointer} style={{ display: 'grid', gap: 8 }}>
      <FieldChoice
        {...shared}
        field={field}
        fields={fields}
        onChange={(next) => {
          texts?.forget(pointer);
          onChange(newComparison(next.path, next));
        }}
      />
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))', gap: 8 }}>
        <ChoiceProperty
          {...shared}
          pointer={`${pointer}/pergunta`}
          label={kind === 'LOGICO' ? 'Resposta' : 'Comparação'}
          value={comparison.question}
          choices={questionsOf(field).map(([value, label]) => ({ value, label }))}
          onChange={(next) => ask(asking(comparison, next as Question, kind))}
        />
        {comparison.values.map((value, index) => {
          const place = {
            pointer: `${pointer}/de/${index + 1}`,
            value,
            onChange: (next: Expression) =>
              put({ ...comparison, values: comparison.values.with(index, next) }),
          };
          if (isSpan) return <DaysField key={comparison.question} {...shared} {...place} />;
          return choosesValues(field, comparison.question) ? (
            <ChosenValues
              key={`${field.path} ${'lista' in value}`}
              {...shared}
              {...place}
              field={field}
              kind={kind}
            />
          ) : (
            <ValueField
              // biome-ignore lint/suspicious/noArrayIndexKey: the places of an operation
              key={`${field.path} ${index}`}
              {...shared}
              {...place}
              label={comparison.values.length > 1 ? (index === 0 ? 'De' : 'Até') : 'Valor'}
              kind={kind}
              tipo={field.tipo}
              choices={field.values}
            />
          );
        })}
      </div>
    </div>
  );
}

interface FieldChoiceProps extends Shared {
  field: ConditionField;
  fields: readonly ConditionField[];
  onChange: (field: ConditionField) => void;
}

/** The field, found by its title, by another word for it, or by what it belongs to. */
function FieldChoice({ pointer, problems, readOnly, field, fields, onChange }: FieldChoiceProps) {
  const error = problemAt(problems, pointer) ?? problemAt(problems, `${pointer}/de/0/campo`);
  return (
    <div data-pointer={`${pointer}/campo`}>
      <ChoiceField
        label="O que se pergunta"
        value={field.path}
        choices={fields.map(({ path, titulo, group, words }) => ({
          value: path,
          label: titulo,
          group,
          words,
        }))}
        onChange={(path) => {
          const next = fields.find((each) => each.path === path);
          if (next) onChange(next);
        }}
        error={error !== undefined}
        helperText={error}
        disabled={readOnly}
        fullWidth
      />
    </div>
  );
}

interface ValueFieldProps extends Shared {
  label: string;
  kind: Kind;
  tipo: ColumnType;
  /** The values that the field may have, where it has no others. */
  choices?: ConditionField['values'];
  value: Expression;
  onChange: (value: Expression) => void;
}

const MAX_NUMBER = '999999999999';

function ValueField({ label, kind, tipo, choices, value, onChange, ...shared }: ValueFieldProps) {
  const { pointer, problems, readOnly } = shared;
  const error = problemAt(problems, pointer);
  if (choices && 'lista' in value)
    return (
      <MultiChoiceProperty
        {...shared}
        label="Valores"
        value={value.lista.map(textOf)}
        choices={choices}
        onChange={(texts) => onChange({ lista: chosenTexts(texts) })}
      />
    );
  if (choices && 'texto' in value)
    return (
      <ChoiceProperty
        {...shared}
        label={label}
        value={value.texto}
        choices={choices}
        onChange={(texto) => onChange({ texto })}
      />
    );
  if ('lista' in value)
    return (
      <Autocomplete<string, true, false, true>
        multiple
        freeSolo
        options={[]}
        disabled={readOnly}
        value={value.lista.map(textOf)}
        onChange={(_, texts) => onChange({ lista: chosenTexts(texts) })}
        // Whatever is typed becomes a value, also without Enter.
        autoSelect
        renderInput={(params) => (
          <TextField
            {...params}
            label="Valores"
            error={error !== undefined}
            helperText={error ?? 'Enter depois de cada um.'}
            data-pointer={pointer}
          />
        )}
      />
    );
  if (kind === 'NUMERO')
    return (
      <div data-pointer={pointer}>
        <NumberField
          label={label}
          value={'numero' in value ? value.numero : null}
          onChange={(numero) => numero !== null && onChange({ numero })}
          places={tipo === 'INTEIRO' ? 0 : 6}
          min={`-${MAX_NUMBER}`}
          max={MAX_NUMBER}
          {...(tipo === 'DINHEIRO' && { before: 'R$' })}
          {...(tipo === 'PERCENTUAL' && { after: '%' })}
          live="filled"
          keptAs={pointer}
          error={error !== undefined}
          helperText={error}
          disabled={readOnly}
          fullWidth
        />
      </div>
    );
  if (kind === 'TEXTO')
    return (
      <TextProperty
        {...shared}
        label={label}
        value={'texto' in value ? value.texto : ''}
        onChange={(texto) => onChange({ texto })}
        maxLength={500}
      />
    );
  return <DayField {...shared} label={label} value={value} onChange={onChange} />;
}

const MODES = [
  { value: 'antes', label: 'dias antes de hoje' },
  { value: 'hoje', label: 'hoje' },
  { value: 'depois', label: 'dias depois de hoje' },
  { value: 'data', label: 'uma data' },
];
const MAX_DAYS = 9_999;

/** A day: one of the calendar, or so many days before or after today. */
function DayField({ label, value, onChange, ...shared }: Omit<ValueFieldProps, 'kind' | 'tipo'>) {
  const { pointer, problems, readOnly } = shared;
  const texts = useContext(InvalidTextsContext);
  const days = daysFromToday(value);
  const mode = days === null ? 'data' : days < 0 ? 'antes' : days === 0 ? 'hoje' : 'depois';
  const choose = (next: string) => {
    const count = Math.abs(days ?? 0) || USUAL_DAYS;
    texts?.forget(pointer);
    if (next === 'data') onChange({ data: ownToday() });
    else onChange(dayFromToday(next === 'hoje' ? 0 : next === 'antes' ? -count : count));
  };
  const error = problemAt(problems, pointer);
  return (
    <>
      <ChoiceProperty {...shared} label={label} value={mode} choices={MODES} onChange={choose} />
      {mode === 'data' && (
        <div data-pointer={`${pointer}/data`}>
          <DateField
            label="Data"
            value={'data' in value ? value.data : null}
            onChange={(data) => data !== null && onChange({ data })}
            live="filled"
            keptAs={`${pointer}/data`}
            error={error !== undefined}
            disabled={readOnly}
          />
        </div>
      )}
      {days !== null && days !== 0 && <DaysField {...shared} value={value} onChange={onChange} />}
    </>
  );
}

/** How many days a day lies before or after today. */
function DaysField({
  pointer,
  readOnly,
  value,
  onChange,
}: Pick<ValueFieldProps, keyof Shared | 'value' | 'onChange'>) {
  const days = daysFromToday(value) ?? 0;
  return (
    <div data-pointer={`${pointer}/dias`}>
      <IntegerField
        label="Dias"
        value={Math.abs(days)}
        onChange={(count) => count !== null && onChange(dayFromToday(days < 0 ? -count : count))}
        min={1}
        max={MAX_DAYS}
        live="filled"
        keptAs={`${pointer}/dias`}
        disabled={readOnly}
        fullWidth
      />
    </div>
  );
}

import { type FlowFact, flowFact } from '../../../../contract/catalogs/flowFact.ts';
import type { Problem } from '../../../../contract/config/definitions.ts';
import type { FactValue, FlowCondition } from '../../../../contract/rules/flowCondition.ts';
import {
  factOf,
  newComparison,
  OPERATORS,
  type Operator,
  operatorOf,
} from '../../../../contract/rules/flowConditionText.ts';
import { ChoiceProperty, NumberProperty, problemAt, TextProperty } from '../parts/PropertyFields.tsx';

interface ComparisonFieldsProps {
  pointer: string;
  value: FlowCondition;
  onChange: (value: FlowCondition) => void;
  problems: readonly Problem[];
  readOnly: boolean;
}

/** Fact, comparison, value: each fact offers what its kind of value can be compared by. */
export function ComparisonFields({ pointer, value, onChange, problems, readOnly }: ComparisonFieldsProps) {
  const fact = 'fato' in value ? value.fato : '';
  const kind = factOf(fact)?.kind ?? 'TEXTO';
  const operator = operatorOf(value) ?? 'igual';
  const compared = (value as Record<string, unknown>)[operator] as FactValue;
  const put = (nextOperator: Operator, next: FactValue) =>
    onChange({ fato: fact, [nextOperator]: next } as unknown as FlowCondition);
  const shared = { pointer: `${pointer}/${operator}`, problems, readOnly };
  const whole = problemAt(problems, pointer);
  return (
    <div data-pointer={pointer} style={{ display: 'grid', gap: 8 }}>
      <ChoiceProperty
        label="O que se pergunta"
        pointer={`${pointer}/fato`}
        value={fact}
        choices={flowFact.map(({ value: each, label }) => ({ value: each, label }))}
        onChange={(next) => onChange(newComparison(next as FlowFact))}
        problems={problems}
        readOnly={readOnly}
        help={whole}
      />
      {kind === 'SIM_NAO' ? (
        <ChoiceProperty
          {...shared}
          label="Resposta"
          value={String(compared === (operator === 'igual'))}
          choices={YES_NO}
          onChange={(next) => put('igual', next === 'true')}
        />
      ) : (
        <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 8 }}>
          <ChoiceProperty
            {...shared}
            pointer={`${pointer}/operador`}
            label="Comparação"
            value={operator}
            choices={(kind === 'NUMERO' ? NUMERIC : TEXTUAL).map((each) => ({
              value: each,
              label: OPERATORS[each],
            }))}
            onChange={(next) => put(next as Operator, compared)}
          />
          {kind === 'NUMERO' ? (
            <NumberProperty
              {...shared}
              label="Valor"
              value={typeof compared === 'number' ? compared : 0}
              onChange={(next) => put(operator, next ?? 0)}
            />
          ) : (
            <TextProperty
              {...shared}
              label="Valor"
              value={String(compared ?? '')}
              onChange={(next) => put(operator, next)}
            />
          )}
        </div>
      )}
    </div>
  );
}

const YES_NO = [
  { value: 'true', label: 'Sim' },
  { value: 'false', label: 'Não' },
];
const NUMERIC: Operator[] = ['igual', 'diferente', 'maior_que', 'menor_que'];
const TEXTUAL: Operator[] = ['igual', 'diferente'];

import AddOutlined from '@mui/icons-material/AddOutlined';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import type { Problem } from '#contract/config/definitions.ts';
import {
  type FactValue,
  type FlowCondition,
  type FlowFact,
  factOf,
  flowFact,
  GROUPS,
  type Group,
  groupOf,
  newComparison,
  OPERATORS,
  type Operator,
  operatorOf,
  partsOf,
} from '#contract/rules/flows/flowCondition.ts';
import { ChoiceProperty, NumberProperty, problemAt, TextProperty } from '../parts/PropertyFields.tsx';

interface ConditionEditorProps {
  pointer: string;
  value: FlowCondition;
  onChange: (value: FlowCondition) => void;
  problems: readonly Problem[];
  readOnly: boolean;
  /** Current nesting depth of groups. */
  depth?: number;
}

const DEEPEST = 3;

/** A comparison, or several combined; each part can itself be a combination. */
export function ConditionEditor(props: ConditionEditorProps) {
  const { pointer, value, onChange, problems, readOnly, depth = 0 } = props;
  const group = groupOf(value);
  if (!group)
    return (
      <ComparisonFields
        pointer={pointer}
        value={value}
        onChange={onChange}
        problems={problems}
        readOnly={readOnly}
      />
    );
  const parts = partsOf(value);
  const put = (next: FlowCondition[]) => onChange({ [group]: next } as unknown as FlowCondition);
  return (
    <GroupBox data-pointer={pointer}>
      <ChoiceProperty
        label="Como se juntam"
        pointer={`${pointer}/${group}`}
        value={group}
        choices={Object.entries(GROUPS).map(([key, label]) => ({ value: key, label }))}
        onChange={(next) => onChange({ [next as Group]: parts } as unknown as FlowCondition)}
        problems={problems}
        readOnly={readOnly}
      />
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity of their own
        <div className="part" key={index}>
          <div className="body">
            <ConditionEditor
              pointer={`${pointer}/${group}/${index}`}
              value={part}
              onChange={(next) => put(parts.with(index, next))}
              problems={problems}
              readOnly={readOnly}
              depth={depth + 1}
            />
          </div>
          {!readOnly && parts.length > 1 && (
            <IconButton
              size="small"
              aria-label={`Retirar a ${index + 1}ª condição`}
              onClick={() => put(parts.toSpliced(index, 1))}
            >
              <CloseOutlined fontSize="small" />
            </IconButton>
          )}
        </div>
      ))}
      {!readOnly && (
        <div className="adds">
          <Button
            size="small"
            startIcon={<AddOutlined />}
            onClick={() => put([...parts, newComparison('linhas_aprovadas')])}
          >
            Condição
          </Button>
          {depth < DEEPEST - 1 && (
            <Button
              size="small"
              startIcon={<AddOutlined />}
              onClick={() => put([...parts, { alguma: [newComparison('linhas_aprovadas')] }])}
            >
              Grupo
            </Button>
          )}
        </div>
      )}
    </GroupBox>
  );
}

const GroupBox = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  padding: 8,
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.components.linha}`,
  '& .part': { display: 'flex', alignItems: 'flex-start', gap: 4 },
  '& .body': { flex: 1, minWidth: 0 },
  '& .adds': { display: 'flex', gap: 4 },
}));

interface ComparisonFieldsProps {
  pointer: string;
  value: FlowCondition;
  onChange: (value: FlowCondition) => void;
  problems: readonly Problem[];
  readOnly: boolean;
}

/** Fact, operator and value; the operators offered depend on the fact's type. */
function ComparisonFields({ pointer, value, onChange, problems, readOnly }: ComparisonFieldsProps) {
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

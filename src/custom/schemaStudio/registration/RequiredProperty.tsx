import { useMemo } from 'react';
import type { Expression } from '#contract/expression/tree.ts';
import { conditionSchema } from '#contract/rules/registration/stepCondition.ts';
import { type StepFact, stepConditionText } from '#contract/rules/registration/stepFacts.ts';
import { ChoiceProperty } from '#ui/components/inputs/PropertyFields.tsx';
import { ConditionEditor } from '#ui/condition/ConditionEditor.tsx';
import { newComparison } from '#ui/condition/comparisons.ts';
import { type ConditionField, fieldNames } from '#ui/condition/fields.ts';
import { pointerOf } from '../jsonPointer.ts';
import {
  factsBeside,
  type Requirement,
  requirementOf,
  type StepField,
  withRequirement,
} from './stepFields.ts';
import type { StepPieceProps } from './stepPieceProps.ts';

interface RequiredPropertyProps extends StepPieceProps {
  field: StepField;
}

/** When the field has to be filled in: never, always, or where a condition holds. */
export function RequiredProperty({ content, onChange, problems, readOnly, field }: RequiredPropertyProps) {
  const fields = useMemo(() => factsBeside(content, field.name).map(asField), [content, field.name]);
  const requirement = requirementOf(field);
  const pointer = `${pointerOf(field.ui)}/obrigatorio`;
  const [usual] = fields;
  const put = (next: Requirement) => {
    // The questions that are offered and the texts that are taken are all of a kind that a schema says.
    if (typeof next === 'string' || conditionSchema(next)) onChange(withRequirement(content, field, next));
  };
  const isConditional = typeof requirement !== 'string';
  const choose = (next: string) => {
    if (next !== CONDITION) put(next as Requirement);
    else if (usual && !isConditional) put(newComparison(usual.path, usual));
  };
  return (
    <>
      <ChoiceProperty
        label="Obrigatório"
        pointer={pointer}
        value={isConditional ? CONDITION : requirement}
        choices={[
          { value: 'NUNCA', label: 'Nunca: pode ficar vazio' },
          { value: 'SEMPRE', label: 'Sempre' },
          // Inside a group a field is either required or not: conditions apply only to the step as a whole.
          ...(field.holder === null ? [{ value: CONDITION, label: 'Quando uma condição vale' }] : []),
        ]}
        onChange={choose}
        help={isConditional ? stepConditionText(requirement, fields) : undefined}
        problems={problems}
        readOnly={readOnly}
      />
      {isConditional && (
        <ConditionEditor
          pointer={pointer}
          value={requirement}
          onChange={put}
          onClear={() => put('NUNCA')}
          fields={fields}
          pathOf={fieldNames(fields).pathOf}
          refused={unsaid}
          problems={problems}
          readOnly={readOnly}
        />
      )}
    </>
  );
}

const CONDITION = 'CONDICAO';

/** Steps are judged by their schemas alone, on the page and on the server. */
const unsaid = (part: Expression): string =>
  conditionSchema(part)
    ? ''
    : 'Aqui só se comparam campos com valores: igual, diferente, um de, vazio, preenchido, sim ou não, e números maiores ou menores.';

const EMPTY = ['vazio', 'preenchido'];
const NUMBERS = ['igual', 'diferente', 'maior', 'maior_igual', 'menor', 'menor_igual', 'entre', ...EMPTY];
const QUESTIONS: Readonly<Record<string, ReadonlySet<string>>> = {
  LOGICO: new Set(['sim', 'nao']),
  INTEIRO: new Set(NUMBERS),
  DECIMAL: new Set(NUMBERS),
};
const OF_TEXT: ReadonlySet<string> = new Set(['igual', 'diferente', 'em', ...EMPTY]);

/** With the questions whose answers a schema can say. */
const asField = ({ isOpaque, ...fact }: StepFact): ConditionField => ({
  ...fact,
  group: fact.path.includes('.') ? 'O cadastro' : 'Campos desta etapa',
  words: fact.path,
  questions: isOpaque ? new Set(EMPTY) : (QUESTIONS[fact.tipo] ?? OF_TEXT),
});

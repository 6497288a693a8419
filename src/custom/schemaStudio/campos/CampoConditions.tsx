import { useMemo } from 'react';
import type { Problem } from '#contract/config/definitions.ts';
import { call, isExpression } from '#contract/expression/tree.ts';
import type { Campo } from '#contract/rules/fields/campo.ts';
import { conditionText } from '#contract/rules/fields/conditionText.ts';
import type { RecordFact } from '#contract/rules/fields/recordFacts.ts';
import { ChoiceProperty } from '#ui/components/inputs/PropertyFields.tsx';
import { ConditionEditor } from '#ui/condition/ConditionEditor.tsx';
import { newComparison } from '#ui/condition/comparisons.ts';
import { useKnown } from '../parts/PanelField.tsx';
import type { CampoChanges } from './campoEdits.ts';
import { type AskedFields, askedFields } from './campoFields.ts';
import { useFacts } from './useFacts.ts';

interface CampoConditionsProps {
  campo: Campo;
  at: string;
  /** The fields that it may depend on, with itself. */
  campos: readonly Campo[];
  /** What may be asked of the record that the fields belong to. */
  facts: readonly RecordFact[];
  onChange: (changes: CampoChanges) => void;
  problems: readonly Problem[];
  readOnly: boolean;
}

/** When a field is asked for, and when it has to be filled in. */
export function CampoConditions(props: CampoConditionsProps) {
  const { campo, campos } = props;
  const facts = useFacts(props.facts);
  const asked = useMemo(() => askedFields(campo, campos, facts), [campo, campos, facts]);
  const isDemandable = !campo.obrigatorio && !campo.formula && campo.tipo !== 'LISTA';
  return (
    <>
      <ConditionProperty
        {...props}
        asked={asked}
        name="visivelSe"
        label="Quando aparece"
        otherwise="Sempre"
      />
      {isDemandable && (
        <ConditionProperty
          {...props}
          asked={asked}
          name="obrigatorioSe"
          label="Obrigatório quando"
          otherwise="Nunca"
        />
      )}
    </>
  );
}

interface ConditionPropertyProps extends CampoConditionsProps {
  asked: AskedFields;
  name: 'visivelSe' | 'obrigatorioSe';
  label: string;
  /** What holds without a condition. */
  otherwise: string;
}

function ConditionProperty(props: ConditionPropertyProps) {
  const { campo, at, campos, asked, name, label, otherwise, onChange, problems, readOnly } = props;
  const pointer = `${at}/${name}`;
  const isKnown = useKnown(pointer);
  const given: unknown = campo[name];
  const [usual] = asked.fields;
  if (!isKnown || (!usual && given === undefined)) return null;
  const begin = () => onChange({ [name]: call('todas', newComparison(usual?.path ?? '', usual ?? TEXT)) });
  return (
    <>
      <ChoiceProperty
        pointer={pointer}
        label={label}
        value={given === undefined ? '' : 'condition'}
        choices={[
          { value: '', label: otherwise },
          { value: 'condition', label: 'Quando uma condição vale' },
        ]}
        onChange={(next) => (next ? begin() : onChange({ [name]: undefined }))}
        help={given === undefined ? undefined : conditionText(given, campos)}
        problems={problems}
        readOnly={readOnly}
      />
      {isExpression(given) && (
        <ConditionEditor
          pointer={pointer}
          value={given}
          onChange={(next) => onChange({ [name]: next })}
          fields={asked.fields}
          pathOf={asked.pathOf}
          problems={problems}
          readOnly={readOnly}
        />
      )}
    </>
  );
}

const TEXT = { tipo: 'TEXTO' } as const;

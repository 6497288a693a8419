import type { TSchema } from '@sinclair/typebox';
import { optionsOf } from '#contract/rules/companyRules/ruleSentence.ts';
import {
  ChoiceProperty,
  NumberProperty,
  type PropertyProps,
  SwitchProperty,
} from '#ui/components/inputs/PropertyFields.tsx';
import type { ConditionField } from '#ui/condition/fields.ts';
import { choicesWith } from './choicesFrom.ts';
import { FilledTextProperty } from './FilledTextProperty.tsx';
import { HourProperty } from './HourProperty.tsx';
import { RecordValues } from './RecordValues.tsx';
import type { RuleChoices } from './useRuleWords.ts';

interface ActionFieldProps extends Omit<PropertyProps<unknown>, 'label'> {
  schema: TSchema;
  choices: RuleChoices;
  texts: readonly ConditionField[];
  /** An option that is not offered here. */
  hidden: string;
  /** Those of the record type that the action has chosen. */
  fields: readonly { chave: string; titulo: string }[];
}

/** The control of one field of an action: what it is called, how long it is and what it is chosen from stands in its schema. */
export function ActionField({
  schema,
  value,
  onChange,
  choices,
  texts,
  fields,
  hidden,
  ...rest
}: ActionFieldProps) {
  const shared = { ...rest, label: String(schema.title ?? '') };
  const text = value === undefined || value === null ? '' : String(value);
  if (schema['x-valores'])
    return <RecordValues {...rest} value={value} onChange={onChange} fields={fields} texts={texts} />;
  const isNumber = schema.type === 'integer';
  if (schema['x-escolha'])
    return (
      <ChoiceProperty
        {...shared}
        value={text}
        choices={[{ value: '', label: 'Escolha' }, ...choicesWith(choices, schema['x-escolha'], text)]}
        onChange={(next) => onChange(next !== '' && isNumber ? Number(next) : next)}
      />
    );
  const options = optionsOf(schema).filter((option) => option.value === text || option.value !== hidden);
  if (options.length > 0)
    return <ChoiceProperty {...shared} value={text} choices={options} onChange={onChange} />;
  if (schema.type === 'boolean')
    return <SwitchProperty {...shared} value={value === true} onChange={onChange} />;
  if (isNumber)
    return (
      <NumberProperty {...shared} value={typeof value === 'number' ? value : null} onChange={onChange} />
    );
  if (schema.pattern) return <HourProperty {...shared} value={text} onChange={onChange} />;
  return (
    <FilledTextProperty
      {...shared}
      value={text}
      onChange={onChange}
      fields={schema['x-campos'] ? texts : []}
      maxLength={Number(schema.maxLength ?? 500)}
    />
  );
}

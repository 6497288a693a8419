import type { FieldProps, RJSFSchema } from '@rjsf/utils';
import { createContext, useCallback, useSyncExternalStore } from 'react';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { useForm } from '../store/formContext.ts';
import { pointerOf } from '../store/paths.ts';

/** Whether the nearest group is an alternative, whose title stands in the choice above and not over its fields once more. */
export const InAlternative = createContext(false);

/** A group that may be filled in several ways: the choice between them, and the fields of the chosen one. */
export function AlternativesField(props: FieldProps) {
  const { schema, fieldPathId, registry, readonly } = props;
  const { store, disabled } = useForm();
  const pointer = pointerOf(fieldPathId.path);
  const read = useCallback(() => store.chosenAt(pointer), [store, pointer]);
  const chosen = useSyncExternalStore(store.subscribe, read);
  const options = (props.options ?? []) as readonly RJSFSchema[];
  const option = options[chosen];
  const { SchemaField } = registry.fields;
  return (
    <div style={{ display: 'grid', gap: 12, marginTop: 12 }}>
      <ChoiceField
        id={`${fieldPathId.$id}-alternativa`}
        label="O que informar"
        value={option ? chosen : null}
        disabled={disabled || readonly === true}
        onChange={(index) => store.choose(pointer, index)}
        choices={options.map(({ title }, index) => ({ value: index, label: title ?? `Opção ${index + 1}` }))}
        fullWidth
      />
      <InAlternative.Provider value={true}>
        {option && option.type !== 'null' && SchemaField && (
          <SchemaField {...props} schema={{ ...(schema.type && { type: schema.type }), ...option }} />
        )}
      </InAlternative.Provider>
    </div>
  );
}

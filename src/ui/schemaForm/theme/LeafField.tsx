import Box from '@mui/material/Box';
import { popoverClasses } from '@mui/material/Popover';
import type { FieldProps } from '@rjsf/utils';
import { type FocusEvent, useContext, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import { fixedValue, listedValues, listsAlternatives } from '#contract/rules/forms/alternatives.ts';
import { fieldSchemas } from '#contract/rules/forms/fieldSchemas.ts';
import { dependencyOf, type FormWidget, type WidgetOptions } from '#contract/rules/forms/formDefinition.ts';
import { PersonalField } from '../../components/inputs/masks.tsx';
import { useStableCallback } from '../../components/useStableCallback.ts';
import { useLabelWord } from '../../words.ts';
import type { FormStore } from '../store/FormStore.ts';
import { ItemLabel, useFieldError, useFieldValue, useForm, useMask } from '../store/formContext.ts';
import { isPlainObject, pointerOf } from '../store/paths.ts';
import { fieldProps, type WidgetProps } from '../widgets/widgetProps.ts';
import { WIDGETS, widgetNameOf } from '../widgets/widgets.ts';

/** Widgets that also show errors of everything below their pointer. */
const DEEP = new Set(['period', 'multiselect', 'checkboxes', 'file', 'autocomplete']);

/** Widgets that display the text being typed and read the value themselves. */
const TYPED = new Set(
  'text textarea email cpf cnpj cpfCnpj cep phone cnae number integer money percent date instant period'.split(
    ' ',
  ),
);

/** A selection widget is re-rendered with each choice. */
const Chosen = (props: WidgetProps & { name?: Exclude<FormWidget, 'hidden'> }) => {
  const value = useFieldValue(useForm().store, props.pointer);
  const Widget = WIDGETS[props.name ?? 'text'];
  return <Widget {...props} value={value} />;
};

const HiddenWidget = (props: WidgetProps) => (
  <PersonalField {...fieldProps(props)} value={props.value} onReplace={() => props.change(undefined)} />
);

const NO_OPTIONS: WidgetOptions = {};

/** The titles that a schema gives to the values it lists, which the drawn one has as an enum. */
const namesIn = (schemas: readonly JsonSchema[]): Record<string, string> =>
  Object.fromEntries(
    [...schemas, ...schemas.map(({ items }) => (isPlainObject(items) ? items : {}))]
      .filter(listsAlternatives)
      .flatMap((schema) =>
        listedValues(schema).flatMap(({ value, title }) =>
          title === undefined ? [] : [[String(value), title]],
        ),
      ),
  );

/** Whether the field has the only value that it may have. Another one, from before, can be mended. */
const useIsFixed = (store: FormStore, pointer: string, schema: JsonSchema): boolean =>
  useSyncExternalStore(store.subscribe, () => {
    const fixed = fixedValue(schema);
    return fixed !== undefined && store.valueAt(pointer) === fixed;
  });

/** One field: its value, its error and its widget. It subscribes on its own, so that its neighbours do not re-render. */
export const LeafField = (props: FieldProps) => {
  const { store, disabled: formDisabled } = useForm();
  const { fieldPathId, required = false } = props;
  const schema = props.schema as JsonSchema;
  const ui: Record<string, unknown> = props.uiSchema ?? {};
  const name = widgetNameOf(schema, ui) ?? 'text';
  const pointer = useMemo(() => pointerOf(fieldPathId.path), [fieldPathId.path]);
  const isDeep = DEEP.has(name);
  const error = useFieldError(store, pointer, isDeep);
  const options = (ui['ui:options'] as WidgetOptions | undefined) ?? NO_OPTIONS;
  const label = useLabelWord()(String(ui['ui:title'] ?? schema.title ?? props.title ?? props.name));
  const mask = useMask(store, pointer);
  const box = useRef<HTMLDivElement>(null);
  useRegistration({ pointer, label, isDeep, options, box });
  const change = useStableCallback((next: unknown) => store.change(pointer, next));
  const replace = useStableCallback(() => {
    change(undefined);
    // The input has been replaced by another one.
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(FOCUSABLE)?.focus());
  });
  const setProblem = useStableCallback((text: string | undefined) => {
    if (store.errors.setLocal(pointer, text)) store.notify();
  });
  const limits = useMemo(
    () => ({ ...limitsOf(fieldSchemas(store.schema, pointer)), ...schema }),
    [store, pointer, schema],
  );
  const given = ui['ui:enumNames'] as Record<string, string> | undefined;
  const names = useMemo(
    () => ({ ...namesIn(fieldSchemas(store.schema, pointer)), ...given }),
    [store, pointer, given],
  );
  const isFixed = useIsFixed(store, pointer, schema);
  if (name === 'hidden') return null;
  const Widget = mask !== null ? HiddenWidget : TYPED.has(name) ? WIDGETS[name] : Chosen;
  return (
    <Box
      ref={box}
      data-campo={pointer}
      onBlur={(event) => !staysInside(event, box.current) && store.touch(pointer)}
    >
      <Widget
        id={fieldPathId.$id}
        pointer={pointer}
        label={label}
        {...(Widget === Chosen && { name })}
        value={mask}
        change={Widget === HiddenWidget ? replace : change}
        setProblem={setProblem}
        error={error}
        help={textOf(ui['ui:help']) ?? textOf(schema.description)}
        schema={limits}
        options={options}
        names={names}
        placeholder={textOf(ui['ui:placeholder'])}
        required={required}
        disabled={
          formDisabled ||
          props.disabled === true ||
          props.readonly === true ||
          ui['ui:disabled'] === true ||
          isFixed
        }
      />
    </Box>
  );
};

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Whether the focus stays in the field or moves to a menu, list or calendar that belongs to it elsewhere in the page. */
const staysInside = ({ relatedTarget }: FocusEvent, box: HTMLElement | null) =>
  relatedTarget instanceof Element &&
  (box?.contains(relatedTarget) ||
    relatedTarget.closest(`[role=listbox], [role=dialog], .${popoverClasses.root}`) !== null);

interface Registration {
  pointer: string;
  label: string;
  isDeep: boolean;
  options: WidgetOptions;
  box: React.RefObject<HTMLDivElement | null>;
}

/** Registers the field, so that the summary can link to it by its label and changes in other fields can clear it. */
function useRegistration({ pointer, label, isDeep, options, box }: Registration) {
  const { store } = useForm();
  const item = useContext(ItemLabel);
  const names = options.dependeDe;
  useEffect(
    () =>
      store.fields.add({
        pointer,
        label: item ? `${item}: ${label}` : label,
        coversDescendants: isDeep,
        dependsOn: (names ?? []).map((one) => store.fieldNamed(dependencyOf(one).campo, pointer)),
        focus: () => box.current?.querySelector<HTMLElement>(FOCUSABLE)?.focus(),
        box: () => box.current,
      }),
    [store, pointer, label, item, isDeep, names, box],
  );
}

const FOCUSABLE =
  'input:not([type=hidden], [type=file], [aria-hidden=true], :disabled), textarea:not([aria-hidden=true], :disabled), [role=combobox], button:not(:disabled)';

/** Limits that are lost when RJSF merges branches. */
function limitsOf(schemas: readonly JsonSchema[]): JsonSchema {
  const found: Record<string, unknown> = {};
  for (const schema of schemas)
    for (const key of ['formatMinimum', 'formatMaximum', 'maxLength', 'maximum', 'maxItems'])
      if (schema[key] !== undefined && !isPlainObject(schema[key])) found[key] ??= schema[key];
  return found;
}

import Box from '@mui/material/Box';
import visuallyHidden from '@mui/utils/visuallyHidden';
import RjsfForm from '@rjsf/core';
import type { RJSFSchema, UiSchema, ValidatorType } from '@rjsf/utils';
import {
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import {
  alternativesOf,
  alternativeTitle,
  listedValues,
  listsAlternatives,
  onlyDemands,
} from '#contract/rules/forms/alternatives.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import { useStableCallback } from '../components/useStableCallback.ts';
import type { SchemaFormProps } from './SchemaForm.tsx';
import { Choices, type KeptChoices } from './store/Choices.ts';
import { FormStore } from './store/FormStore.ts';
import { FormContext, GroupParts } from './store/formContext.ts';
import { pointerOfName } from './store/paths.ts';
import { ErrorSummary } from './theme/ErrorSummary.tsx';
import { fields, noDefaults, templates, translateString } from './theme/rjsfTheme.tsx';
import type { FormValidator } from './validatorModule.ts';

export interface BodyProps<T extends object> extends SchemaFormProps<T> {
  formValidator: FormValidator;
}

/** RJSF renders the groups, lists and branches; every field connects to the store itself. */
export function FormBody<T extends object>(props: BodyProps<T>) {
  const { form, onSubmit, columns = 2, disabled = false, context, children } = props;
  // The same facts arrive as a new object whenever the record is fetched again.
  const facts = JSON.stringify(form.fatos ?? null);
  const formValidator = useMemo(
    () => props.formValidator.about(JSON.parse(facts) ?? undefined),
    [props.formValidator, facts],
  );
  const store = useStore({ ...props, formValidator });
  const summary = useRef<HTMLDivElement>(null);
  const optionQuery = context?.optionQuery;
  const content = useMemo(
    () => ({ store, columns, disabled, optionQuery }),
    [store, columns, disabled, optionQuery],
  );

  const flush = () => {
    store.flush();
    return store.held as T;
  };
  const validate = () => {
    flush();
    store.validate();
    store.errors.showAll();
    const isGood = !store.errors.block;
    if (isGood) store.errors.setServer({});
    store.notify();
    // The summary exists only after React has rendered it.
    if (!isGood) setTimeout(() => summary.current?.focus());
    return isGood;
  };
  useImperativeHandle(props.ref, () => ({ validate, flush }));
  useServerErrors(store, props.errors, summary);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (validate()) onSubmit?.(store.held as T);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && onSubmit) submit(event);
  };
  return (
    <FormContext value={content}>
      <Box
        component={onSubmit ? 'form' : 'div'}
        {...(onSubmit && { noValidate: true, onSubmit: submit, onKeyDown })}
        sx={{ containerType: 'inline-size' }}
      >
        <ErrorSummary ref={summary} />
        <GroupParts value={props.inGroup ?? NO_PARTS}>
          <FormRenderer store={store} form={form} idPrefix={props.idPrefix} formValidator={formValidator} />
        </GroupParts>
        <Announcer store={store} />
        {children}
      </Box>
    </FormContext>
  );
}

/** One store per version of a form; outside values and facts are taken over, and changes made here are reported. */
function useStore<T extends object>({
  form,
  formValidator,
  value,
  onChange,
  texts,
  stored,
}: BodyProps<T>): FormStore {
  const [store] = useState(
    () => new FormStore(form.schema, formValidator, value, { texts, choices: choicesOf(form) }),
  );
  const report = useStableCallback((data: unknown) => onChange(data as T));
  useEffect(() => store.judgeBy(formValidator), [store, formValidator]);
  useEffect(() => store.setStored(stored), [store, stored]);
  useEffect(() => () => store.keepChoices(), [store]);
  const settled = useRef(false);
  useEffect(() => {
    store.onReport(report);
    // Reports the changes made by defaults and by removing the values of hidden branches.
    if (!settled.current) store.reportIfOther(value);
    settled.current = true;
  }, [store, report, value]);
  useEffect(() => store.applyExternal(value), [store, value]);
  return store;
}

const keptChoices = new Map<string, KeptChoices>();

function choicesOf({ validador }: SchemaFormProps<object>['form']): Choices {
  const choicesKept = keptChoices.get(validador) ?? new Map();
  keptChoices.set(validador, choicesKept);
  return new Choices(choicesKept);
}

interface DrawingProps {
  store: FormStore;
  form: SchemaFormProps<object>['form'];
  formValidator: FormValidator;
  idPrefix: string | undefined;
}

const nothing = () => {};
const NO_PARTS = {};

function FormRenderer({ store, form, formValidator, idPrefix }: DrawingProps) {
  const own = useId();
  const data = useSyncExternalStore(store.subscribe, () => store.drawn);
  const { facts } = formValidator;
  // RJSF asks again which branches apply when the data or the schema is another one, and the facts are in neither.
  const schema = useMemo(
    () => ({ ...(drawnSchema(form.schema) as RJSFSchema), 'x-fatos': facts }),
    [form.schema, facts],
  );
  const ui = useMemo(() => drawnUi(form.ui) as UiSchema, [form.ui]);
  const validator = useMemo(() => rjsfValidator(formValidator), [formValidator]);
  return useMemo(
    () => (
      <RjsfForm
        tagName="div"
        idPrefix={idPrefix ?? own}
        schema={schema}
        uiSchema={ui}
        formData={data}
        validator={validator}
        fields={fields}
        templates={templates}
        translateString={translateString}
        experimental_defaultFormStateBehavior={noDefaults}
        noValidate
        noHtml5Validate
        showErrorList={false}
        onChange={nothing}
      >
        {/* Without a child, RJSF would render its own button here. */}
        <span hidden />
      </RjsfForm>
    ),
    [own, idPrefix, schema, ui, data, validator],
  );
}

/** Announces the error of the field that was left, because the message at the field is new and not itself a live region. */
function Announcer({ store }: { store: FormStore }) {
  const text = useSyncExternalStore(store.subscribe, () => store.errors.announcement);
  return (
    <div role="status" style={visuallyHidden as object}>
      {text}
    </div>
  );
}

function useServerErrors(
  store: FormStore,
  errors: Record<string, string> | undefined,
  summary: React.RefObject<HTMLDivElement | null>,
) {
  useEffect(() => {
    const byPointer = Object.entries(errors ?? {}).map(([name, text]) => [pointerOfName(name), text]);
    if (byPointer.length === 0 && !store.errors.hasServer) return;
    store.errors.setServer(Object.fromEntries(byPointer));
    store.notify();
    if (byPointer.length > 0) setTimeout(() => summary.current?.focus());
  }, [store, errors, summary]);
}

/**
 * RJSF only asks which branches apply; errors come from the store. Options of oneOf and anyOf are not rendered (docs/domain.md 14.4),
 * so a schema that was not compiled applies to nothing.
 */
const rjsfValidator = ({ holds }: FormValidator): ValidatorType<unknown, RJSFSchema> => ({
  isValid: (schema, data) => holds(schema, data ?? {}),
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({}),
});

/**
 * Keywords that are hidden from RJSF: it would restore defaults that a person removed, and drop the fields of a branch next
 * to `additionalProperties: false` (docs/domain.md 14.4, 5). The store and the validator handle both.
 */
const STRIPPED_KEYWORDS = new Set([
  'default',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'minItems',
  'formatMinimum',
  'formatMaximum',
  'formatExclusiveMinimum',
  'formatExclusiveMaximum',
]);

/** Keywords whose members are user-defined names rather than JSON Schema keywords. */
const NAMED = new Set(['properties', '$defs']);

function drawnSchema(schema: JsonSchema): JsonSchema {
  return stripKeywords(withDrawnAlternatives(schema), false) as JsonSchema;
}

/**
 * RJSF draws alternatives as a list to choose from. Where they list values, that is what an enum is; where they only say which
 * fields are needed, there is nothing to choose; and the others are named by what they ask for.
 */
function withDrawnAlternatives(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withDrawnAlternatives);
  if (!isRecord(value)) return value;
  const { anyOf, oneOf, ...others } = value;
  const alternatives = alternativesOf(value);
  const rest = Object.fromEntries(
    Object.entries(others).map(([key, one]) => [
      key,
      KEPT_KEYWORDS.has(key) ? one : withDrawnAlternatives(one),
    ]),
  );
  if (alternatives.length === 0) return rest;
  if (listsAlternatives(value)) {
    const values = listedValues(value).map((one) => one.value);
    return { type: typeof values[0] === 'number' ? 'number' : 'string', ...rest, enum: values };
  }
  if (isRecord(value.properties) && onlyDemands(value)) return rest;
  const named = (list: unknown) =>
    Array.isArray(list) && list.every(isRecord)
      ? list.map((one) => withDrawnAlternatives({ title: alternativeTitle(value, one), ...one }))
      : undefined;
  return {
    ...rest,
    ...(anyOf !== undefined && { anyOf: named(anyOf) }),
    ...(oneOf !== undefined && { oneOf: named(oneOf) }),
  };
}

function stripKeywords(value: unknown, isNamed: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => stripKeywords(one, false));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isNamed || (!STRIPPED_KEYWORDS.has(key) && !key.startsWith('x-')))
      // A condition is identified by its own text, so it must stay as it was compiled.
      .map(([key, one]) => [
        key,
        !isNamed && KEPT_KEYWORDS.has(key) ? one : stripKeywords(one, !isNamed && NAMED.has(key)),
      ]),
  );
}

const KEPT_KEYWORDS = new Set(['if', 'const', 'enum', 'examples']);

/** An order that omits a field, or names one of a branch, would make RJSF render nothing at all. */
function drawnUi(ui: unknown): unknown {
  if (!isRecord(ui)) return ui;
  return Object.fromEntries(
    Object.entries(ui).map(([key, value]) => {
      if (key === 'ui:order' && Array.isArray(value))
        return [key, value.includes('*') ? value : [...value, '*']];
      // Labels are read by the widgets; RJSF expects a list here.
      return [key, key.startsWith('ui:') ? value : drawnUi(value)];
    }),
  );
}

import Box from '@mui/material/Box';
import visuallyHidden from '@mui/utils/visuallyHidden';
import RjsfForm from '@rjsf/core';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
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
import { useStableCallback } from '../components/useStableCallback.ts';
import type { SchemaFormProps } from './formProps.ts';
import { FormStore } from './store/FormStore.ts';
import { FormContext, GroupParts } from './store/formContext.ts';
import { pointerOfName } from './store/paths.ts';
import { drawnSchema, drawnUi } from './theme/drawnSchema.ts';
import { ErrorSummary } from './theme/ErrorSummary.tsx';
import { fields, noDefaults, templates } from './theme/rjsfTheme.tsx';
import { rjsfValidator } from './theme/rjsfValidator.ts';
import { translateString } from './theme/texts.ts';
import type { FormJudge } from './validatorModule.ts';

export interface BodyProps<T extends object> extends SchemaFormProps<T> {
  judge: FormJudge;
}

/** RJSF draws the groups, lists and branches; every field holds to the store by itself. */
export function FormBody<T extends object>(props: BodyProps<T>) {
  const { form, onSubmit, columns = 2, disabled = false, context, children } = props;
  const store = useStore(props);
  const summary = useRef<HTMLDivElement>(null);
  const optionQuery = context?.optionQuery;
  const content = useMemo(
    () => ({ store, columns, disabled, optionQuery }),
    [store, columns, disabled, optionQuery],
  );

  const flush = () => {
    store.flush();
    return store.data as T;
  };
  const validate = () => {
    flush();
    store.judge();
    store.errors.showAll();
    store.notify();
    const isGood = Object.keys(store.errors.all).length === 0;
    // The summary stands once React has drawn it.
    if (!isGood) setTimeout(() => summary.current?.focus());
    return isGood;
  };
  useImperativeHandle(props.ref, () => ({ validate, flush }));
  useServerErrors(store, props.errors, summary);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (validate()) onSubmit?.(store.data as T);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
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
          <Drawing store={store} form={form} idPrefix={props.idPrefix} judge={props.judge} />
        </GroupParts>
        <Announcer store={store} />
        {children}
      </Box>
    </FormContext>
  );
}

/** One store for each version of a form; what comes from outside is taken over, what is changed here is reported. */
function useStore<T extends object>({ form, judge, value, onChange, texts }: BodyProps<T>): FormStore {
  const [store] = useState(() => new FormStore(form.schema, judge, value, texts));
  const report = useStableCallback((data: unknown) => onChange(data as T));
  const settled = useRef(false);
  useEffect(() => {
    store.onReport(report);
    // Defaults, and values of branches that are not shown.
    if (!settled.current) store.reportIfOther(value);
    settled.current = true;
  }, [store, report, value]);
  useEffect(() => store.take(value), [store, value]);
  return store;
}

interface DrawingProps {
  store: FormStore;
  form: SchemaFormProps<object>['form'];
  judge: FormJudge;
  idPrefix: string | undefined;
}

const nothing = () => {};
const NO_PARTS = {};

function Drawing({ store, form, judge, idPrefix }: DrawingProps) {
  const own = useId();
  const data = useSyncExternalStore(store.subscribe, () => store.drawn);
  const schema = useMemo(() => drawnSchema(form.schema) as RJSFSchema, [form.schema]);
  const ui = useMemo(() => drawnUi(form.ui) as UiSchema, [form.ui]);
  const validator = useMemo(() => rjsfValidator(judge), [judge]);
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
        {/* Without a child RJSF would put its own button here. */}
        <span hidden />
      </RjsfForm>
    ),
    [own, idPrefix, schema, ui, data, validator],
  );
}

/** Reads out what is wrong with the field that was left: the error at the field is new and no region by itself. */
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

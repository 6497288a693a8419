import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { type ReactNode, useRef, useState } from 'react';
import { bodyFieldNames, missingText } from '#contract/bodyField.ts';
import type { Input, Output, Route } from '#contract/route.ts';
import type { DraftName } from '#contract/rules/drafts.ts';
import type { CallInput } from '#data/call.ts';
import { useRefetch } from '#data/refetch.ts';
import { useCommand } from '#data/useRoute.ts';
import { isEqual } from '#src/lean/isEqual.ts';
import { ConfirmDialog, type DialogAside } from '#ui/components/ConfirmDialog.tsx';
import { FieldProblems } from '#ui/components/fieldProblems.ts';
import { Unsaved } from '#ui/components/frame/DialogFrame.tsx';
import { type ConflictLabels, ConflictView } from '#ui/conflict/ConflictView.tsx';
import { type ConflictState, useVersionedForm, type VersionedValue } from '#ui/conflict/useConflict.ts';
import { DraftEnd } from '#ui/drafts/DraftEnd.tsx';
import { fieldsOf } from '#ui/drafts/draftTexts.ts';
import { KeptDrafts } from '#ui/drafts/KeptDrafts.tsx';
import { SaveStatus } from '#ui/drafts/SaveStatus.tsx';
import type { ServerDraft } from '#ui/drafts/useServerDraft.ts';
import { BodyFields, HeldForm, isAskable } from './BodyField.tsx';
import {
  type CommandFieldOptions,
  conflictLabelsOf,
  inputOptions,
  isEmpty,
  isUnchanged,
  optionsOf,
  sentOf,
  type Values,
  valuesOf,
  withCleared,
} from './commandFields.ts';
import { useRecordDraft } from './useRecordDraft.ts';

type BodyOf<R extends Route> = NonNullable<Input<R>['body']>;
type NameIn<R extends Route> = Exclude<keyof BodyOf<R>, 'versao'> & string;
type FieldsOf<R extends Route> = Partial<Record<NameIn<R>, CommandFieldOptions>>;

interface CommandDialogProps<R extends Route, T extends { versao?: number }> {
  route: R;
  params?: Input<R>['params'];
  /** What the body also carries, and nobody is asked for; of what the fields hold, where it depends on them. */
  given?: Partial<BodyOf<R>> | ((value: Values) => Partial<BodyOf<R>>);
  /** The record as it was read, whose values the fields begin with; absent where there is none yet. */
  record?: T | undefined;
  /** What the record is called in a sentence: 'esta coleta'. */
  name?: string;
  /** What of the record the decision rests on, besides the fields: its change by another person is shown first. */
  watched?: ConflictLabels<T>;
  /** The fields that are asked for; by default all that the body's schema can ask for and that are not given. */
  only?: readonly NameIn<R>[];
  /** What the fields begin with, where it is not the record's value of the same name; also read from a record that others changed. */
  read?: (record: T | undefined) => Partial<Record<NameIn<R>, unknown>>;
  /** What the screen adds to what the contract says of a field; of what the fields hold, where one depends on another. */
  fields?: FieldsOf<R> | ((value: Values) => FieldsOf<R>);
  /** What the noun's rule says is wrong, by field, before it is sent. */
  check?: (value: Values) => Readonly<Record<string, string>>;
  /** Keeps what is typed on the server until it is sent, so that a closed dialog loses nothing. */
  draft?: DraftName;
  title: string;
  text?: ReactNode;
  /** A verb: 'Salvar'. */
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'primary' | 'error';
  width?: 'xs' | 'sm';
  /** The cell of a table in whose place it is opened. */
  cell?: HTMLElement | undefined;
  /** The field whose choice is sent at once when it is made in a cell. */
  sends?: NameIn<R>;
  /** Another way to end it; while a draft is written, that draft can be discarded instead. */
  aside?: DialogAside | undefined;
  /** Whether it cannot be confirmed yet. */
  disabled?: boolean;
  /**
   * Whether it is confirmed as it is: it decides something, or sends what the screen around it holds. Otherwise a record that
   * nobody changed here cannot be sent.
   */
  decides?: boolean;
  /** Receives the server's message, and its whole answer. What the route wrote is refetched afterwards. */
  onDone: (text: string, answer: Output<R>) => void | Promise<void>;
  onClose: () => void;
  /** Above the fields. */
  children?: ReactNode;
}

/**
 * The dialog of one command over a route's body. Its fields, what is missing, the server's refusals at their fields and the
 * conflict view follow from the route; a field that the body gains is asked for without a change here.
 */
export function CommandDialog<R extends Route, T extends { versao?: number }>(
  props: CommandDialogProps<R, T>,
) {
  const [round, setRound] = useState(0);
  const { draft } = props;
  return draft ? (
    <DraftedDialog
      key={`${draft} ${round}`}
      {...props}
      draft={draft}
      onDiscarded={() => setRound(round + 1)}
    />
  ) : (
    <TypedDialog {...props} />
  );
}

/** What is typed stays in the dialog, which asks before it is lost. */
function TypedDialog<R extends Route, T extends { versao?: number }>(props: CommandDialogProps<R, T>) {
  const { names, read, initial } = useAsked(props);
  const { record } = props;
  const form = useVersionedForm<Values>({
    versao: record?.versao ?? 0,
    initial: record ? read(record) : initial,
    read,
    settle: settling(props, names, initial),
  });
  return <AskedFields {...props} names={names} initial={initial} held={form} />;
}

type DraftedProps<R extends Route, T extends { versao?: number }> = CommandDialogProps<R, T> & {
  draft: DraftName;
  onDiscarded: () => void;
};

function DraftedDialog<R extends Route, T extends { versao?: number }>(props: DraftedProps<R, T>) {
  const { names, read, initial } = useAsked(props);
  const settle = settling(props, names, initial);
  const { draft, form, conflict } = useRecordDraft<Values, never, never>({
    draft: props.draft,
    record: props.record as never,
    empty: initial,
    written: read,
    settle,
  });
  // Two fields may say their values before the dialog is drawn again.
  const latest = useRef(form.value);
  latest.current = form.value;
  const heldForm: Held = {
    ...conflict,
    value: form.value,
    base: form.base,
    set: (part) => {
      latest.current = settle({ ...latest.current, ...part }, latest.current);
      form.change(latest.current);
    },
  };
  const discard = async () => {
    await draft.discard().catch(() => {});
    props.onDiscarded();
  };
  const isWritten = !isUnchanged(names, heldForm);
  return (
    <AskedFields
      {...props}
      names={names}
      initial={initial}
      held={heldForm}
      drafted={draft}
      aside={isWritten ? { label: 'Descartar rascunho', run: discard } : props.aside}
    />
  );
}

/** The names of the fields, what they begin with, and how a record becomes their values. */
function useAsked<R extends Route, T extends { versao?: number }>(props: CommandDialogProps<R, T>) {
  const { route, record, watched } = props;
  const begun = { ...(record as Values | undefined), ...props.read?.(record) };
  const names = props.only ?? namesOf(route, at(props.given, begun), fieldsAt(props, begun));
  const read = (state: T | undefined): Values => ({
    ...valuesOf(route, names, (state ?? {}) as Values, watched),
    ...props.read?.(state),
  });
  const [initial] = useState(() => read(record));
  return { names, read, initial };
}

/** Empties what a change makes wrong, also a change by others. */
const settling =
  <R extends Route, T extends { versao?: number }>(
    props: CommandDialogProps<R, T>,
    names: readonly string[],
    initial: Values,
  ) =>
  (after: Values, before: Values): Values =>
    withCleared(props.route, optionsOf(props.route, names, initial, fieldsAt(props, after)), after, before);

type Held = Pick<ConflictState<Values>, 'open' | 'undecided' | 'choose' | 'send'> &
  Pick<VersionedValue<Values>, 'value' | 'base'> & { set: (part: Values) => void };

type AskedProps<R extends Route, T extends { versao?: number }> = CommandDialogProps<R, T> & {
  names: readonly string[];
  initial: Values;
  held: Held;
  drafted?: ServerDraft<VersionedValue<Values>>;
};

function AskedFields<R extends Route, T extends { versao?: number }>(props: AskedProps<R, T>) {
  const { route, record, name = '', watched, names, held, drafted, onDone, onClose, children, text } = props;
  const options = optionsOf(route, names, props.initial, fieldsAt(props, held.value));
  const shown = names.filter((field) => !options[field]?.hidden);
  const labels = { ...conflictLabelsOf(route, options), ...(watched as ConflictLabels<Values>) };
  const missing = missingOf(route, held.value, options);
  const isAsRead =
    record !== undefined &&
    !props.decides &&
    shown.length > 0 &&
    // What is missing is said at its field.
    Object.keys(missing).length === 0 &&
    isUnchanged(names, held);
  const { sends, cell } = props;
  // A choice is not sent while it has to be compared with that of another person.
  const isChosen = cell !== undefined && sends !== undefined && !isAsRead && held.open === null;
  const send = useSending(props);
  const refetch = useRefetch();
  const run = async () => {
    const problems = { ...missing, ...props.check?.(held.value) };
    if (Object.values(problems).some(Boolean)) throw new FieldProblems(problems);
    const body = { ...at(props.given, held.value), ...sentOf(route, shown, held, options) };
    const answer = record?.versao ? await held.send((versao) => send({ ...body, versao })) : await send(body);
    if (!answer) return;
    // The screen may first leave what is no longer there.
    await onDone(messageOf(answer), answer);
    void refetch(route);
  };
  return (
    <ConfirmDialog
      open
      title={props.title}
      text={text}
      confirmLabel={props.confirmLabel}
      {...(props.cancelLabel && { cancelLabel: props.cancelLabel })}
      {...(props.tone && { tone: props.tone })}
      {...(props.width && { width: props.width })}
      cell={cell}
      confirmsAt={isChosen ? JSON.stringify(held.value[sends]) : undefined}
      aside={props.aside}
      disabled={isAsRead || held.undecided || props.disabled === true || Boolean(drafted?.life.end)}
      onConfirm={run}
      onCancel={onClose}
    >
      <Box sx={{ display: 'grid', gap: 4, mt: text ? 4 : 2 }}>
        {drafted && <DraftNews route={route} draft={drafted} labels={labels} />}
        <ConflictView conflict={held} name={name} labels={labels} />
        {children}
        <HeldForm value={held.value} set={held.set}>
          <BodyFields route={route} names={shown} options={inputOptions(options)} />
        </HeldForm>
        {drafted && <SaveStatus state={drafted.state} />}
      </Box>
    </ConfirmDialog>
  );
}

/** Sends the body, and with it ends the draft. */
function useSending<R extends Route, T extends { versao?: number }>(props: AskedProps<R, T>) {
  const { route, params, drafted } = props;
  const command = useCommand();
  return (body: object): Promise<Output<R>> => {
    const input: object = { params, body };
    const call = async (options: { draft?: string }) =>
      (await command(route, input as CallInput<R>, options)) as Output<R>;
    return drafted ? drafted.send(call) : call({});
  };
}

interface DraftNewsProps {
  route: Route;
  draft: ServerDraft<VersionedValue<Values>>;
  labels: ConflictLabels<Values>;
}

/** What became of the draft. Its dialog closes without a question, since the draft is there when it is opened again. */
function DraftNews({ route, draft, labels }: DraftNewsProps) {
  const { value, base } = draft.value;
  const { kind } = draft.state;
  return (
    <>
      <Unsaved active={!isEqual(value, base)} kept={kind === 'saved'} drafted={kind !== 'failed'} />
      <DraftEnd life={draft.life} />
      <KeptDrafts drafts={draft.kept} fields={fieldsOf(route.body ?? {})} labels={labels} />
      {draft.restored && <Alert severity="info">Continuando o rascunho que você deixou aqui.</Alert>}
    </>
  );
}

const fieldsAt = <R extends Route, T extends { versao?: number }>(
  { fields }: Pick<CommandDialogProps<R, T>, 'fields'>,
  value: Values,
): Partial<Record<string, CommandFieldOptions>> => at(fields, value) ?? {};

const at = <A extends object>(given: A | ((value: Values) => A) | undefined, value: Values): A | undefined =>
  typeof given === 'function' ? (given as (value: Values) => A)(value) : given;

const messageOf = (answer: unknown): string =>
  (answer as { data?: { message?: string } } | null)?.data?.message ?? '';

/** What is not given and can be asked for: by its schema alone, or with the options or the input that the screen adds. */
const namesOf = (
  route: Route,
  given: object = {},
  fields: Partial<Record<string, CommandFieldOptions>> = {},
) =>
  bodyFieldNames(route).filter(
    (name) => !(name in given) && (isAskable(route, name) || fields[name]?.choices || fields[name]?.input),
  );

/** Messages for the fields that are required and empty, as the server would say them. */
const missingOf = (route: Route, value: Values, options: Record<string, CommandFieldOptions>) =>
  Object.fromEntries(
    Object.entries(options)
      .filter(([name, { required, hidden }]) => required && !hidden && isEmpty(value[name]))
      .map(([name]) => [name, missingText(route, name)]),
  );

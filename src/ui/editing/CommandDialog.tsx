import Box from '@mui/material/Box';
import { type ReactNode, useState } from 'react';
import { bodyField, bodyFieldNames, emptyOf, missingText } from '#contract/bodyField.ts';
import type { Input, Output, Route } from '#contract/route.ts';
import type { CallInput } from '#data/call.ts';
import { useCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { FieldProblems } from '#ui/components/fieldProblems.ts';
import { type ConflictLabels, ConflictView } from '#ui/conflict/ConflictView.tsx';
import { fieldLabels, useVersionedForm } from '#ui/conflict/useConflict.ts';
import { type BodyFieldOptions, BodyFields, BodyFormContext, isAskable } from './BodyField.tsx';

type BodyOf<R extends Route> = NonNullable<Input<R>['body']>;
type NameIn<R extends Route> = Exclude<keyof BodyOf<R>, 'versao'> & string;
type Values = Record<string, unknown>;

interface CommandDialogProps<R extends Route, T extends { versao?: number }> {
  route: R;
  params?: Input<R>['params'];
  /** What the body also carries, and nobody is asked for. */
  given?: Partial<BodyOf<R>>;
  /** The record as it was read, whose values the fields begin with; absent where there is none yet. */
  record?: T;
  /** What the record is called in a sentence: 'esta coleta'. */
  name?: string;
  /** What of the record the decision rests on, besides the fields: its change by another person is shown first. */
  watched?: ConflictLabels<T>;
  /** The fields that are asked for; by default all that the body's schema can ask for and that are not given. */
  only?: readonly NameIn<R>[];
  /** What the fields begin with, where it is not the record's value of the same name; also read from a record that others changed. */
  read?: (record: T | undefined) => Partial<Record<NameIn<R>, unknown>>;
  /** What the screen adds to what the contract says of a field. */
  fields?: Partial<Record<NameIn<R>, BodyFieldOptions>>;
  title: string;
  text?: ReactNode;
  /** A verb: 'Salvar'. */
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'primary' | 'error';
  /** Whether it cannot be confirmed yet. */
  disabled?: boolean;
  /** Receives the server's message, and its whole answer. */
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
  const { route, record, name = '', watched, onDone, onClose, children, text } = props;
  const names = props.only ?? namesOf(route, props.given, props.fields);
  const read = (state: T | undefined): Values => ({
    ...valuesOf(route, names, (state ?? {}) as Values, watched),
    ...props.read?.(state),
  });
  const [initial] = useState(() => read(record));
  const held = useVersionedForm<Values>({
    versao: record?.versao ?? 0,
    initial: record ? read(record) : initial,
    read,
  });
  const command = useCommand();
  const options = optionsOf(route, names, initial, props.fields);
  const run = async () => {
    const lacking = missingOf(route, held.value, options);
    if (Object.keys(lacking).length > 0) throw new FieldProblems(lacking);
    const body = { ...props.given, ...sentOf(route, names, held.value, held.base) };
    const send = async (version: { versao?: number }) => {
      const input: object = { params: props.params, body: { ...body, ...version } };
      return (await command(route, input as CallInput<R>)) as Output<R>;
    };
    const answer = record?.versao ? await held.send((versao) => send({ versao })) : await send({});
    if (answer) await onDone(messageOf(answer), answer);
  };
  return (
    <ConfirmDialog
      open
      title={props.title}
      text={text}
      confirmLabel={props.confirmLabel}
      {...(props.cancelLabel && { cancelLabel: props.cancelLabel })}
      {...(props.tone && { tone: props.tone })}
      disabled={held.undecided || props.disabled === true}
      onConfirm={run}
      onCancel={onClose}
    >
      <Box sx={{ display: 'grid', gap: 4, mt: text ? 4 : 2 }}>
        <ConflictView
          conflict={held}
          name={name}
          labels={{ ...fieldLabels(route), ...(watched as ConflictLabels<Values>) }}
        />
        {children}
        <BodyFormContext value={{ value: held.value, set: (field, value) => held.set({ [field]: value }) }}>
          <BodyFields route={route} names={names} options={options} />
        </BodyFormContext>
      </Box>
    </ConfirmDialog>
  );
}

const messageOf = (answer: unknown): string =>
  (answer as { data?: { message?: string } } | null)?.data?.message ?? '';

/** What is not given and can be asked for: by its schema alone, or with the options or the input that the screen adds. */
const namesOf = (route: Route, given: object = {}, fields: Partial<Record<string, BodyFieldOptions>> = {}) =>
  bodyFieldNames(route).filter(
    (name) => !(name in given) && (isAskable(route, name) || fields[name]?.choices || fields[name]?.input),
  );

/** What the dialog begins with: the record's own values, and nothing where it has none, as for a reason. */
function valuesOf(route: Route, names: readonly string[], record: Values, watched: object = {}): Values {
  const fields = names.map((name) => [name, record[name] ?? emptyOf(bodyField(route, name))]);
  const others = Object.keys(watched).map((name) => [name, record[name]]);
  return Object.fromEntries([...others, ...fields]);
}

/**
 * An update says nothing of a field that it leaves out, so its fields are optional to the route; one that must not be empty
 * and was filled cannot be emptied here.
 */
const optionsOf = (
  route: Route,
  names: readonly string[],
  initial: Values,
  given: Partial<Record<string, BodyFieldOptions>> = {},
): Record<string, BodyFieldOptions> =>
  Object.fromEntries(
    names.map((name) => {
      const { required, filled } = bodyField(route, name);
      return [name, { required: required || (filled && !isEmpty(initial[name])), ...given[name] }];
    }),
  );

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** Messages for the fields that are required and empty, as the server would say them. */
const missingOf = (route: Route, value: Values, options: Record<string, BodyFieldOptions>) =>
  Object.fromEntries(
    Object.entries(options)
      .filter(([name, { required }]) => required && isEmpty(value[name]))
      .map(([name]) => [name, missingText(route, name)]),
  );

/** The fields as they are sent. What was empty and still is says nothing, unless the route asks for it. */
const sentOf = (route: Route, names: readonly string[], value: Values, base: Values): Values =>
  Object.fromEntries(
    names
      .map((name) => [name, trimmed(value[name])] as const)
      .filter(
        ([name, sent]) =>
          !isEmpty(sent) || !isEmpty(base[name]) || (route.body?.required ?? []).includes(name),
      ),
  );

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

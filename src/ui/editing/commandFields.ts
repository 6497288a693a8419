import type { ReactNode } from 'react';
import { bodyField, emptyOf } from '#contract/bodyField.ts';
import type { Route } from '#contract/route.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { isEqual } from '#src/lean/isEqual.ts';
import type { ConflictLabels } from '#ui/conflict/ConflictView.tsx';
import { fieldLabels } from '#ui/conflict/useConflict.ts';
import type { BodyFieldOptions } from './BodyField.tsx';

/** What the fields hold, by the names of the body. */
export type Values = Record<string, unknown>;

/** What a dialog may add to what the contract says of a field. */
export interface CommandFieldOptions extends BodyFieldOptions {
  /** Neither asked for nor sent, as the reason for a loss that is none. */
  hidden?: boolean;
  /** The fields that lose their values when this one gets another. */
  clears?: readonly string[];
  /** How its value is sent, where the input holds more, such as the name of what was chosen. */
  sent?: (value: never) => unknown;
  /** How its value is shown beside that of another person, where it is not its text or its choice. */
  show?: (value: never) => ReactNode;
}

type Options = Readonly<Record<string, CommandFieldOptions>>;

/** What the dialog begins with: the record's own values, and nothing where it has none, as for a reason. */
export function valuesOf(
  route: Route,
  names: readonly string[],
  record: Values,
  watched: object = {},
): Values {
  const fields = names.map((name) => [name, record[name] ?? emptyOf(bodyField(route, name))]);
  const others = Object.keys(watched).map((name) => [name, record[name]]);
  return Object.fromEntries([...others, ...fields]);
}

/**
 * An update says nothing of a field that it leaves out, so its fields are optional to the route; one that must not be empty
 * and was filled cannot be emptied here.
 */
export const optionsOf = (
  route: Route,
  names: readonly string[],
  initial: Values,
  given: Partial<Record<string, CommandFieldOptions>> = {},
): Record<string, CommandFieldOptions> =>
  Object.fromEntries(
    names.map((name) => {
      const { required, filled } = bodyField(route, name);
      return [name, { required: required || (filled && !isEmpty(initial[name])), ...given[name] }];
    }),
  );

/** What is for the dialog and not for the input; what is new with each text would render all inputs. */
const OF_DIALOG = new Set(['hidden', 'clears', 'sent', 'show']);

/** The options of the inputs. */
export const inputOptions = (options: Options): Record<string, BodyFieldOptions> =>
  Object.fromEntries(
    Object.entries(options).map(([name, own]) => [
      name,
      Object.fromEntries(Object.entries(own).filter(([key]) => !OF_DIALOG.has(key))),
    ]),
  );

export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** The fields as they are sent. What was empty and still is says nothing, unless the route asks for it. */
export const sentOf = (
  route: Route,
  names: readonly string[],
  { value, base }: { value: Values; base: Values },
  options: Options,
): Values =>
  Object.fromEntries(
    names
      .filter(
        (name) =>
          !isEmpty(value[name]) || !isEmpty(base[name]) || (route.body?.required ?? []).includes(name),
      )
      .map((name) => [name, sentAs(options[name], value[name])]),
  );

function sentAs({ sent }: CommandFieldOptions = {}, value: unknown): unknown {
  if (sent && !isEmpty(value)) return sent(value as never);
  return typeof value === 'string' ? value.trim() : value;
}

/** The values once those that a change makes wrong are empty again, whoever changed them; what changed as well stays. */
export function withCleared(route: Route, options: Options, after: Values, before: Values): Values {
  const isChanged = (name: string) => !isEqual(after[name], before[name]);
  const wrong = Object.keys(options)
    .filter(isChanged)
    .flatMap((name) => options[name]?.clears ?? [])
    .filter((name) => !isChanged(name));
  return { ...after, ...Object.fromEntries(wrong.map((name) => [name, emptyOf(bodyField(route, name))])) };
}

/** Whether the fields hold what they began with. */
export const isUnchanged = (names: readonly string[], { value, base }: { value: Values; base: Values }) =>
  names.every((name) => isEqual(value[name], base[name]) || (isEmpty(value[name]) && isEmpty(base[name])));

/** Labels of the fields, and how their values are read beside those of another person. */
export function conflictLabelsOf(route: Route, options: Options): ConflictLabels<Values> {
  const labels: ConflictLabels<Values> = fieldLabels(route);
  const shown = Object.entries(options).flatMap(([name, own]) => {
    const show = showing(route, name, own);
    return show ? [[name, { label: bodyField(route, name).label, show }]] : [];
  });
  return { ...labels, ...Object.fromEntries(shown) };
}

function showing(route: Route, name: string, options: CommandFieldOptions) {
  const { show, money, none = '(vazio)' } = options;
  if (show) return show as (value: unknown) => ReactNode;
  if (money) return (value: unknown) => (value ? formatMoney(String(value), 2) : '(vazio)');
  const choices = options.choices ?? bodyField(route, name).choices;
  if (choices.length === 0) return undefined;
  return (value: unknown) =>
    choices.find((choice) => choice.value === value)?.label ?? (isEmpty(value) ? none : String(value));
}

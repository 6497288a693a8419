import { formRoutes } from '#contract/config/forms.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import type { FormWidget } from '#contract/rules/forms/formDefinition.ts';
import { errorTexts } from '#contract/rules/forms/formMessages.ts';
import { call } from '#data/call.ts';
import { loadValidator } from '#ui/schemaForm/validatorModule.ts';
import { keyFrom } from '../campos/campoEdits.ts';
import type { Content } from '../editorProps.ts';
import { moved, valueAt, withValueAt } from '../jsonPointer.ts';
import { schemaFor } from './fieldKinds.ts';
import {
  groupOf,
  type Item,
  itemAt,
  listAt,
  type Path,
  placesFor,
  type StepField,
  stepFields,
  withOrder,
} from './stepFields.ts';

/** Path of the group that declares the order of a field and its siblings. */
const orderOf = ({ ui }: StepField): Path => ui.slice(0, -1);

/** A field and its siblings, in order. */
export const siblingsOf = (fields: readonly StepField[], field: StepField): StepField[] => {
  const group = (each: StepField) => JSON.stringify(orderOf(each));
  return fields.filter((each) => group(each) === group(field));
};

/** Adds a text field after the selected one, or at the end of the selected group. Returns its key. */
export function withNewField(
  content: Content,
  chosen: StepField | undefined,
): { content: Content; key: string } {
  const group = chosen && groupOf(content, chosen);
  const holder: Path = group?.path ?? chosen?.holder ?? ['schema'];
  const ui: Path = group
    ? [...chosen.ui, ...(group.isList ? ['items'] : [])]
    : chosen
      ? orderOf(chosen)
      : ['ui'];
  const takenNames = Object.keys(itemAt(content, [...holder, 'properties']));
  const title = `Campo novo ${takenNames.length + 1}`;
  const name = keyFrom(title, takenNames);
  const nextContent = withValueAt(content, [...holder, 'properties', name], schemaFor('text', { title }));
  const behind = chosen && !group ? chosen.name : undefined;
  const placed = groupsSharingSchema(content, holder, ui).reduce((next, place) => {
    const drawn = withValueAt(next, [...place, name], { 'ui:widget': 'text' });
    const order = listAt(drawn, [...place, 'ui:order']);
    const last = order.findLastIndex((each) => each !== '*' && each !== 'contexto');
    const at = (behind === undefined ? last : order.indexOf(behind)) + 1;
    return order.length > 0
      ? withValueAt(drawn, [...place, 'ui:order'], order.toSpliced(at, 0, name))
      : drawn;
  }, nextContent);
  const parent = group ? chosen.key : (chosen?.key.slice(0, chosen.key.lastIndexOf('/')) ?? '');
  return { content: placed, key: `${parent}/${name}` };
}

/** All groups that share one schema, such as a billing address and a delivery address. */
const groupsSharingSchema = (content: Content, holder: Path, own: Path): Path[] => {
  const same = stepFields(content).filter((field) => JSON.stringify(field.holder) === JSON.stringify(holder));
  const all = [own, ...same.map(orderOf)].map((path) => JSON.stringify(path));
  return [...new Set(all)].map((text) => JSON.parse(text) as Path);
};

/** Moves a field among its siblings. */
export function withFieldMoved(
  content: Content,
  fields: readonly StepField[],
  field: StepField,
  by: -1 | 1,
): Content {
  const names = siblingsOf(fields, field).map(({ name }) => name);
  const from = names.indexOf(field.name);
  const to = from + by;
  return to < 0 || to >= names.length ? content : withOrder(content, moved(names, from, to), orderOf(field));
}

/** Removes a field from every place that refers to it, including the examples. */
export function withoutField(content: Content, field: StepField): Content {
  const { name } = field;
  const bare = placesFor(content, field).reduce((next, { path }) => {
    const required = listAt(next, [...path, 'required']).filter((each) => each !== name);
    const left =
      valueAt(next, [...path, 'required']) === undefined
        ? next
        : withValueAt(next, [...path, 'required'], required.length > 0 ? required : undefined);
    return valueAt(left, [...path, 'properties', name]) === undefined
      ? left
      : withValueAt(left, [...path, 'properties', name], undefined);
  }, content);
  return renamedAround(bare, field, null);
}

/** A field with a new title; its name follows as long as it was never published. Returns its key. */
export function withFieldTitle(
  content: Content,
  field: StepField,
  at: Path,
  title: string,
  isPublished: boolean,
): { content: Content; key: string } {
  const { name, holder } = field;
  const titled = withValueAt(content, [...at, 'title'], title);
  const takenNames = Object.keys(itemAt(content, [...(holder ?? ['schema']), 'properties'])).filter(
    (each) => each !== name,
  );
  const old = String(itemAt(content, at).title ?? '');
  const next = keyFrom(title, takenNames);
  if (isPublished || name !== keyFrom(old, takenNames) || next === name)
    return { content: titled, key: field.key };
  const renamed = placesFor(titled, field).reduce((each, { path }) => {
    const required = listAt(each, [...path, 'required']);
    const withRequired = required.includes(name)
      ? withValueAt(
          each,
          [...path, 'required'],
          required.map((other) => (other === name ? next : other)),
        )
      : each;
    const own = valueAt(withRequired, [...path, 'properties', name]);
    if (own === undefined) return withRequired;
    return withValueAt(
      withValueAt(withRequired, [...path, 'properties', name], undefined),
      [...path, 'properties', next],
      own,
    );
  }, titled);
  return {
    content: renamedAround(renamed, field, next),
    key: `${field.key.slice(0, field.key.lastIndexOf('/'))}/${next}`,
  };
}

/** Renames a field in the UI declarations and the examples, or removes it from them when the new name is null. */
function renamedAround(content: Content, field: StepField, next: string | null): Content {
  const { name, sharedWith, key } = field;
  const groups =
    field.holder === null ? [orderOf(field)] : groupsSharingSchema(content, field.holder, orderOf(field));
  const placed = groups.reduce((each, group) => redrawn(each, group, name, next), content);
  const keys = [key, ...sharedWith];
  return {
    ...placed,
    testes: listAt(placed, ['testes']).map((example) => {
      const { dados, espera } = example as { dados: unknown; espera: unknown };
      return {
        ...(example as Item),
        dados: keys.reduce((data, one) => withoutData(data, one.split('/').slice(1), next), dados),
        espera: Array.isArray(espera)
          ? espera.flatMap((pointer) => followedPointer(pointer, keys, next))
          : espera,
      };
    }),
  };
}

/** Renames or removes the field within one group. */
function redrawn(content: Content, group: Path, name: string, next: string | null): Content {
  const drawn = valueAt(content, [...group, name]);
  const without = drawn === undefined ? content : withValueAt(content, [...group, name], undefined);
  const named =
    next === null || drawn === undefined ? without : withValueAt(without, [...group, next], drawn);
  const order = listAt(named, [...group, 'ui:order']);
  if (!order.includes(name)) return named;
  const placed = order.flatMap((each) => (each !== name ? [each] : next === null ? [] : [next]));
  return withValueAt(named, [...group, 'ui:order'], placed);
}

function withoutData(data: unknown, [first = '', ...rest]: string[], next: string | null): unknown {
  if (Array.isArray(data)) return data.map((each) => withoutData(each, [first, ...rest], next));
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, first)) return data;
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]) => {
      if (key !== first) return [[key, value]];
      if (rest.length > 0) return [[key, withoutData(value, rest, next)]];
      return next === null ? [] : [[next, value]];
    }),
  );
}

function followedPointer(pointer: unknown, keys: readonly string[], next: string | null): unknown[] {
  const text = String(pointer);
  const plain = text.replace(/\/\d+(?=\/|$)/g, '');
  const key = keys.find((each) => plain === each || plain.startsWith(`${each}/`));
  if (key === undefined) return [pointer];
  if (next === null) return [];
  const name = key.slice(key.lastIndexOf('/') + 1);
  const parts = text.split('/');
  const at = parts.indexOf(name, 1);
  return [parts.map((part, index) => (index === at ? next : part)).join('/')];
}

/** Changes a new field's widget, and with it the kind of value it holds. */
export function withNewKind(content: Content, field: StepField, widget: FormWidget): Content {
  const [first] = field.declarations;
  if (!first) return content;
  const typed = withValueAt(
    content,
    [...first.path, 'properties', field.name],
    schemaFor(widget, first.schema),
  );
  return withValueAt(typed, field.ui, { 'ui:widget': widget });
}

/** The step with its examples updated to expect the current results, using the same validator as the server. */
export async function withNewResults(content: Content): Promise<Content> {
  const expected = await validatorOf(content);
  const { testes } = contentOf('registration', content);
  return { ...content, testes: testes.map((each) => ({ ...each, espera: expected(each.dados) })) };
}

/** The step with one more example: the filled-in data and its current result. */
export async function withNewExample(content: Content, dados: Record<string, unknown>): Promise<Content> {
  const expected = await validatorOf(content);
  const { testes = [] } = contentOf('registration', content);
  const example = { nome: `Exemplo ${testes.length + 1}`, dados, espera: expected(dados) };
  return { ...content, testes: [...testes, example] };
}

async function validatorOf(content: Content) {
  const { schema, ui } = contentOf('registration', content);
  const form = await call(formRoutes.preview, { body: { schema, ui } });
  const { validate } = await loadValidator(form.validador, form.schema);
  return (dados: Record<string, unknown>): 'valido' | string[] => {
    const refused = Object.keys(errorTexts(form.schema, validate(dados))).sort();
    return refused.length > 0 ? refused : 'valido';
  };
}

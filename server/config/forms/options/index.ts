import { and, asc, type SQL, sql } from 'drizzle-orm';
import type { formRoutes } from '#contract/config/forms.ts';
import { customRecordType } from '#contract/records/customType.ts';
import { personalKind } from '#contract/records/fields/personalFields.ts';
import type { RecordFields } from '#contract/records/fields/recordField.ts';
import { REFERENCE_ONLY_TYPES, standardTypes } from '#contract/records/index.ts';
import type { AnyRecordType } from '#contract/records/recordType.ts';
import type { Input, Output } from '#contract/route.ts';
import { RECORD_OPTIONS } from '#contract/rules/fields/campoSchema.ts';
import { chosenOf } from '#contract/rules/fields/chosenOptions.ts';
import type { ExtraField } from '#contract/rules/fields/extraField.ts';
import type { FieldValues } from '#contract/rules/fields/fieldValues.ts';
import {
  dependencyOf,
  OPTION_SOURCES,
  type OptionSource,
  type UiSchema,
  type WidgetOptions,
} from '#contract/rules/forms/formDefinition.ts';
import { isHiddenReference, NO_ACCESS } from '#contract/rules/privacy/hiddenReference.ts';
import type { Context, User } from '#server/context.ts';
import { containing } from '#server/db/conditions.ts';
import { notFound } from '#server/errors.ts';
import { mayRecords } from '#server/records/access.ts';
import { canBeReferred, customTarget } from '#server/records/custom/customScope.ts';
import { customDefinitions, type PublishedType } from '#server/records/custom/queries.ts';
import { findableAmong, type ReferenceTarget, shownKey } from '#server/records/mapping.ts';
import { isTypeKey, targetOf } from '#server/records/registry.ts';
import { searchWords } from '#server/sac/lookups/queries.ts';
import { findableBy, personalFor } from '#server/session/personalData.ts';
import { MAX_OPTIONS, type OptionContext, type OptionSourceRules } from './source.ts';
import { optionSources } from './sources.ts';

type Options = typeof formRoutes.options;

/** Options of a named source within the user's scope. For chosen values, all labels are returned. */
export async function answerOptions(
  { params, body }: Input<Options>,
  ctx: Context,
): Promise<Output<Options>> {
  const source = sourceOf(params.origem);
  if (!source) throw notFound();
  const { q = '', valores = {}, escolhidos } = body;
  const found = await source(ctx, {
    q,
    valores,
    escolhidos: escolhidos ?? null,
    offered: false,
    // One more than is shown reveals whether there are more.
    most: escolhidos ? escolhidos.length : MAX_OPTIONS + 1,
  });
  const most = escolhidos ? found.length : MAX_OPTIONS;
  return { itens: found.slice(0, most), maisQueIsso: found.length > most };
}

/** The values of fields, where those that were chosen from a source have the names of their options with them. */
export async function namedOptions(
  ctx: OptionContext,
  fields: readonly Pick<ExtraField, 'chave' | 'fonte'>[],
  values: FieldValues,
): Promise<Record<string, unknown>> {
  const named = { ...values };
  for (const { chave, fonte = '' } of fields) {
    const given = values[chave];
    const chosen = chosenOf(given);
    if (!isSource(fonte) || chosen.length === 0) continue;
    const query = { q: '', valores: {}, escolhidos: chosen, offered: false, most: chosen.length };
    const found = await optionSources[fonte](ctx, query);
    const options = chosen.map((valor) => ({
      valor,
      rotulo: found.find((option) => option.valor === valor)?.rotulo ?? valor,
    }));
    named[chave] = Array.isArray(given) ? options : options[0];
  }
  return named;
}

/** A built-in source, or the records of a type. */
function sourceOf(origem: string): OptionSourceRules | null {
  if (isSource(origem)) return optionSources[origem];
  const key = recordSourceOf(origem);
  return key === null ? null : recordSource(key);
}

export const isSource = (name: string): name is OptionSource => Object.hasOwn(OPTION_SOURCES, name);

/** The type whose records a source offers; `null` for any other source. */
const recordSourceOf = (origem: string): string | null =>
  origem.startsWith(RECORD_OPTIONS) ? origem.slice(RECORD_OPTIONS.length) : null;

/** The records of a type by their natural keys, for users who may read it or write a type that refers to it. */
const recordSource =
  (key: string): OptionSourceRules =>
  async ({ db, user }, { q, escolhidos, offered, most }) => {
    const own = await customDefinitions(db);
    const target = targetOfKey(key, own);
    if (!target) throw notFound();
    if (!mayBeOffered(user, key, own)) return [];
    const { table, id, key: natural, name, inUse, scope, within } = target;
    const words = searchWords(q);
    const text = searchedText(user, target);
    const rows = await db
      .select({ id: sql<number>`${id}`, key: sql<string>`${natural}`, name: sql<string>`${name}` })
      .from(table)
      .where(
        and(
          within,
          scope?.(user),
          escolhidos
            ? findableAmong(user, target, escolhidos)
            : target.search
              ? target.search(words)
              : and(...words.map((word) => (text ? sql`${text} like ${containing(word)}` : sql`false`))),
          !escolhidos || offered ? inUse : undefined,
        ),
      )
      .orderBy(target.order ?? sql`${name} collate pt_br`, asc(id))
      .limit(most);
    const kinds = { key: personalKind(target.field), name: target.nameKind };
    const hidden = (escolhidos ?? []).filter(isHiddenReference);
    return [
      ...rows.map((row) => ({
        valor: shownKey(user, target, row),
        rotulo: kinds.name ? personalFor(user, kinds.name, row.name) : row.name,
        detalhe: kinds.key ? personalFor(user, kinds.key, row.key) : row.key,
      })),
      ...hidden.map((valor) => ({ valor, rotulo: NO_ACCESS })),
    ];
  };

/** What typed words are compared with: code and name, without what the user may not find by. */
function searchedText(user: User, { field, key, name, nameKind }: ReferenceTarget): SQL | null {
  const kind = personalKind(field);
  const hidden = findableBy(user, kind, sql`${key}`);
  const code = hidden ? sql`case when ${hidden} then ${key} else '' end` : sql`${key}`;
  if (!findableBy(user, nameKind, sql`${name}`)) return sql`fold_text(${code} || ' ' || ${name})`;
  return hidden && kind !== 'DOCUMENTO' ? null : sql`fold_text(${code})`;
}

function targetOfKey(key: string, own: readonly PublishedType[]): ReferenceTarget | null {
  if (isTypeKey(key) || REFERENCE_ONLY_TYPES.some((one) => one === key)) return targetOf(key);
  const custom = own.find((one) => one.key === key);
  return custom && canBeReferred(custom.content) ? customTarget(custom.content) : null;
}

const mayBeOffered = (user: User, key: string, own: readonly PublishedType[]): boolean =>
  [
    ...Object.values(standardTypes as Record<string, AnyRecordType>),
    ...own.map(({ content }) => customRecordType(content)),
  ].some(
    (type) =>
      (type.chave === key || refersTo(type.campos, key)) &&
      (['ler', 'criar', 'alterar'] as const).some((verb) => mayRecords(user, type, verb)),
  );

const refersTo = (fields: RecordFields, key: string): boolean =>
  Object.values(fields).some(
    ({ referencia, campos }) => referencia === key || (campos !== undefined && refersTo(campos, key)),
  );

const OUTSIDE_OPTIONS = 'Escolha uma opção da lista.';

/**
 * Values that their option source does not offer to this user, by JSON pointer. The browser shows only valid choices; a
 * request written by hand is refused here.
 */
export async function outsideOptions(
  ctx: OptionContext,
  ui: UiSchema,
  data: unknown,
): Promise<Record<string, string>> {
  const wrong: Record<string, string> = {};
  for (const { pointer, values, origem, valores } of choicesIn(ui, data, '', {})) {
    if (!isSource(origem)) continue;
    const offered = await optionSources[origem](ctx, {
      q: '',
      valores,
      escolhidos: values,
      offered: true,
      most: values.length,
    });
    const offeredValues = new Set(offered.map(({ valor }) => valor));
    if (!values.every((value) => offeredValues.has(value))) wrong[pointer] = OUTSIDE_OPTIONS;
  }
  return wrong;
}

interface Choice {
  pointer: string;
  values: string[];
  origem: string;
  valores: Record<string, unknown>;
}

function choicesIn(
  ui: UiSchema,
  value: unknown,
  pointer: string,
  group: Readonly<Record<string, unknown>>,
): Choice[] {
  if (value === undefined || value === null) return [];
  const { origem, dependeDe = [] } = (ui['ui:options'] ?? {}) as WidgetOptions;
  if (origem) {
    // Anything but a text or a number was never offered; converting it to text might even fail.
    const values = [value].flat().map((one) => (typeof one === 'object' ? '' : String(one)));
    const valores = Object.fromEntries(
      dependeDe.map(dependencyOf).map(({ chave, campo }) => [chave, group[campo]]),
    );
    return values.length > 0 ? [{ pointer, values, origem, valores }] : [];
  }
  if (Array.isArray(value))
    return value.flatMap((one, index) => choicesIn(below(ui, 'items'), one, `${pointer}/${index}`, group));
  if (typeof value !== 'object') return [];
  const own = value as Record<string, unknown>;
  return Object.entries(own).flatMap(([key, one]) =>
    choicesIn(below(ui, key), one, `${pointer}/${key}`, own),
  );
}

const below = (ui: UiSchema, key: string): UiSchema => (ui[key] ?? {}) as UiSchema;

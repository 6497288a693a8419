import { type ChangeWords, changesBetween } from '../definitions/changes.ts';
import type { DefinitionChange, JsonSchema } from '../definitions/definition.ts';
import { escapePointer } from '../definitions/jsonLines.ts';
import { isItem } from '../definitions/matchItems.ts';
import { fieldSchemas, pointerParts } from '../forms/fieldSchemas.ts';

/** A field's title, by its pointer in the data: '/email' → 'E-mail'. */
export function fieldTitle(schema: JsonSchema, pointer: string): string {
  const title = fieldSchemas(schema, pointer).find((each) => typeof each.title === 'string')?.title;
  return typeof title === 'string' ? title : (pointerParts(pointer).at(-1) ?? pointer);
}

const schemaOf = (step: unknown): JsonSchema => (isItem(step) && isItem(step.schema) ? step.schema : {});

/** Wording for comparing two versions of a registration step. */
export const registrationWords: ChangeWords = {
  identity: ['nome'],
  label: ['title', 'nome'],
  silent: ['schema', 'properties'],
  lists: { required: { orderWithin: true } },
  naming(key, value, step) {
    const named = (pointer: string) => `'${fieldTitle(schemaOf(step), pointer)}'`;
    if ((key === 'required' || key === 'ui:order') && typeof value === 'string' && value !== '*')
      return named(`/${escapePointer(value)}`);
    if (key !== 'espera') return undefined;
    if (value === 'valido') return 'aceito';
    return Array.isArray(value) ? `recusado em ${value.map(String).map(named).join(', ')}` : undefined;
  },
  keys: {
    titulo: 'título',
    descricao: 'descrição',
    schema: 'regras',
    ui: 'desenho',
    testes: 'exemplos',
    nome: 'nome',
    espera: 'resultado esperado',
    dados: 'dados',
    properties: 'campos',
    items: 'item da lista',
    required: 'obrigatórios',
    title: 'rótulo',
    description: 'ajuda',
    type: 'tipo',
    maxLength: 'máximo de caracteres',
    minLength: 'mínimo de caracteres',
    minimum: 'menor valor',
    maximum: 'maior valor',
    maxItems: 'máximo de itens',
    minItems: 'mínimo de itens',
    pattern: 'formato',
    format: 'formato',
    enum: 'opções',
    allOf: 'condições',
    if: 'se',
    // biome-ignore lint/suspicious/noThenProperty: the keyword's name in JSON Schema.
    then: 'então',
    else: 'senão',
    'ui:order': 'ordem dos campos',
    'ui:widget': 'como se preenche',
    'ui:options': 'apresentação',
    'ui:enumNames': 'rótulos das opções',
    largo: 'ocupa a largura toda',
    origem: 'de onde vêm as opções',
    dependeDe: 'depende de',
    'x-mensagens': 'mensagens',
  },
};

interface Step {
  schema: JsonSchema;
  ui: Record<string, unknown>;
}

/** The layout of an added or removed field is not reported separately. */
export function registrationChanges(before: Step, after: Step): DefinitionChange[] {
  const shared = (ui: unknown, pointer: string): unknown => {
    if (!isItem(ui)) return ui;
    const inBoth = (name: string) =>
      [before, after].every(
        ({ schema }) => fieldSchemas(schema, `${pointer}/${escapePointer(name)}`).length > 0,
      );
    const isKept = (name: string) => name.startsWith('ui:') || name === 'items' || inBoth(name);
    return Object.fromEntries(
      Object.entries(ui)
        .filter(([name]) => isKept(name))
        .map(([name, inner]) => {
          if (name === 'ui:order' && Array.isArray(inner))
            return [name, inner.filter((each) => each === '*' || inBoth(String(each)))];
          if (name.startsWith('ui:')) return [name, inner];
          return [name, shared(inner, `${pointer}/${name === 'items' ? '0' : escapePointer(name)}`)];
        }),
    );
  };
  return changesBetween(
    { ...before, ui: shared(before.ui, '') },
    { ...after, ui: shared(after.ui, '') },
    registrationWords,
  );
}

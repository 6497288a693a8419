import type { JsonSchema } from '../definitions/definition.ts';
import { own } from '../definitions/matchItems.ts';
import { valueText } from '../definitions/valueText.ts';
import type { FileProblem } from '../fileProblem.ts';
import type { UiSchema } from '../forms/formDefinition.ts';
import { formOfParameters, type ParameterForm, parameterWidgets } from './parameterSchema.ts';
import type { ParameterType, ReportParameter } from './report.ts';

type Json = Record<string, unknown>;

/** The way back of `formOfParameters`: what `relatorios/{id}/parametros` answers. */
export function parametersOf({ schema, ui }: ParameterForm): ReportParameter[] {
  const properties = objectOf(schema.properties);
  const required = new Set(listOf(schema.required));
  return orderOf(properties, ui).map((name) =>
    parameterOf(name, objectOf(own(properties, name)), objectOf(own(ui, name)), required.has(name)),
  );
}

/** JSONB forgets the order of keys, so `ui:order` says it; a key that it forgets comes last. */
function orderOf(properties: Json, ui: UiSchema): string[] {
  const named = listOf(ui['ui:order']).filter((name) => Object.hasOwn(properties, name));
  return [...new Set([...named, ...Object.keys(properties)])];
}

function parameterOf(name: string, schema: Json, ui: Json, obrigatorio: boolean): ReportParameter {
  const tipo = typeOf(ui);
  const options = objectOf(ui['ui:options']);
  const labels = objectOf(ui['ui:enumNames']);
  const values = listOf(schema.enum ?? objectOf(schema.items).enum);
  const tamanho = sizeOf(tipo, schema);
  return {
    parametro: name,
    label: String(schema.title ?? name),
    tipo,
    obrigatorio,
    opcoes: values.map((valor) => ({ valor, rotulo: String(own(labels, valor) ?? valor) })),
    ...(schema.default !== undefined && { valorpadrao: schema.default }),
    ...(tamanho !== undefined && { tamanho }),
    ...(schema.description !== undefined && { ajuda: String(schema.description) }),
    ...(options.origem !== undefined && { origem: String(options.origem) }),
    ...(options.dependeDe !== undefined && { dependeDe: listOf(options.dependeDe) }),
  };
}

function typeOf(ui: Json): ParameterType {
  const widget = ui['ui:widget'];
  if (widget === 'checkbox') return 'CHECKBOX';
  const types = Object.keys(parameterWidgets) as ParameterType[];
  return types.find((type) => parameterWidgets[type] === widget) ?? 'TEXT';
}

function sizeOf(tipo: ParameterType, schema: Json): number | undefined {
  const size: Partial<Record<ParameterType, unknown>> = {
    TEXT: schema.maxLength,
    TEXTAREA: schema.maxLength,
    NUMBER: typeof schema.maximum === 'number' ? String(schema.maximum).length : undefined,
    MULTISELECT: schema.maxItems,
    CHECKBOX: schema.maxItems,
    DATERANGE: objectOf(schema['x-periodo']).dias,
  };
  const found = size[tipo];
  return typeof found === 'number' ? found : undefined;
}

/**
 * What the filters say that the table does not know: read as parameters and written again they must be the same, or
 * something would be lost on the way.
 */
export function parameterFormProblems(form: ParameterForm): FileProblem[] {
  const again = formOfParameters(parametersOf(form));
  return [
    ...differences(form.schema, again.schema, '/parametros/schema'),
    ...differences(form.ui, again.ui, '/parametros/ui'),
  ];
}

function differences(found: unknown, expected: unknown, pointer: string): FileProblem[] {
  if (same(found, expected)) return [];
  if (isObject(found) && isObject(expected))
    return [...new Set([...Object.keys(found), ...Object.keys(expected)])].flatMap((key) =>
      differences(
        own(found, key),
        own(expected, key),
        `${pointer}/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`,
      ),
    );
  const message =
    expected === undefined
      ? 'Isto não faz parte de um filtro deste tipo. Retire.'
      : `Aqui é preciso ${valueText(expected)}, como pede o tipo do filtro.`;
  return [{ pointer, message }];
}

function same(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => same(item, b[index]));
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]))
    );
  }
  return a === b;
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOf = (value: unknown): Json => (isObject(value) ? value : {});
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The schema for a browser: defaults are resolved on the server, so they stay outside of what is compiled. */
export function schemaWithoutDefaults(schema: JsonSchema): JsonSchema {
  const properties = Object.entries(objectOf(schema.properties)).map(([name, each]) => {
    const { default: _, ...rest } = objectOf(each);
    return [name, rest];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

import type { JsonSchema } from '../definitions/definition.ts';
import { ownProperty, valueText } from '../definitions/items.ts';
import type { UiSchema } from '../forms/formDefinition.ts';
import { isRecord } from '../jsonRecord.ts';
import type { FileProblem } from '../problem.ts';
import type { ParameterType, ReportParameter } from './report.ts';

/** The filters of a report as a form: the contents of `parametros` in its file. */
export interface ParameterForm {
  schema: JsonSchema;
  ui: UiSchema;
}

/** Widget of each parameter type, from which the type is determined when it is read back. */
const parameterWidgets: Readonly<Record<ParameterType, string>> = {
  TEXT: 'text',
  TEXTAREA: 'textarea',
  NUMBER: 'number',
  SELECT: 'select',
  MULTISELECT: 'multiselect',
  RADIO: 'radio',
  CHECKBOX: 'checkboxes',
  DATE: 'date',
  DATERANGE: 'period',
};

/** Anything but blanks, as required of a mandatory text. */
const NOT_BLANK = '\\S';

/** Converts the list shape of document 000 to a JSON Schema and its uiSchema (docs/domain.md 14, the table at the end). */
export function formOfParameters(parameters: readonly ReportParameter[]): ParameterForm {
  const named = <T>(partOf: (parameter: ReportParameter) => T) =>
    Object.fromEntries(parameters.map((parameter) => [parameter.parametro, partOf(parameter)]));
  return {
    schema: {
      type: 'object',
      properties: named(schemaOf),
      required: parameters.filter(({ obrigatorio }) => obrigatorio).map(({ parametro }) => parametro),
      additionalProperties: false,
    },
    ui: { 'ui:order': parameters.map(({ parametro }) => parametro), ...named(uiOf) },
  };
}

function schemaOf(parameter: ReportParameter): JsonSchema {
  const { label, ajuda, valorpadrao } = parameter;
  return given({ title: label, description: ajuda, ...typeSchema(parameter), default: valorpadrao });
}

function typeSchema(parameter: ReportParameter): JsonSchema {
  const { tipo, obrigatorio, tamanho, opcoes } = parameter;
  const choice = given({
    type: 'string',
    enum: opcoes.length > 0 ? opcoes.map(({ valor }) => valor) : undefined,
  });
  const choices = given({
    type: 'array',
    items: choice,
    uniqueItems: true,
    minItems: obrigatorio && tipo === 'MULTISELECT' ? 1 : undefined,
    maxItems: tamanho,
  });
  switch (tipo) {
    case 'TEXT':
    case 'TEXTAREA':
      return given({
        type: 'string',
        maxLength: tamanho,
        ...(obrigatorio && { minLength: 1, pattern: NOT_BLANK }),
      });
    case 'NUMBER':
      return given({ type: 'number', ...(tamanho !== undefined && limitsOf(tamanho)) });
    case 'SELECT':
    case 'RADIO':
      return choice;
    case 'MULTISELECT':
      return choices;
    case 'CHECKBOX':
      return hasChoices(parameter) ? choices : { type: 'boolean' };
    case 'DATE':
      return { type: 'string', format: 'date' };
    case 'DATERANGE':
      return {
        type: 'object',
        properties: { inicio: { type: 'string', format: 'date' }, fim: { type: 'string', format: 'date' } },
        required: obrigatorio ? ['inicio', 'fim'] : [],
        additionalProperties: false,
        'x-periodo': given({ dias: tamanho }),
      };
  }
}

/** Numbers of `digits` digits with either sign: 3 means −999 to 999. */
const limitsOf = (digits: number) => ({ minimum: -(10 ** digits - 1), maximum: 10 ** digits - 1 });

const hasChoices = ({ opcoes, origem }: ReportParameter) => opcoes.length > 0 || origem !== undefined;

function uiOf(parameter: ReportParameter): UiSchema {
  const { tipo, opcoes, origem, dependeDe, tamanho } = parameter;
  const alone = tipo === 'CHECKBOX' && !hasChoices(parameter);
  const options = given({ origem, dependeDe, dias: tipo === 'DATERANGE' ? tamanho : undefined });
  return given({
    'ui:widget': alone ? 'checkbox' : parameterWidgets[tipo],
    'ui:enumNames':
      opcoes.length > 0 ? Object.fromEntries(opcoes.map(({ valor, rotulo }) => [valor, rotulo])) : undefined,
    'ui:options': Object.keys(options).length > 0 ? options : undefined,
  });
}

/** Omits keys whose value is undefined. */
const given = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));

type Json = Record<string, unknown>;

/** The inverse of `formOfParameters`, returned by `relatorios/{id}/parametros`. */
export function parametersOf({ schema, ui }: ParameterForm): ReportParameter[] {
  const properties = objectOf(schema.properties);
  const required = new Set(listOf(schema.required));
  return orderOf(properties, ui).map((name) =>
    parameterOf(
      name,
      objectOf(ownProperty(properties, name)),
      objectOf(ownProperty(ui, name)),
      required.has(name),
    ),
  );
}

/** JSONB does not keep key order, so `ui:order` defines it; keys missing there come last. */
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
    opcoes: values.map((valor) => ({ valor, rotulo: String(ownProperty(labels, valor) ?? valor) })),
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
 * Anything in the filters that the conversion does not cover: reading them as parameters and writing them again must give the
 * same result, otherwise something would be lost.
 */
export function parameterFormProblems(form: ParameterForm): FileProblem[] {
  const normalizedForm = formOfParameters(parametersOf(form));
  return [
    ...differences(form.schema, normalizedForm.schema, '/parametros/schema'),
    ...differences(form.ui, normalizedForm.ui, '/parametros/ui'),
  ];
}

function differences(found: unknown, expected: unknown, pointer: string): FileProblem[] {
  if (same(found, expected)) return [];
  if (isRecord(found) && isRecord(expected))
    return [...new Set([...Object.keys(found), ...Object.keys(expected)])].flatMap((key) =>
      differences(
        ownProperty(found, key),
        ownProperty(expected, key),
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
  if (isRecord(a) && isRecord(b)) {
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]))
    );
  }
  return a === b;
}

const objectOf = (value: unknown): Json => (isRecord(value) ? value : {});
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

type NamedParameter = Pick<ReportParameter, 'parametro' | 'tipo'>;

/** The names by which a query takes the value of a parameter: two for a period. */
export const namesInQuery = ({
  parametro,
  tipo,
}: NamedParameter): { name: string; end?: 'inicio' | 'fim' }[] =>
  tipo === 'DATERANGE'
    ? (['inicio', 'fim'] as const).map((end) => ({ name: `${parametro}_${end}`, end }))
    : [{ name: parametro }];

/** What a filter is called among what a report offers: a column may have the same name. */
export const filterName = (name: string): string => `filtro ${name}`;

/** The same, as an author writes them. */
export const writtenInQuery = (parameter: NamedParameter): string =>
  namesInQuery(parameter)
    .map(({ name }) => `:${name}`)
    .join(' e ');

/** The schema for a browser. Defaults are resolved on the server, so they are left out of what is compiled. */
export function schemaWithoutDefaults(schema: JsonSchema): JsonSchema {
  const properties = Object.entries(objectOf(schema.properties)).map(([name, each]) => {
    const { default: _, ...rest } = objectOf(each);
    return [name, rest];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

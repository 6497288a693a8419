import type { JsonSchema } from '../definitions/definition.ts';
import type { UiSchema } from '../forms/formDefinition.ts';
import type { ParameterType, ReportParameter } from './report.ts';

/** The filters of a report as a form: what its file holds below `parametros`. */
export interface ParameterForm {
  schema: JsonSchema;
  ui: UiSchema;
}

/** How a parameter is drawn; the widget tells its type when it is read back. */
export const parameterWidgets: Readonly<Record<ParameterType, string>> = {
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

/** Anything but blanks: what an obligatory text must hold. */
const NOT_BLANK = '\\S';

/** The list shape of document 000 as a JSON Schema and its uiSchema (FORMS.md, the table at the end). */
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
  return given({
    title: label,
    description: ajuda,
    ...typeSchema(parameter),
    default: valorpadrao,
  });
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

/** Of `digits` digits, either sign: 3 is −999 to 999. */
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

/** Without the keys that say nothing. */
const given = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));

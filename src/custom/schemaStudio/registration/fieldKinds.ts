import type { FormWidget } from '#contract/rules/forms/formDefinition.ts';
import type { Item } from './stepFields.ts';

/** The schema of a new field by its input widget; widgets that are missing here can only be used in the JSON. */
const NEW_FIELD_SCHEMAS: Partial<Record<FormWidget, Item>> = {
  text: { type: 'string', maxLength: 60 },
  textarea: { type: 'string', maxLength: 500 },
  email: { type: 'string', format: 'email' },
  cpf: { type: 'string', format: 'cpf' },
  cnpj: { type: 'string', format: 'cnpj' },
  cpfCnpj: { type: 'string', format: 'cpfCnpj' },
  cep: { type: 'string', format: 'cep' },
  phone: { type: 'string', format: 'phone' },
  cnae: { type: 'string', format: 'cnae' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  money: { type: 'string', format: 'decimal' },
  percent: { type: 'string', format: 'decimal' },
  date: { type: 'string', format: 'date' },
  select: { type: 'string', enum: ['OPCAO_1'] },
  radio: { type: 'string', enum: ['OPCAO_1'] },
  multiselect: { type: 'array', items: { type: 'string', enum: ['OPCAO_1'] }, uniqueItems: true },
  checkboxes: { type: 'array', items: { type: 'string', enum: ['OPCAO_1'] }, uniqueItems: true },
  checkbox: { type: 'boolean' },
};

/** The widgets available to a new field. */
export const NEW_WIDGETS = Object.keys(NEW_FIELD_SCHEMAS) as FormWidget[];

/** The schema of a new field with this widget, keeping its title and description. */
export function schemaFor(widget: FormWidget, { title, description }: Item): Item {
  return {
    ...NEW_FIELD_SCHEMAS[widget],
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  };
}

/** Path of the options declared in the schema itself, which depends on its type. */
export const optionsPath = (schema: Item): readonly string[] =>
  schema.type === 'array' ? ['items', 'enum'] : ['enum'];

/** Display names of the widgets. */
export const widgetNames: Readonly<Record<FormWidget, string>> = {
  text: 'Texto',
  textarea: 'Texto longo',
  email: 'E-mail',
  cpf: 'CPF',
  cnpj: 'CNPJ',
  cpfCnpj: 'CPF ou CNPJ',
  cep: 'CEP',
  phone: 'Telefone',
  cnae: 'CNAE',
  number: 'Número',
  integer: 'Número inteiro',
  money: 'Dinheiro',
  percent: 'Percentual',
  date: 'Data',
  instant: 'Data e hora',
  period: 'Período',
  select: 'Lista',
  radio: 'Opções à vista',
  multiselect: 'Lista com várias escolhas',
  checkbox: 'Caixa de marcar',
  checkboxes: 'Várias caixas de marcar',
  autocomplete: 'Busca',
  file: 'Arquivos',
  hidden: 'Escondido',
};

import type { FormWidget } from '../../../../contract/rules/forms/formDefinition.ts';

/** What people call each widget. */
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

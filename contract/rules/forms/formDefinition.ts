import type { JsonSchema } from '../definitions/definition.ts';

/**
 * Layout of a form: RJSF's uiSchema, with names only and never functions (docs/domain.md 14.15). Keys used: `ui:widget`, `ui:options`,
 * `ui:order`, `ui:help`, `ui:placeholder`, `ui:enumNames` (record value → label), `ui:field`.
 */
export type UiSchema = { readonly [key: string]: unknown };

/** The widgets that a uiSchema may name; `schemaForm` has a component for each. */
export const FORM_WIDGETS = [
  'text',
  'textarea',
  'email',
  'cpf',
  'cnpj',
  'cpfCnpj',
  'cep',
  'phone',
  'cnae',
  'number',
  'integer',
  'money',
  'percent',
  'date',
  'instant',
  'period',
  'select',
  'radio',
  'multiselect',
  'checkbox',
  'checkboxes',
  'autocomplete',
  'file',
  'hidden',
] as const;
export type FormWidget = (typeof FORM_WIDGETS)[number];

/**
 * `ui:options` of select, multiselect and autocomplete whose options come from the server: `origem` is a name of
 * OPTION_SOURCES, `dependeDe` the fields of the same form whose values are sent along (changing one clears this field), as
 * interpreted by `SelectWidgets.tsx`. `period`: `dias` moves the other end. `file`: `maximo` (files), `tipos` (extensions).
 */
export interface WidgetOptions {
  origem?: string;
  dependeDe?: readonly string[];
  dias?: number;
  maximo?: number;
  tipos?: readonly string[];
  casas?: number;
  /** Takes up the full width where the form has two columns. */
  largo?: boolean;
  /** Personal data (LGPD): whoever may not see personal data is not shown the value. */
  pessoal?: boolean;
}

/**
 * A form as sent to the browser. `validador` is the address of an ES module (ajv, standalone) compiled from exactly this
 * schema, so that both sides validate with the same code and no eval is needed (docs/domain.md 14.9).
 */
export interface FormDefinition {
  schema: JsonSchema;
  ui: UiSchema;
  validador: string;
  /** What is known of the record that the form belongs to, for conditions about it. */
  fatos?: Readonly<Record<string, string | boolean | null>> | undefined;
}

/** A choice returned by an option source. */
export interface FormOption {
  valor: string;
  rotulo: string;
  /** Second line, in grey. */
  detalhe?: string;
}

/** Sources for the options of a select, multiselect or autocomplete. Each `dependeDe` is optional. */
export const OPTION_SOURCES = {
  filiais: { titulo: 'Filiais' },
  clientes: { titulo: 'Clientes', pesquisa: true },
  produtos: { titulo: 'Produtos', pesquisa: true },
  transportadoras: { titulo: 'Transportadoras' },
  representantes: { titulo: 'Representantes', dependeDe: ['regiao'] },
  regioes: { titulo: 'Regiões' },
  setores: { titulo: 'Setores' },
  operadores: { titulo: 'Operadores' },
  tiposTicket: { titulo: 'Tipos de ticket' },
  statusTicket: { titulo: 'Situações do ticket' },
  motivosAbertura: { titulo: 'Motivos de abertura', dependeDe: ['tipo'] },
  motivosProduto: { titulo: 'Motivos de devolução' },
  etapas: { titulo: 'Etapas', dependeDe: ['tipo'] },
  atividades: { titulo: 'Atividades' },
  comoConheceu: { titulo: 'Como conheceu' },
  tabelasPreco: { titulo: 'Tabelas de preço' },
  classificacoes: { titulo: 'Classificações' },
  gruposClientes: { titulo: 'Grupos de clientes', pesquisa: true },
  segmentos: { titulo: 'Segmentos' },
  tiposContato: { titulo: 'Tipos de contato' },
  bancos: { titulo: 'Bancos', pesquisa: true },
  estados: { titulo: 'Estados' },
  cidades: { titulo: 'Cidades', pesquisa: true, dependeDe: ['uf'] },
} as const satisfies Record<string, { titulo: string; pesquisa?: boolean; dependeDe?: readonly string[] }>;
export type OptionSource = keyof typeof OPTION_SOURCES;

/** A value that narrows the options of a source, and the form field that provides it. */
interface OptionDependency {
  /** Its name in the source: `uf` for cities. */
  chave: string;
  /** The field whose value is sent along. */
  campo: string;
}

/** Parses an entry of `dependeDe`: 'uf' if the field has the same name, otherwise 'uf=estado_do_cliente'. */
export function dependencyOf(entry: string): OptionDependency {
  const [chave = '', campo = chave] = entry.split('=');
  return { chave, campo };
}

export const dependencyEntry = ({ chave, campo }: OptionDependency): string =>
  chave === campo ? chave : `${chave}=${campo}`;

/** Display name of each dependency, and the source from which it is chosen. */
export const dependencyNames: Readonly<Record<string, { nome: string; origem: OptionSource }>> = {
  regiao: { nome: 'região', origem: 'regioes' },
  tipo: { nome: 'tipo de ticket', origem: 'tiposTicket' },
  uf: { nome: 'estado', origem: 'estados' },
};

/** The dependencies that may narrow the options of a source. */
export const dependenciesOf = (origem: string | undefined): readonly string[] =>
  origem !== undefined && Object.hasOwn(OPTION_SOURCES, origem)
    ? ((OPTION_SOURCES[origem as OptionSource] as { dependeDe?: readonly string[] }).dependeDe ?? [])
    : [];

/** Where the options of a select, multiselect or autocomplete may come from; `dependeDe` of each is optional. */
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
  segmentos: { titulo: 'Segmentos' },
  tiposContato: { titulo: 'Tipos de contato' },
  bancos: { titulo: 'Bancos', pesquisa: true },
  estados: { titulo: 'Estados' },
  cidades: { titulo: 'Cidades', pesquisa: true, dependeDe: ['uf'] },
} as const satisfies Record<string, { titulo: string; pesquisa?: boolean; dependeDe?: readonly string[] }>;
export type OptionSource = keyof typeof OPTION_SOURCES;

/** What narrows the options of a source, and the field of the form that says it. */
interface OptionDependency {
  /** What the source calls it: `uf` of the cities. */
  chave: string;
  /** The field whose value goes along. */
  campo: string;
}

/** An entry of `dependeDe`: 'uf' where the field is called so too, 'uf=estado_do_cliente' for any other. */
export function dependencyOf(entry: string): OptionDependency {
  const [chave = '', campo = chave] = entry.split('=');
  return { chave, campo };
}

export const dependencyEntry = ({ chave, campo }: OptionDependency): string =>
  chave === campo ? chave : `${chave}=${campo}`;

/** What people call what a source depends on, and the source whose choice says it. */
export const dependencyNames: Readonly<Record<string, { nome: string; origem: OptionSource }>> = {
  regiao: { nome: 'região', origem: 'regioes' },
  tipo: { nome: 'tipo de ticket', origem: 'tiposTicket' },
  uf: { nome: 'estado', origem: 'estados' },
};

/** What the options of a source may be narrowed by. */
export const dependenciesOf = (origem: string | undefined): readonly string[] =>
  origem !== undefined && Object.hasOwn(OPTION_SOURCES, origem)
    ? ((OPTION_SOURCES[origem as OptionSource] as { dependeDe?: readonly string[] }).dependeDe ?? [])
    : [];

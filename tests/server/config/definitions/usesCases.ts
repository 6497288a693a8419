import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DefinitionKind } from '#contract/rules/definitions/definition.ts';
import { schemasFolder } from '#server/config/definitions/metaSchema.ts';
import type { Content } from '#server/config/definitions/rules.ts';

export type Fields = Record<string, unknown>[];

export const shipped = async (file: string) => {
  const { $schema: _, ...content } = JSON.parse(await readFile(path.join(schemasFolder, file), 'utf8'));
  return content as Content;
};

export const FIELDS: Fields = [
  { chave: 'numero', titulo: 'Número', tipo: 'TEXT', obrigatorio: true },
  { chave: 'nome', titulo: 'Nome', tipo: 'TEXT', obrigatorio: true },
  { chave: 'cliente', titulo: 'Cliente', tipo: 'REFERENCIA', referencia: 'clientes' },
  { chave: 'rotaDoDia', titulo: 'Rota do dia', tipo: 'TEXT' },
  {
    ...{ chave: 'regiao', titulo: 'Região', tipo: 'SELECT' },
    opcoes: [
      { valor: 'NORTE', rotulo: 'Norte' },
      { valor: 'SUL', rotulo: 'Sul' },
    ],
  },
  { chave: 'margem', titulo: 'Margem', tipo: 'TEXT' },
];

export const type = (chave: string, campos: Fields, more: Content = {}): Content => ({
  ...{ formato: 1, chave, descricao: chave, titulo: { um: chave, muitos: chave } },
  ...{ codigo: ['numero'], nome: 'nome', escopo: ['empresa'], campos },
  ...more,
});
export const TARGETS = type('alvos', FIELDS, { noPainelDoCliente: true });

export const changed = (content: Content, key: string, change: Record<string, unknown>): Content => ({
  ...content,
  campos: (content.campos as Fields).map((field) => (field.chave === key ? { ...field, ...change } : field)),
});
export const only = (valor: string, rotulo: string) => ({ opcoes: [{ valor, rotulo }] });

export const report = (id: string, titulo: string, consulta: Content, colunas: string[]): Content => ({
  ...{ formato: 1, id, titulo, descricao: titulo, grupo: 'Alvos', thumb: 'TrendingUp', cor: 'primaria' },
  modo_exibicao: 'PAGINA',
  permissoes: { ver: 'SAC_RELATORIO', exportar: 'RELATORIOS_EXPORTAR' },
  parametros: {
    schema: { type: 'object', required: [], properties: {}, additionalProperties: false },
    ui: { 'ui:order': [] },
  },
  consulta,
  colunas: colunas.map((campo) => ({ campo, titulo: campo, tipo: 'TEXTO' })),
  limites: { linhasTela: 10, linhasArquivo: 100, segundos: 5 },
  saidas: ['CSV'],
  testes: [{ parametros: {}, espera: { colunas } }],
});

export const DECLARED = report(
  'alvos-por-rota',
  'Alvos por rota',
  {
    ...{ tipo: 'DECLARATIVA', conjunto: 'proprio_alvos' },
    colunas: [
      { campo: 'rota_do_dia', como: 'rota' },
      { campo: 'margem', como: 'margem' },
    ],
    filtros: [{ campo: 'regiao', operador: 'EM', valor: ['NORTE', 'SUL'] }],
  },
  ['rota', 'margem'],
);
export const WRITTEN = report(
  'alvos-em-sql',
  'Alvos em SQL',
  {
    tipo: 'SQL',
    sql: `select r.campos ->> 'rotaDoDia' as rota from relatorio.registros_proprios r
      where r.cadastro = 'alvos' and r.campos ->> 'regiao' in ('NORTE')`,
  },
  ['rota'],
);
export const OF_TICKETS = report(
  'tickets-por-canal',
  'Tickets por canal',
  {
    tipo: 'SQL',
    sql: `select t.campos ->> 'canal' as canal, t.campos ->> 'pecas' as pecas, t.campos ->> 'turno' as turno
      from relatorio.tickets t where (t.campos ->> 'turno')::text = 'NOITE'`,
  },
  ['canal', 'pecas', 'turno'],
);
export const REFERRING = type('visitas', [
  ...FIELDS.slice(0, 2),
  { chave: 'alvo', titulo: 'Alvo', tipo: 'REFERENCIA', referencia: 'alvos' },
]);

export const OF_TICKET_FIELDS: Fields = [
  ...((await shipped('fields/ticket.json')).campos as Fields),
  { chave: 'canal', titulo: 'Canal', tipo: 'TEXT' },
  { chave: 'pecas', titulo: 'Peças', tipo: 'INTEIRO' },
  {
    ...{ chave: 'turno', titulo: 'Turno', tipo: 'SELECT' },
    opcoes: [
      { valor: 'DIA', rotulo: 'Dia' },
      { valor: 'NOITE', rotulo: 'Noite' },
    ],
  },
];
export const TICKET_FIELDS: Content = {
  ...{ formato: 1, id: 'ticket', titulo: 'Campos de tickets', campos: OF_TICKET_FIELDS },
};

export interface Case {
  kind: DefinitionKind;
  key: string;
  change: string;
  content: Content;
  /** The sentence names the part, and each of these titles. */
  names: string[];
}

export const CASES: Case[] = [
  {
    ...{ kind: 'records', key: 'alvos', change: 'a field is archived' },
    content: changed(TARGETS, 'rotaDoDia', { arquivado: true }),
    names: ["'Rota do dia'", 'relatório "Alvos por rota"', 'relatório "Alvos em SQL"'],
  },
  {
    ...{ kind: 'records', key: 'alvos', change: 'a field is removed' },
    content: { ...TARGETS, campos: FIELDS.filter(({ chave }) => chave !== 'rotaDoDia') },
    names: ["'Rota do dia'"],
  },
  {
    ...{ kind: 'records', key: 'alvos', change: 'an option is removed' },
    content: changed(TARGETS, 'regiao', only('SUL', 'Sul')),
    names: ['"NORTE"', "'Região'", 'relatório "Alvos por rota"', 'relatório "Alvos em SQL"'],
  },
  {
    ...{ kind: 'records', key: 'alvos', change: 'a field becomes confidential' },
    content: changed(TARGETS, 'margem', { sigiloso: true }),
    names: ["'Margem'", 'relatório "Alvos por rota"'],
  },
  {
    ...{ kind: 'records', key: 'alvos', change: 'one value no longer identifies a record' },
    content: { ...TARGETS, codigo: ['numero', 'nome'] },
    names: ['cadastro próprio "Visitas"'],
  },
  {
    ...{ kind: 'records', key: 'alvos', change: 'it leaves the panel' },
    content: { ...TARGETS, noPainelDoCliente: false },
    names: ['painel "'],
  },
  {
    ...{ kind: 'fields', key: 'ticket', change: 'a field is archived' },
    content: changed(TICKET_FIELDS, 'canal', { arquivado: true }),
    names: ["'Canal'", 'relatório "Tickets por canal"'],
  },
  {
    ...{ kind: 'fields', key: 'ticket', change: 'a field is removed' },
    content: { ...TICKET_FIELDS, campos: OF_TICKET_FIELDS.filter(({ chave }) => chave !== 'canal') },
    names: ["'Canal'"],
  },
  {
    ...{ kind: 'fields', key: 'ticket', change: 'an option is removed' },
    content: changed(TICKET_FIELDS, 'turno', only('DIA', 'Dia')),
    names: ['"NOITE"', "'Turno'", 'relatório "Tickets por canal"'],
  },
  {
    ...{ kind: 'fields', key: 'ticket', change: 'values are stored in another form' },
    content: changed(TICKET_FIELDS, 'pecas', { tipo: 'DECIMAL' }),
    names: ["'Peças'", 'relatório "Tickets por canal"'],
  },
];

/** The kinds that nothing refers to, and why. */
export const UNUSED: Partial<Record<DefinitionKind, string>> = {
  reports: 'read by people, schedules and the customer panel, which follow what is published',
  registration: 'the wizard asks for each by its own name',
  flows: 'ticket types refer to them, which are rows',
  panels: 'drawn by the console itself',
  mails: 'written by the console itself',
};

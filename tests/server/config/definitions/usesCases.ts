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
  colunas: colunas.map((campo) => ({
    ...{ campo, titulo: campo },
    tipo: campo === 'visitas' || campo === 'frota' ? 'INTEIRO' : 'TEXTO',
  })),
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

/** Fields of customers, one set as extra fields and one as questions of a step of the registration. */
export const CUSTOMER_FIELDS: Content = {
  ...{ formato: 1, id: 'cliente', titulo: 'Campos de clientes' },
  campos: [
    ...((await shipped('fields/cliente.json')).campos as Fields),
    { chave: 'rotaCliente', titulo: 'Rota do cliente', tipo: 'TEXT' },
    { chave: 'visitas', titulo: 'Visitas no ano', tipo: 'INTEIRO' },
    {
      ...{ chave: 'perfil', titulo: 'Perfil', tipo: 'SELECT' },
      opcoes: [
        { valor: 'VAREJO', rotulo: 'Varejo' },
        { valor: 'ATACADO', rotulo: 'Atacado' },
      ],
    },
  ],
};
const STEP = await shipped('registration/sac-empresa.json');
const CONTACTS = await shipped('registration/sac-contatos.json');
const QUESTIONS: Record<string, Content> = {
  portaria: { type: 'string', title: 'Portaria', maxLength: 60 },
  frota: { type: 'integer', title: 'Frota' },
  porte: { type: 'string', title: 'Porte', enum: ['GRANDE', 'PEQUENO'] },
};
const stepAsking = (questions: Record<string, Content>, ui: Content = {}, step = STEP): Content => {
  const schema = step.schema as { properties: Content };
  const widgets = { portaria: 'text', frota: 'integer', porte: 'select' } as const;
  const layout = Object.fromEntries(
    Object.keys(questions).map((name) => [name, { 'ui:widget': widgets[name as keyof typeof widgets] }]),
  );
  return {
    ...step,
    schema: { ...schema, properties: { ...schema.properties, ...questions } },
    ui: { ...(step.ui as Content), ...layout, ...ui, 'ui:order': ['*'] },
  };
};
export const ASKING = stepAsking(QUESTIONS);
const { portaria: _, ...WITHOUT_PORTARIA } = QUESTIONS;
const { porte, ...WITHOUT_PORTE } = QUESTIONS;
/** One of the questions moves to another step. */
export const MOVED: [Content, Content] = [
  stepAsking(WITHOUT_PORTE),
  stepAsking({ porte: porte ?? {} }, {}, CONTACTS),
];

const CUSTOMER_COLUMNS = [
  { campo: 'campo_rota_cliente', como: 'rota' },
  { campo: 'campo_visitas', como: 'visitas' },
  { campo: 'campo_portaria', como: 'portaria' },
  { campo: 'campo_frota', como: 'frota' },
];
const ofCustomers = (columns: typeof CUSTOMER_COLUMNS) =>
  report(
    'clientes-por-porte',
    'Clientes por porte',
    {
      ...{ tipo: 'DECLARATIVA', conjunto: 'clientes' },
      colunas: columns,
      filtros: [
        { campo: 'campo_porte', operador: 'EM', valor: ['GRANDE', 'PEQUENO'] },
        { campo: 'campo_perfil', operador: 'IGUAL', valor: 'VAREJO' },
      ],
    },
    columns.map(({ como }) => como),
  );
export const OF_CUSTOMERS = ofCustomers(CUSTOMER_COLUMNS);
export const DASHBOARD: Content = {
  ...{ formato: 1, id: 'carteira', titulo: 'Carteira por porte' },
  blocos: [
    {
      ...{ chave: 'visitas', tipo: 'NUMERO', relatorio: 'clientes-por-porte', coluna: 'visitas' },
      ...{ largura: 3, altura: 2 },
    },
  ],
};
export const CUSTOMERS_IN_SQL = report(
  'clientes-em-sql',
  'Clientes em SQL',
  { tipo: 'SQL', sql: `select c.campos ->> 'portaria' as portaria from relatorio.clientes c` },
  ['portaria'],
);
const FRAME = await shipped('mails/moldura.json');
export const MAIL: Content = {
  ...FRAME,
  texto: ['{{cliente.rotaCliente}} {{cliente.portaria}} {{ticket.canal}}', ...(FRAME.texto as string[])],
};
const MAIL_NAME = `modelo de e-mail "${FRAME.titulo}"`;

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
    ...{ kind: 'reports', key: 'clientes-por-porte', change: 'a column is removed' },
    content: ofCustomers(CUSTOMER_COLUMNS.filter(({ como }) => como !== 'visitas')),
    names: ["'visitas'", 'painel de relatórios "Carteira por porte"'],
  },
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
    names: ["'Canal'", 'relatório "Tickets por canal"', MAIL_NAME],
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
  {
    ...{ kind: 'fields', key: 'cliente', change: 'a field is archived' },
    content: changed(CUSTOMER_FIELDS, 'rotaCliente', { arquivado: true }),
    names: ["'Rota do cliente'", 'relatório "Clientes por porte"', MAIL_NAME],
  },
  {
    ...{ kind: 'fields', key: 'cliente', change: 'an option is removed' },
    content: changed(CUSTOMER_FIELDS, 'perfil', only('ATACADO', 'Atacado')),
    names: ['"VAREJO"', "'Perfil'", 'relatório "Clientes por porte"'],
  },
  {
    ...{ kind: 'fields', key: 'cliente', change: 'values are stored in another form' },
    content: changed(CUSTOMER_FIELDS, 'visitas', { tipo: 'DECIMAL' }),
    names: ["'Visitas no ano'", 'relatório "Clientes por porte"'],
  },
  {
    ...{ kind: 'fields', key: 'cliente', change: 'a field becomes personal, and so none for e-mails' },
    content: changed(CUSTOMER_FIELDS, 'rotaCliente', { pessoal: true }),
    names: ["'Rota do cliente'", MAIL_NAME],
  },
  {
    ...{ kind: 'registration', key: 'sac-empresa', change: 'a question is removed' },
    content: stepAsking(WITHOUT_PORTARIA),
    names: ["'Portaria'", 'relatório "Clientes por porte"', 'relatório "Clientes em SQL"', MAIL_NAME],
  },
  {
    ...{ kind: 'registration', key: 'sac-empresa', change: 'an option is removed' },
    content: stepAsking({ ...QUESTIONS, porte: { type: 'string', title: 'Porte', enum: ['GRANDE'] } }),
    names: ['"PEQUENO"', "'Porte'", 'relatório "Clientes por porte"'],
  },
  {
    ...{ kind: 'registration', key: 'sac-empresa', change: 'values are stored in another form' },
    content: stepAsking(
      { ...QUESTIONS, frota: { type: 'string', title: 'Frota', maxLength: 60 } },
      { frota: { 'ui:widget': 'text' } },
    ),
    names: ["'Frota'", 'relatório "Clientes por porte"'],
  },
  {
    ...{
      kind: 'registration',
      key: 'sac-empresa',
      change: 'a question becomes personal, and so none for e-mails',
    },
    content: stepAsking(QUESTIONS, { portaria: { 'ui:widget': 'text', 'ui:options': { pessoal: true } } }),
    names: ["'Portaria'", MAIL_NAME],
  },
];

/** Kinds that others name as a whole, of which a change takes nothing away; archiving one is tested with what names it. */
export const NAMED_WHOLE: ReadonlySet<DefinitionKind> = new Set(['mails']);

/** The kinds that nothing refers to, and why. */
export const UNUSED: Partial<Record<DefinitionKind, string>> = {
  flows: 'ticket types refer to them, which are rows',
  panels: 'drawn by the console itself',
  rules: 'followed by the console itself',
  dashboards: 'read by people',
  words: 'read by people',
};

import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Day, defineRoutes, Id, Instant, Nullable, One, Strict, Text } from '../route.ts';
import { RETENTION_KINDS } from '../rules/privacy/retention.ts';

const Count = (title: string) => Type.Integer({ title, minimum: 0 });

/** One night of a rule. What did not fit into it goes on in the next one. */
export const RetentionRun = Type.Object(
  {
    dia: Day('Noite'),
    fim: Nullable(Instant('Terminou em')),
    sairam: Count('Anonimizados'),
    porLei: Count('A lei guarda'),
    emAberto: Count('Em aberto'),
    falhas: Count('Falhas'),
    erro: Type.String({ title: 'Última falha' }),
  },
  { title: 'Noite de uma regra de guarda' },
);
export type RetentionRun = Static<typeof RetentionRun>;

export const RetentionRule = Type.Object(
  {
    alvo: Type.String({ title: 'Chave' }),
    tipo: Type.Union(
      RETENTION_KINDS.map((each) => Type.Literal(each)),
      { title: 'Tipo de dados' },
    ),
    nome: Type.String({ title: 'Dados' }),
    /** `null` keeps for ever. */
    meses: Nullable(Type.Integer({ title: 'Tempo de guarda', minimum: 1, maximum: 600 })),
    /** RASCUNHO: has months and was not confirmed with them. */
    situacao: Type.Union(
      (['PARA_SEMPRE', 'RASCUNHO', 'ATIVA', 'PAUSADA'] as const).map((each) => Type.Literal(each)),
      { title: 'Situação' },
    ),
    agePartir: Nullable(Day('Age a partir de')),
    confirmadaPor: Nullable(Type.String({ title: 'Confirmada por' })),
    confirmadaEm: Nullable(Instant('Confirmada em')),
    /** Newest first; of a list the last one. */
    noites: Type.Array(RetentionRun, { title: 'Noites' }),
    /** 0 before it was ever written. */
    versao: Type.Integer({ title: 'Versão', minimum: 0 }),
  },
  { title: 'Regra de guarda de dados' },
);
export type RetentionRule = Static<typeof RetentionRule>;

const Example = Type.Object({
  id: Id('Código'),
  descricao: Type.String({ title: 'O quê' }),
  desde: Day('Desde'),
  efeito: Type.Union(
    (['SAI', 'LEI', 'EM_ABERTO'] as const).map((each) => Type.Literal(each)),
    { title: 'O que acontece' },
  ),
  ate: Nullable(Day('Fica até')),
});

/** What the rule would do tonight, and nothing is done. Counts stop above 10,000. */
export const RetentionPreview = Type.Object(
  {
    /** What counts from a day before this one is old enough. */
    antesDe: Day('Antes de'),
    sai: Count('Sai'),
    /** Of these, persons of whom a law still keeps a part; it goes by itself after the day. */
    comParte: Count('Saem com uma parte guardada por lei'),
    porLei: Count('A lei guarda'),
    /** The first day after which some of it may go. */
    porLeiAte: Nullable(Day('O primeiro sai depois de')),
    emAberto: Count('Em aberto'),
    /** The oldest that goes. */
    desde: Nullable(Day('Desde')),
    /** False where there is so much that counting stopped: what is told is the least. */
    completa: Type.Boolean({ title: 'Contou tudo' }),
    exemplos: Type.Array(Example, { title: 'Alguns deles' }),
    /** Proves to the confirmation what was seen; good for half an hour, for this person and version. */
    selo: Type.String({ title: 'Selo' }),
  },
  { title: 'Prévia de uma regra de guarda' },
);
export type RetentionPreview = Static<typeof RetentionPreview>;

const base = '/config/guarda';
const permission = 'CONFIGURACAO_PRIVACIDADE';
const params = Strict({ alvo: Text('Chave', 120, { minLength: 1 }) });
const versao = Type.Integer({ title: 'Versão', minimum: 0, maximum: 2147483647 });

/** How long personal data are kept (LGPD arts. 15 and 16): nothing acts before somebody saw what it would do. */
export const retentionRoutes = defineRoutes({
  rules: {
    method: 'GET',
    path: base,
    summary: 'Por quanto tempo cada tipo de dado pessoal é guardado',
    permission,
    response: Type.Object({ itens: Type.Array(RetentionRule, { title: 'Regras' }) }),
  },
  get: {
    method: 'GET',
    path: `${base}/{alvo}`,
    summary: 'Uma regra de guarda de dados, com suas últimas noites',
    permission,
    params,
    response: One(RetentionRule),
  },
  /** A rule that acts stops: with other months it must be seen and confirmed anew. */
  update: {
    method: 'PUT',
    path: `${base}/{alvo}`,
    summary: 'Mudar o prazo de uma regra de guarda; ela só age depois de confirmada',
    permission,
    params,
    body: Strict({ meses: RetentionRule.properties.meses, versao }),
    response: One(RetentionRule),
  },
  preview: {
    method: 'GET',
    path: `${base}/{alvo}/previa`,
    summary: 'O que a regra faria hoje, sem fazer nada',
    permission,
    params,
    response: One(RetentionPreview),
  },
  confirm: {
    method: 'POST',
    path: `${base}/{alvo}/confirmar`,
    summary: 'Confirmar uma regra cuja prévia foi vista; ela age depois de sete dias',
    permission,
    params,
    body: Strict({ selo: Text('Selo da prévia', 1000), versao }),
    recentProof: true,
    response: One(RetentionRule),
  },
  /** The batch that is on its way ends; nothing more begins. */
  pause: {
    method: 'POST',
    path: `${base}/{alvo}/pausar`,
    summary: 'Pausar uma regra de guarda',
    permission,
    params,
    body: Strict({ versao }),
    response: One(RetentionRule),
  },
});

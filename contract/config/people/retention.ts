import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Day, defineRoutes, Id, Instant, Nullable, One, Strict, Text } from '../../route.ts';
import { RETENTION_KINDS } from '../../rules/privacy/retention.ts';

const Count = (title: string) => Type.Integer({ title, minimum: 0 });

/** One nightly run of a rule. Whatever does not fit into it is continued in the next one. */
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
    /** `null` keeps the data forever. */
    meses: Nullable(Type.Integer({ title: 'Tempo de guarda', minimum: 1, maximum: 600 })),
    /** RASCUNHO: the rule has a number of months that has not been confirmed. */
    situacao: Type.Union(
      (['PARA_SEMPRE', 'RASCUNHO', 'ATIVA', 'PAUSADA'] as const).map((each) => Type.Literal(each)),
      { title: 'Situação' },
    ),
    agePartir: Nullable(Day('Age a partir de')),
    confirmadaPor: Nullable(Type.String({ title: 'Confirmada por' })),
    confirmadaEm: Nullable(Instant('Confirmada em')),
    /** Newest first; in a list, only the last one. */
    noites: Type.Array(RetentionRun, { title: 'Noites' }),
    /** 0 before the rule is first saved. */
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

/** What the rule would do tonight; nothing is done. Counts stop above 10,000. */
export const RetentionPreview = Type.Object(
  {
    /** Data counts as old enough if it is dated before this day. */
    antesDe: Day('Antes de'),
    sai: Count('Sai'),
    /**
     * How many of these are persons for whom a law still keeps part of the data; that part is removed automatically after the
     * day.
     */
    comParte: Count('Saem com uma parte guardada por lei'),
    porLei: Count('A lei guarda'),
    /** The first day after which some of it may be removed. */
    porLeiAte: Nullable(Day('O primeiro sai depois de')),
    emAberto: Count('Em aberto'),
    /** Date of the oldest data to be removed. */
    desde: Nullable(Day('Desde')),
    /** False when counting stopped because there was too much; the numbers are then minimums. */
    completa: Type.Boolean({ title: 'Contou tudo' }),
    exemplos: Type.Array(Example, { title: 'Alguns deles' }),
    /** Proves to the confirmation call what was previewed; valid for half an hour, for this person and version. */
    selo: Type.String({ title: 'Selo' }),
  },
  { title: 'Prévia de uma regra de guarda' },
);
export type RetentionPreview = Static<typeof RetentionPreview>;

const base = '/config/guarda';
const permission = 'CONFIGURACAO_PRIVACIDADE';
const params = Strict({ alvo: Text('Chave', 120, { minLength: 1 }) });
const versao = Type.Integer({ title: 'Versão', minimum: 0, maximum: 2147483647 });

/** Retention periods of personal data (LGPD arts. 15 and 16). No rule acts before somebody has seen what it would do. */
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
  /** Stops an active rule: with a changed number of months it must be previewed and confirmed again. */
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
  /** The running batch is finished; no further one is started. */
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

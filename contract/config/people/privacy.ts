import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { PRIVACY_GROUPS } from '../../catalogs/privacy.ts';
import { Day, defineRoutes, Id, Instant, Nullable, One, Personal, Strict, Text } from '../../route.ts';

/** Where data of a person is stored: an account, a customer, a customer's contact. */
export const HOLDER_KINDS = ['PESSOA', 'CLIENTE', 'CONTATO'] as const;
export type HolderKind = (typeof HOLDER_KINDS)[number];

const Kind = Type.Union(
  HOLDER_KINDS.map((each) => Type.Literal(each)),
  { title: 'Onde está' },
);

/** One record of a data subject (titular: LGPD art. 5, V). All records with the same CPF belong to one person. */
export const HolderRecord = Type.Object(
  {
    tipo: Kind,
    id: Id('Código'),
    nome: Type.String({ title: 'Nome' }),
    /** Only the middle digits are shown. */
    documento: Personal('DOCUMENTO', Type.String({ title: 'CPF' })),
    descricao: Type.String({ title: 'Quem é' }),
  },
  { title: 'Registro de um titular' },
);
export type HolderRecord = Static<typeof HolderRecord>;

export const PersonalGroup = Type.Object(
  {
    grupo: Type.Union(
      PRIVACY_GROUPS.map((each) => Type.Literal(each)),
      { title: 'Dados' },
    ),
    quantidade: Type.Integer({ title: 'Registros', minimum: 0 }),
    /** ELIMINA: erased at its holder's request. FICA: kept by law, until a certain day if that is known. */
    efeito: Type.Union([Type.Literal('ELIMINA'), Type.Literal('FICA')], { title: 'Na eliminação' }),
    ate: Nullable(Day('Fica até')),
  },
  { title: 'Dados que o console guarda' },
);
export type PersonalGroup = Static<typeof PersonalGroup>;

/** A completed erasure: what was kept, and until when. It contains no names. */
export const Erasure = Type.Object(
  {
    id: Id('Código'),
    em: Instant('Eliminado em'),
    por: Type.String({ title: 'Quem eliminou' }),
    motivo: Type.String({ title: 'Pedido' }),
    registros: Type.String({ title: 'Registros' }),
    grupos: Type.Array(PersonalGroup, { title: 'O que foi feito' }),
    /** The last day on which data has to be kept; it is removed automatically afterwards. */
    ate: Nullable(Day('O último sai em')),
    concluida: Nullable(Instant('Concluída em')),
  },
  { title: 'Eliminação de dados pessoais' },
);
export type Erasure = Static<typeof Erasure>;

/** Records that somebody opened a page with this person's data. */
export const PersonalDataAccess = Type.Object(
  {
    em: Instant('Quando'),
    quem: Type.String({ title: 'Quem' }),
    pagina: Type.String({ title: 'O quê' }),
    ip: Type.String({ title: 'De onde' }),
  },
  { title: 'Consulta de dados pessoais' },
);
export type PersonalDataAccess = Static<typeof PersonalDataAccess>;

/** What must be ended before an erasure, and whose it is: the console leads to it. */
export const Obstacle = Type.Object(
  {
    tipo: Type.Union(
      (['CONTA', 'TICKETS', 'TITULOS', 'PEDIDOS'] as const).map((each) => Type.Literal(each)),
      { title: 'O que é' },
    ),
    texto: Type.String({ title: 'O que falta' }),
    idCli: Nullable(Id('Cliente')),
  },
  { title: 'Impedimento da eliminação' },
);
export type Obstacle = Static<typeof Obstacle>;

export const Holder = Type.Object(
  {
    /** Typed to confirm an erasure. */
    nome: Type.String({ title: 'Nome' }),
    documento: Personal('DOCUMENTO', Type.String({ title: 'CPF' })),
    registros: Type.Array(HolderRecord, { title: 'Onde está' }),
    grupos: Type.Array(PersonalGroup, { title: 'O que o console guarda' }),
    impede: Type.Array(Obstacle, { title: 'O que impede a eliminação' }),
    eliminacao: Nullable(Erasure),
    /** The last fifty, as long as the audit log is kept. */
    consultas: Type.Array(PersonalDataAccess, { title: 'Quem consultou' }),
  },
  { title: 'Titular de dados pessoais' },
);
export type Holder = Static<typeof Holder>;

const base = '/config/titulares';
const permission = 'CONFIGURACAO_PRIVACIDADE';
const params = Strict({ tipo: Kind, id: Id('Código') });

export const privacyRoutes = defineRoutes({
  search: {
    method: 'GET',
    path: base,
    summary: 'Procurar um titular por CPF, e-mail, telefone ou nome',
    permission,
    query: Strict({ termo: Text('CPF, e-mail, telefone ou nome', 100, { minLength: 3 }) }),
    response: Type.Object({ itens: Type.Array(HolderRecord, { title: 'Encontrados' }) }),
  },
  get: {
    method: 'GET',
    path: `${base}/{tipo}/{id}`,
    summary: 'O que o console guarda de um titular, e o que a eliminação faria',
    permission,
    params,
    response: One(Holder),
  },
  /** A ZIP with `dados.json` and the files that the person sent (LGPD arts. 18, II and V, and 19). */
  file: {
    method: 'GET',
    path: `${base}/{tipo}/{id}/arquivo`,
    personal: true,
    summary: 'Baixar tudo o que o console guarda de um titular',
    permission,
    params,
    file: true,
    // The log records who downloaded a person's data.
    changesState: true,
    recentProof: true,
    response: Type.Unknown(),
  },
  /**
   * Data not kept by any law is erased now and permanently; the rest is erased automatically on the day given by its group
   * (LGPD arts. 16 and 18, VI).
   */
  erase: {
    method: 'POST',
    path: `${base}/{tipo}/{id}/eliminar`,
    summary: 'Eliminar os dados de um titular a pedido dele',
    permission,
    params,
    body: Strict({
      motivo: Text('O pedido', 500, {
        minLength: 1,
        description: 'Data, canal e protocolo, sem dados da pessoa.',
      }),
      nome: Text('Nome do titular', 200, { minLength: 1 }),
    }),
    idempotent: true,
    recentProof: true,
    response: One(Erasure),
  },
  erasures: {
    method: 'GET',
    path: '/config/eliminacoes',
    summary: 'Últimas eliminações de dados pessoais',
    permission,
    response: Type.Object({ itens: Type.Array(Erasure, { title: 'Eliminações' }) }),
  },
});

import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { STANDARD_TYPE_KEYS } from '../records/index.ts';
import { FEED_SUBJECT_KEYS } from '../records/routes/feed.ts';
import { defineRoutes, Id, Instant, Nullable, Strict, Text, Title } from '../route.ts';
import { simpleListQuery, WrittenRecord } from '../sharedShapes.ts';

/** What a key may do with records of a type. */
export const KEY_VERBS = ['LER', 'GRAVAR', 'EXCLUIR'] as const;
export type KeyVerb = (typeof KEY_VERBS)[number];

/** The types that keys and webhooks may name: the record types and the other subjects of the feed. */
export const FEED_TYPE_KEYS = [...STANDARD_TYPE_KEYS, ...FEED_SUBJECT_KEYS];
const KnownTypeName = Type.Union(
  FEED_TYPE_KEYS.map((key) => Type.Literal(key)),
  { title: 'Tipo' },
);
/** A key that is not a standard type is checked against the types that the company created. */
export const FeedTypeName = Type.Unsafe<string>(
  Type.Union([KnownTypeName, Type.String({ title: 'Cadastro próprio', pattern: '^[a-z][a-z0-9-]{1,59}$' })], {
    title: 'Tipo',
  }),
);
/** A permission of a key beside records: delivering incoming e-mails (`POST /email/entrada`). It does not permit reading any. */
export const MAIL_SCOPE = {
  tipo: 'emails-recebidos',
  verbo: 'GRAVAR',
  titulo: 'Entregar e-mails recebidos',
} as const;
/**
 * That of a telephone system: it says who calls which line (`/telefonia/ligacoes`), and reads nothing. A key with it has no other,
 * since it may stand in an address.
 */
export const CALL_SCOPE = {
  tipo: 'ligacoes-recebidas',
  verbo: 'GRAVAR',
  titulo: 'Avisar quem está ligando',
} as const;
/** Permissions of keys that are for no records. */
export const OTHER_SCOPES = [MAIL_SCOPE, CALL_SCOPE] as const;
/**
 * Names every type in the permissions of a key: all record types, those that the company creates later too, and for reading the
 * other subjects of the feed.
 */
export const ALL_TYPES = '*';
export const ALL_TYPES_TITLE = 'Todos, também os que vierem';

/** All types of the feed, plus up to 100 of the company's own. */
export const MAX_FEED_TYPES = FEED_TYPE_KEYS.length + 100;

const Scopes = Type.Array(
  Strict(
    {
      tipo: Type.Unsafe<string>(
        Type.Union([Type.Literal(ALL_TYPES, { title: ALL_TYPES_TITLE }), FeedTypeName], { title: 'Tipo' }),
      ),
      verbos: Type.Array(
        Type.Union(
          KEY_VERBS.map((verb) => Type.Literal(verb)),
          { title: 'Verbo' },
        ),
        { title: 'Verbos', minItems: 1, maxItems: KEY_VERBS.length, uniqueItems: true },
      ),
    },
    { title: 'Permissão da chave' },
  ),
  { title: 'Permissões da chave', minItems: 1, maxItems: MAX_FEED_TYPES },
);

/**
 * A key with which another system reads and writes records (docs/integration.md) or delivers e-mails. Its secret is shown
 * once and stored hashed; the rows it writes name it as their author. Our own addition, in the simple-REST dialect.
 */
export const ServiceKey = Type.Object(
  {
    id: Id('Código'),
    nome: Type.String({ title: 'Nome' }),
    /** The first characters of the secret, so that people can tell keys apart. */
    inicio: Type.String({ title: 'Início da chave' }),
    escopos: Scopes,
    /** Rows of other branches do not exist for this key; empty means every branch. */
    filiais: Type.Array(
      Type.Object({ id: Id('Filial'), nome: Type.String({ title: 'Nome' }) }, { title: 'Filial' }),
      { title: 'Filiais' },
    ),
    /** Addresses and networks that may use it; empty means any. */
    enderecos: Type.Array(Type.String(), { title: 'Endereços' }),
    /** Whether documents, phones, e-mails and addresses are returned in full instead of masked. */
    dadosPessoais: Type.Boolean({ title: 'Vê dados pessoais por inteiro' }),
    validade: Nullable(Instant('Vale até')),
    ultimoUso: Nullable(Instant('Usada em')),
    ultimoEndereco: Type.String({ title: 'Usada de' }),
    /** Until when the secret before the last rotation is still accepted. */
    anteriorAte: Nullable(Instant('Chave anterior vale até')),
    /** Since when a telephone system may sign what it tells with a secret of its own; `null` where it has none. */
    assinaDesde: Nullable(Instant('Assina desde')),
    situacao: Type.Union([Type.Literal('ATIVA'), Type.Literal('VENCIDA'), Type.Literal('REVOGADA')], {
      title: 'Situação',
    }),
    criado: Instant('Criada em'),
    autor: Type.String({ title: 'Quem criou' }),
    versao: Type.Integer({ title: 'Versão' }),
  },
  { title: 'Chave de integração' },
);
export type ServiceKey = Static<typeof ServiceKey>;

const versao = Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 });

export const ServiceKeyInput = Strict(
  {
    nome: Title('Nome', 60),
    escopos: Scopes,
    filiais: Type.Array(Id('Filial'), { title: 'Filiais', maxItems: 200, uniqueItems: true }),
    enderecos: Type.Array(Text('Endereço', 50, { minLength: 2 }), {
      title: 'Endereços',
      maxItems: 50,
      uniqueItems: true,
    }),
    /** If absent, the key sees as much as the person who creates it. */
    dadosPessoais: Type.Optional(Type.Boolean({ title: 'Vê dados pessoais por inteiro' })),
    validade: Nullable(Instant('Vale até')),
  },
  { title: 'Chave de integração' },
);
export type ServiceKeyInput = Static<typeof ServiceKeyInput>;

/** `dadosPessoais` absent: as it was. */
export const ServiceKeyChange = Strict(
  { ...ServiceKeyInput.properties, versao },
  { title: 'Alteração de uma chave' },
);

/** Returned once; someone who loses the secret creates another key. */
const WithSecret = Type.Object({
  id: Type.Integer({ title: 'Código' }),
  data: Type.Object({
    id: Type.Integer({ title: 'Código' }),
    message: Type.String({ title: 'Mensagem' }),
    chave: Type.String({ title: 'Chave, mostrada só agora' }),
  }),
});

const base = '/config/chaves';
const permission = 'CONFIGURACAO_CHAVES';
const params = Strict({ id: Id('Chave') });

export const serviceKeyRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: base,
    summary: 'Chaves de integração',
    permission,
    query: simpleListQuery,
    response: Type.Array(ServiceKey),
  },
  get: {
    method: 'GET',
    path: `${base}/{id}`,
    summary: 'Uma chave de integração',
    permission,
    params,
    response: ServiceKey,
  },
  create: {
    method: 'POST',
    path: base,
    summary: 'Criar uma chave de integração',
    permission,
    recentProof: true,
    body: ServiceKeyInput,
    response: WithSecret,
  },
  /** Takes effect at the next call that the other system makes; the secret stays. */
  update: {
    method: 'PUT',
    path: `${base}/{id}`,
    summary: 'Alterar uma chave de integração',
    permission,
    recentProof: true,
    params,
    body: ServiceKeyChange,
    response: WrittenRecord,
  },
  /**
   * Issues a new secret. The previous one is accepted for another `horas` hours, so that the other system can switch over.
   */
  rotate: {
    method: 'POST',
    path: `${base}/{id}/trocar`,
    summary: 'Trocar o segredo de uma chave de integração',
    permission,
    recentProof: true,
    params,
    body: Strict({
      versao,
      horas: Type.Integer({ title: 'O anterior ainda vale por', minimum: 0, maximum: 720 }),
    }),
    response: WithSecret,
  },
  /**
   * Issues the secret with which a telephone system signs what it tells (`/telefonia/ligacoes?fonte=`); the one before it ends at once.
   * Only for keys that tell calls.
   */
  sign: {
    method: 'POST',
    path: `${base}/{id}/assinatura`,
    summary: 'Criar o segredo de assinatura de uma chave de integração',
    permission,
    recentProof: true,
    params,
    body: Strict({ versao }),
    response: WithSecret,
  },
  /** Takes effect at once; the key stays in the list with its history. */
  revoke: {
    method: 'POST',
    path: `${base}/{id}/revogar`,
    summary: 'Revogar uma chave de integração',
    permission,
    recentProof: true,
    params,
    body: Strict({ versao }),
    response: WrittenRecord,
  },
});

import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { FEED_SUBJECT_KEYS } from '../records/feed.ts';
import { STANDARD_TYPE_KEYS } from '../records/index.ts';
import { defineRoutes, Id, Instant, Nullable, Strict, Text } from '../route.ts';
import { simpleListQuery, WrittenRecord } from '../sharedShapes.ts';

/** What a key may do with the records of a type. */
export const KEY_VERBS = ['LER', 'GRAVAR', 'EXCLUIR'] as const;
export type KeyVerb = (typeof KEY_VERBS)[number];

/** What keys and webhooks name: the record types, and what the feed tells beside them. */
export const FEED_TYPE_KEYS = [...STANDARD_TYPE_KEYS, ...FEED_SUBJECT_KEYS];
const KnownTypeName = Type.Union(
  FEED_TYPE_KEYS.map((key) => Type.Literal(key)),
  { title: 'Tipo' },
);
/** Of a key that no standard type has it is asked whether the company made such a type. */
export const FeedTypeName = Type.Unsafe<string>(
  Type.Union([KnownTypeName, Type.String({ title: 'Cadastro próprio', pattern: '^[a-z][a-z0-9-]{1,59}$' })], {
    title: 'Tipo',
  }),
);
/** The other thing a key may do: hand over e-mails that came in (`POST /email/entrada`). It reads none. */
export const MAIL_SCOPE = {
  tipo: 'emails-recebidos',
  verbo: 'GRAVAR',
  titulo: 'Entregar e-mails recebidos',
} as const;
/** All that there are, and as many of the company's own. */
export const MOST_FEED_TYPES = FEED_TYPE_KEYS.length + 100;

const Scopes = Type.Array(
  Strict(
    {
      tipo: FeedTypeName,
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
  { title: 'Permissões da chave', minItems: 1, maxItems: MOST_FEED_TYPES },
);

/**
 * A key by which another system reads and writes records (docs/integration.md), or hands over e-mails. Its secret is shown once and stored
 * hashed; its rows keep it as their author. Ours alone: simple-REST dialect.
 */
export const ServiceKey = Type.Object(
  {
    id: Id('Código'),
    nome: Type.String({ title: 'Nome' }),
    /** The first characters of the secret, by which people tell keys apart. */
    inicio: Type.String({ title: 'Início da chave' }),
    escopos: Scopes,
    /** Rows of other branches do not exist for it; empty: every branch. */
    filiais: Type.Array(
      Type.Object({ id: Id('Filial'), nome: Type.String({ title: 'Nome' }) }, { title: 'Filial' }),
      { title: 'Filiais' },
    ),
    /** Addresses and networks that may use it; empty: any. */
    enderecos: Type.Array(Type.String(), { title: 'Endereços' }),
    /** Documents, phones, e-mails and addresses come in full; else masked. */
    dadosPessoais: Type.Boolean({ title: 'Vê dados pessoais por inteiro' }),
    validade: Nullable(Instant('Vale até')),
    ultimoUso: Nullable(Instant('Usada em')),
    ultimoEndereco: Type.String({ title: 'Usada de' }),
    /** Until when the secret before the last rotation is still taken. */
    anteriorAte: Nullable(Instant('Chave anterior vale até')),
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
    nome: Text('Nome', 60, { minLength: 1 }),
    escopos: Scopes,
    filiais: Type.Array(Id('Filial'), { title: 'Filiais', maxItems: 200, uniqueItems: true }),
    enderecos: Type.Array(Text('Endereço', 50, { minLength: 2 }), {
      title: 'Endereços',
      maxItems: 50,
      uniqueItems: true,
    }),
    /** Without a word as far as whoever makes the key sees them. */
    dadosPessoais: Type.Optional(Type.Boolean({ title: 'Vê dados pessoais por inteiro' })),
    validade: Nullable(Instant('Vale até')),
  },
  { title: 'Chave de integração' },
);
export type ServiceKeyInput = Static<typeof ServiceKeyInput>;

/** Answered once: who loses it makes another. */
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
  /** A new secret. The one before is taken for `horas` more, so that the other system can change over. */
  rotate: {
    method: 'POST',
    path: `${base}/{id}/trocar`,
    summary: 'Trocar o segredo de uma chave de integração',
    permission,
    recentProof: true,
    params,
    body: Strict({ versao, horas: Type.Integer({ title: 'Horas da anterior', minimum: 0, maximum: 720 }) }),
    response: WithSecret,
  },
  /** It ends at once, and stays in the list with what it did. */
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

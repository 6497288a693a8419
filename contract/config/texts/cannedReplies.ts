import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Id, Instant, Nullable, Strict, Text, Title } from '../../route.ts';
import { simpleListQuery, WrittenRecord } from '../../sharedShapes.ts';

const Sector = Nullable(
  Type.Object({ id: Id('Setor'), desc: Type.String({ title: 'Descrição' }) }, { title: 'Setor' }),
);

/** A prepared text for frequent answers. Our own addition, in the simple-REST dialect. */
export const CannedReply = Type.Object(
  {
    id: Id('Código'),
    titulo: Type.String({ title: 'Título' }),
    /** Sanitized HTML, with variables such as {{cliente}} (`REPLY_VARIABLES`). */
    html: Type.String({ title: 'Texto' }),
    /** The sector it is offered to; `null` means all. */
    idSetor: Nullable(Id('Setor')),
    setor: Sector,
    atualizado: Instant('Atualizada em'),
    versao: Type.Integer({ title: 'Versão' }),
  },
  { title: 'Resposta pronta' },
);
export type CannedReply = Static<typeof CannedReply>;

export const CannedReplyInput = Strict(
  {
    titulo: Title('Título', 100),
    html: Text('Texto', 40_000),
    idSetor: Type.Optional(Nullable(Id('Setor'))),
    /** For an update, the version that was read. */
    versao: Type.Optional(Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 })),
  },
  { title: 'Resposta pronta' },
);
export type CannedReplyInput = Static<typeof CannedReplyInput>;

const NewCannedReply = Strict(Type.Omit(CannedReplyInput, ['versao']).properties, {
  title: 'Resposta pronta',
});

/** A reply as offered to the person who answers a ticket. */
export const OfferedReply = Type.Pick(CannedReply, ['id', 'titulo', 'html', 'setor']);
export type OfferedReply = Static<typeof OfferedReply>;

const base = '/config/respostas';
const permission = 'CONFIGURACAO_RESPOSTAS';
const params = Strict({ id: Id('Resposta') });

export const cannedReplyRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: base,
    summary: 'Respostas prontas',
    permission,
    query: simpleListQuery,
    response: Type.Array(CannedReply),
  },
  get: {
    method: 'GET',
    path: `${base}/{id}`,
    summary: 'Uma resposta pronta',
    permission,
    params,
    response: CannedReply,
  },
  create: {
    method: 'POST',
    path: base,
    summary: 'Criar uma resposta pronta',
    permission,
    body: NewCannedReply,
    idempotent: true,
    response: WrittenRecord,
  },
  update: {
    method: 'PUT',
    path: `${base}/{id}`,
    summary: 'Mudar uma resposta pronta',
    permission,
    idempotent: true,
    params,
    body: CannedReplyInput,
    record: CannedReply,
    response: WrittenRecord,
  },
  remove: {
    method: 'DELETE',
    path: `${base}/{id}`,
    summary: 'Excluir uma resposta pronta',
    permission,
    params,
    response: WrittenRecord,
  },
  /** Replies for all sectors, for the person's own and for the given one. Never offered to consumers. */
  offered: {
    method: 'GET',
    path: '/config/respostas-oferecidas',
    summary: 'Respostas prontas para responder um ticket',
    permission: 'TICKETS_RESPONDER_INTERNO',
    query: Strict({ setor: Type.Optional(Id('Setor')) }),
    response: Type.Array(OfferedReply),
  },
});

/** Variables of a canned reply, with their meanings. */
export const REPLY_VARIABLES = [
  { name: 'cliente', label: 'Nome do cliente' },
  { name: 'contato', label: 'Nome do contato' },
  { name: 'ticket', label: 'Número do ticket' },
  { name: 'assunto', label: 'Assunto do ticket' },
  { name: 'nota', label: 'Números das notas fiscais' },
  { name: 'atendente', label: 'Quem responde' },
  { name: 'empresa', label: 'Nome da empresa' },
  { name: 'filial', label: 'Filial do ticket' },
] as const;

type ReplyVariable = (typeof REPLY_VARIABLES)[number]['name'];
export type ReplyValues = Partial<Record<ReplyVariable, string>>;

const VARIABLE = /\{\{\s*([a-z_]+)\s*\}\}/gi;

/**
 * The HTML of a canned reply with its variables filled in, each escaped as text, so that a customer named "<b>" is shown by
 * that name. Unknown variables, and those without a value, are left as written, so that the author notices them before the
 * customer does. Values are not scanned for variables again.
 */
export const filledReply = (html: string, values: ReplyValues): string =>
  html.replace(VARIABLE, (written, name: string) => {
    const key = name.toLowerCase();
    const value = isVariable(key) ? values[key] : undefined;
    return value ? escapeText(value) : written;
  });

/** Variables in a text that will not be filled in, each listed once as it was written. */
export const unknownVariables = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(VARIABLE)]
      .filter(([, name = '']) => !isVariable(name.toLowerCase()))
      .map(([all]) => all),
  ),
];

/** The variables that are left in a text after it was filled in, for which the record has no value. */
export const unfilledVariables = (html: string): ReplyVariable[] => [
  ...new Set([...html.matchAll(VARIABLE)].map(([, name = '']) => name.toLowerCase()).filter(isVariable)),
];

const isVariable = (name: string): name is ReplyVariable =>
  REPLY_VARIABLES.some((variable) => variable.name === name);

/** Escapes a text so that the HTML shows exactly this text. */
const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

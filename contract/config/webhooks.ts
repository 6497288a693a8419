import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Id, Instant, Nullable, Personal, Strict, Text, Title } from '../route.ts';
import { simpleListQuery, WrittenRecord } from '../sharedShapes.ts';
import { FeedTypeName, MAX_FEED_TYPES } from './serviceKeys.ts';

const Types = Type.Array(FeedTypeName, {
  title: 'O que avisar',
  minItems: 1,
  maxItems: MAX_FEED_TYPES,
  uniqueItems: true,
});
const PERSONAL = 'Avisa dados pessoais por inteiro';
const versao = Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 });
const Named = (title: string) =>
  Type.Object({ id: Id(title), nome: Type.String({ title: 'Nome' }) }, { title });

/**
 * An address that is notified of changes as they happen (docs/integration.md). It receives deliveries of the feed, signed
 * according to Standard Webhooks. Our own addition, in the simple-REST dialect.
 */
export const Webhook = Type.Object(
  {
    id: Id('Código'),
    nome: Type.String({ title: 'Nome' }),
    url: Type.String({ title: 'Endereço' }),
    tipos: Types,
    /** Empty means every branch. */
    filiais: Type.Array(Named('Filial'), { title: 'Filiais' }),
    /** Changes written by this key are not delivered. */
    semChave: Nullable(Named('Sem o que esta chave gravou')),
    dadosPessoais: Type.Boolean({ title: PERSONAL }),
    ativo: Type.Boolean({ title: 'Ligado' }),
    /** Why it is off, if the console switched it off automatically. */
    motivo: Type.String({ title: 'Por que foi desligado' }),
    falhandoDesde: Nullable(Instant('Falhando desde')),
    pendentes: Type.Integer({ title: 'Entregas pendentes' }),
    ultimaEntrega: Nullable(Instant('Última entrega')),
    anteriorAte: Nullable(Instant('Segredo anterior vale até')),
    criado: Instant('Criado em'),
    autor: Type.String({ title: 'Quem criou' }),
    versao: Type.Integer({ title: 'Versão' }),
  },
  { title: 'Webhook' },
);
export type Webhook = Static<typeof Webhook>;

export const WebhookInput = Strict(
  {
    nome: Title('Nome', 60),
    url: Text('Endereço', 500, { minLength: 8 }),
    tipos: Types,
    filiais: Type.Array(Id('Filial'), { title: 'Filiais', maxItems: 200, uniqueItems: true }),
    semChave: Nullable(Id('Chave')),
    /** By default, as the person who creates it sees them. */
    dadosPessoais: Type.Optional(Type.Boolean({ title: PERSONAL })),
  },
  { title: 'Webhook' },
);
export type WebhookInput = Static<typeof WebhookInput>;

/** Switching it on or off is a separate command. */
const WebhookChange = Strict({ ...WebhookInput.properties, versao }, { title: 'Webhook' });

/** Returned once; someone who loses the secret rotates it. */
const WithSecret = Type.Object({
  id: Type.Integer({ title: 'Código' }),
  data: Type.Object({
    id: Type.Integer({ title: 'Código' }),
    message: Type.String({ title: 'Mensagem' }),
    segredo: Type.String({ title: 'Segredo, mostrado só agora' }),
  }),
});

export const DELIVERY_STATES = ['PENDENTE', 'ENTREGUE', 'DESISTIU'] as const;

export const WebhookDelivery = Type.Object(
  {
    id: Type.Integer({ title: 'Código' }),
    webhook: Named('Webhook'),
    /** `webhook-id`, the same for every attempt. */
    mensagem: Type.String({ title: 'Mensagem' }),
    evento: Type.String({ title: 'Evento' }),
    situacao: Type.Union(
      DELIVERY_STATES.map((each) => Type.Literal(each)),
      { title: 'Situação' },
    ),
    tentativas: Type.Integer({ title: 'Tentativas' }),
    proxima: Nullable(Instant('Próxima tentativa')),
    ultima: Nullable(Instant('Última tentativa')),
    status: Nullable(Type.Integer({ title: 'Código da resposta' })),
    /** The response, shortened, or why there was none. */
    resposta: Personal('FRASE', Type.String({ title: 'O que respondeu' })),
    /** Empty for a person who may not read what the webhook delivers. */
    corpo: Type.String({ title: 'Corpo enviado' }),
    criado: Instant('Criada em'),
  },
  { title: 'Entrega de webhook' },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

const base = '/config/webhooks';
const permission = 'CONFIGURACAO_WEBHOOKS';
const params = Strict({ id: Id('Webhook') });
const deliveryParams = Strict({ id: Id('Entrega') });

export const webhookRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: base,
    summary: 'Webhooks',
    permission,
    query: simpleListQuery,
    response: Type.Array(Webhook),
  },
  get: { method: 'GET', path: `${base}/{id}`, summary: 'Um webhook', permission, params, response: Webhook },
  create: {
    method: 'POST',
    path: base,
    summary: 'Criar um webhook',
    permission,
    recentProof: true,
    body: WebhookInput,
    response: WithSecret,
  },
  /** Pending deliveries go to the new address; those that are no longer in its scope are dropped. */
  update: {
    method: 'PUT',
    path: `${base}/{id}`,
    summary: 'Mudar o nome, o endereço e o que um webhook avisa',
    permission,
    recentProof: true,
    params,
    body: WebhookChange,
    response: WrittenRecord,
  },
  /** For a day, deliveries are signed with the old secret as well as the new one, so that the receiver can switch over. */
  rotate: {
    method: 'POST',
    path: `${base}/{id}/trocar`,
    summary: 'Trocar o segredo de um webhook',
    permission,
    recentProof: true,
    params,
    body: Strict({ versao }),
    response: WithSecret,
  },
  /** When switched on again, it continues from where it stopped. */
  toggle: {
    method: 'POST',
    path: `${base}/{id}/ligar`,
    summary: 'Ligar ou desligar um webhook',
    permission,
    params,
    body: Strict({ versao, ativo: Type.Boolean({ title: 'Ligado' }) }),
    response: WrittenRecord,
  },
  test: {
    method: 'POST',
    path: `${base}/{id}/testar`,
    summary: 'Enviar um aviso de teste a um webhook',
    permission,
    params,
    body: Strict({}),
    response: WrittenRecord,
  },
  remove: {
    method: 'DELETE',
    path: `${base}/{id}`,
    summary: 'Excluir um webhook com suas entregas',
    permission,
    params,
    response: WrittenRecord,
  },
});

export const webhookDeliveryRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/config/entregas',
    summary: 'Entregas de webhooks',
    permission,
    query: simpleListQuery,
    response: Type.Array(WebhookDelivery),
  },
  get: {
    method: 'GET',
    path: '/config/entregas/{id}',
    summary: 'Uma entrega de webhook',
    permission,
    params: deliveryParams,
    response: WebhookDelivery,
  },
  resend: {
    method: 'POST',
    path: '/config/entregas/{id}/reenviar',
    summary: 'Enviar de novo uma entrega de webhook',
    permission,
    params: deliveryParams,
    body: Strict({}),
    response: WrittenRecord,
  },
});

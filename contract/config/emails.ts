import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Done, defineRoutes, Id, Instant, Nullable, One, Personal, Strict } from '../route.ts';
import { simpleListQuery } from '../sharedShapes.ts';

/** An e-mail in the outbox. Our own addition, so it uses the simple-REST dialect (Content-Range, bare records). */
export const OutboxEmail = Type.Object(
  {
    id: Id('Código'),
    para: Personal('EMAIL', Type.String({ title: 'Para' })),
    assunto: Type.String({ title: 'Assunto' }),
    texto: Type.String({ title: 'Texto' }),
    criado: Instant('Criado em'),
    enviado: Nullable(Instant('Enviado em')),
    tentativas: Type.Integer({ title: 'Tentativas' }),
    erro: Type.String({ title: 'Último erro' }),
    /** Only in the demonstration company without SMTP; elsewhere the link reaches only its recipient. */
    abreLink: Type.Boolean({ title: 'O link pessoal pode ser aberto aqui' }),
  },
  { title: 'E-mail' },
);
export type OutboxEmail = Static<typeof OutboxEmail>;

export const emailRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/config/emails',
    personal: true,
    summary: 'Caixa de saída',
    permission: 'CONFIGURACAO_EMAILS',
    recentProof: true,
    query: simpleListQuery,
    response: Type.Array(OutboxEmail),
  },
  get: {
    method: 'GET',
    path: '/config/emails/{id}',
    personal: true,
    summary: 'Um e-mail da caixa de saída',
    permission: 'CONFIGURACAO_EMAILS',
    recentProof: true,
    params: Strict({ id: Id('Código') }),
    response: OutboxEmail,
  },
  /** Sends to the person's own address; the outbox shows whether it is delivered. */
  test: {
    method: 'POST',
    path: '/config/emails/teste',
    summary: 'Enviar a mim um e-mail de teste',
    permission: 'CONFIGURACAO_EMAILS',
    idempotent: true,
    response: Done,
  },
  openLink: {
    method: 'POST',
    path: '/config/emails/{id}/link',
    summary: 'Abrir o link pessoal de um e-mail (só na demonstração sem SMTP)',
    permission: 'CONFIGURACAO_EMAILS',
    recentProof: true,
    params: Strict({ id: Id('Código') }),
    response: One(Type.Object({ endereco: Type.String({ title: 'Endereço' }) }, { title: 'Link pessoal' })),
  },
});

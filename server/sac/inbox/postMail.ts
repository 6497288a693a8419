import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../context.ts';
import { askChange } from '../../db/cachedQuery.ts';
import { Refusal, unauthorized } from '../../errors.ts';
import { keyUserOf, maySubmitMail } from '../../session/serviceKey.ts';
import { MAX_MAIL_BYTES, receiveMail } from './receive.ts';

/**
 * `POST /email/entrada`: a mail server, or a service acting as one, delivers one e-mail as received (RFC 822), with
 * `Authorization: Bearer <key>` of a service key with that scope (contract/config/serviceKeys.ts). The response is sent once
 * everything is in the database; a sender that gets none sends the e-mail again, and it is accepted only once.
 */
export async function registerMailPost(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_MAIL_BYTES },
      async (_request: unknown, body: unknown) => body,
    );
    scope.post(
      '/email/entrada',
      {
        bodyLimit: MAX_MAIL_BYTES,
        // Checked before any of the body is read.
        onRequest: async (request) => {
          const key = await keyUserOf(request, deps);
          if (!key) throw unauthorized();
          if (!maySubmitMail(key)) throw withoutScope();
          app.admitPerson(key.id);
          await askChange(deps.db);
          if (Number(request.headers['content-length']) > MAX_MAIL_BYTES) throw tooLarge();
        },
      },
      async (request, reply) => {
        if (!Buffer.isBuffer(request.body) || request.body.length === 0)
          throw new Refusal(422, 'SEM_EMAIL', 'Envie o e-mail inteiro no corpo do pedido, como ele chegou.');
        const { id, state, reason, ticketId, repeated } = await receiveMail(
          { ...deps, log: request.log },
          request.body,
        );
        reply.header('Cache-Control', 'no-store');
        return { data: { id, situacao: state, motivo: reason, ticket: ticketId, repetido: repeated } };
      },
    );
  });
}

const tooLarge = () =>
  new Refusal(413, 'EMAIL_GRANDE', `O e-mail passa de ${MAX_MAIL_BYTES / 1024 / 1024} MB e não foi lido.`);

const withoutScope = () =>
  new Refusal(
    403,
    'SEM_PERMISSAO',
    'Esta chave não entrega e-mails. Crie uma com "Entregar e-mails recebidos" em Chaves de integração.',
  );

import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { isMailAddress } from '#contract/rules/contact.ts';
import { mailAddressRoutes } from '#contract/sac/mailAddresses.ts';
import { readUnsubscribeToken } from '../../adapters/mail/signedAddress.ts';
import type { Deps } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { customers } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { installationSecret } from '../../session/secrets.ts';
import type { AuditContext } from '../../writing/audit.ts';
import { contactOf, lockTicket } from '../tickets/commands.ts';
import { setReceives } from './commands.ts';
import { mailPreference } from './queries.ts';

/** Changes who receives e-mails: at a customer's request by staff, or through the link in an e-mail without signing in. */
export const mailAddressImplementation = implement(mailAddressRoutes, {
  change: ({ params, body }, ctx) =>
    ctx.db.transaction(async (tx) => {
      const ticket = await lockTicket(tx, ctx.user, params.idTicket, { archivedToo: true });
      const [customer] = await tx.select().from(customers).where(eq(customers.id, ticket.customerId));
      const email = customer ? contactOf({ ticket, customer }).email : '';
      if (!isMailAddress(email)) throw refused('SEM_EMAIL', 'O contato deste ticket não tem e-mail.');
      await setReceives(tx, ctx, email, body.recebe);
      return {
        data: {
          message: body.recebe
            ? 'O contato volta a receber e-mails sobre tickets.'
            : 'O contato não recebe mais e-mails sobre tickets.',
        },
      };
    }),
  async look({ params }, { db }) {
    const address = await addressOf(db, params.token);
    const { recebe } = await mailPreference(db, address);
    return { data: { endereco: masked(address), recebe } };
  },
  leave: ({ params }, ctx) => leave(ctx, params.token),
});

async function leave(ctx: AuditContext & Pick<Deps, 'db'>, token: string) {
  const address = await addressOf(ctx.db, token);
  await ctx.db.transaction((tx) => setReceives(tx, ctx, address, false));
  return { data: { message: 'Pronto: você não recebe mais e-mails sobre os seus tickets.' } };
}

async function addressOf(db: Executor, token: string): Promise<string> {
  const address = readUnsubscribeToken(await installationSecret(db), token);
  if (!address) throw notFound();
  return address;
}

/** 'c•••@exemplo.com.br': whoever has the link knows the rest. */
const masked = (address: string) => `${address.slice(0, 1)}•••${address.slice(address.lastIndexOf('@'))}`;

/**
 * `List-Unsubscribe-Post` (RFC 8058): mail programs send a form without a session, which no other call of the console
 * accepts. Only the address in the link counts, whatever the form contains.
 */
export async function registerOneClick(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    // Other calls refuse forms unless their route asks for them (plugins/bodyParsers.ts); this form's content is ignored.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { bodyLimit: 4_096, parseAs: 'string' }, async () => null);
    scope.post<{ Params: { token: string } }>(
      '/config/descadastro/:token/um-clique',
      async (request, reply) => {
        reply.header('Cache-Control', 'no-store');
        return leave({ ...deps, user: null, ip: request.ip, requestId: request.id }, request.params.token);
      },
    );
  });
}

import { eq, sql } from 'drizzle-orm';
import { peopleRoutes } from '#contract/config/people/people.ts';
import type { Input } from '#contract/route.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { people, sessions } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { linkSent, mailFirstPassword, mailReset } from '../../session/account/accountEmails.ts';
import { cancelResets, openReset } from '../../session/account/passwords.ts';
import { countAttempt } from '../../session/backoff.ts';
import { endSessionsOf } from '../../session/openSession.ts';
import { removeFactorOf } from '../../session/secondFactor/enrol.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { requireAdministrators } from '../access.ts';
import { entity, lockPerson, openTickets, type PersonRecord } from './queries.ts';

export { storeBranches } from './queries.ts';

type Action = (tx: Tx, ctx: Context, record: PersonRecord) => Promise<string>;

/** An action on an account; `act` returns a message about what happened. */
const onAccount =
  (action: string, act: Action) =>
  async (tx: Tx, ctx: Context, { params, body }: Input<typeof peopleRoutes.deactivate>) => {
    const record = await lockPerson(tx, ctx, params.id, body.versao);
    const message = await act(tx, ctx, record);
    await audit(tx, ctx, { action, ...entity(params.id) });
    return { data: { id: params.id, message } };
  };

export const deactivatePerson = command(
  peopleRoutes.deactivate,
  onAccount('DESATIVAR', async (tx, ctx, { person }) => {
    if (person.id === ctx.user.id)
      throw refused('PROPRIA_CONTA', 'Você não pode desativar a sua própria conta. Peça a outra pessoa.');
    if (!person.active) throw refused('JA_DESATIVADA', 'Esta pessoa já está desativada.');
    await setActive(tx, ctx, person.id, false);
    await requireAdministrators(tx);
    await endSessionsOf(tx, person.id);
    await cancelResets(tx, ctx, person.id);
    const waiting = await openTickets(tx, person.id);
    if (waiting === 0) return 'Pessoa desativada. As sessões dela foram encerradas.';
    return `Pessoa desativada. ${ticketsText(waiting)} com ela: encaminhe pela lista de tickets.`;
  }),
);

const ticketsText = (count: number) =>
  formatCount(count, 'ticket em aberto continua', 'tickets em aberto continuam');

export const reactivatePerson = command(
  peopleRoutes.reactivate,
  onAccount('REATIVAR', async (tx, ctx, { person }) => {
    if (person.active) throw refused('JA_ATIVA', 'Esta pessoa já está ativa.');
    await setActive(tx, ctx, person.id, true);
    return 'Pessoa reativada. Ela entra com a senha que tinha.';
  }),
);

const setActive = (tx: Tx, { now }: Context, id: number, active: boolean) =>
  tx
    .update(people)
    .set({ active, updatedAt: now(), version: sql`${people.version} + 1` })
    .where(eq(people.id, id));

/** Ends all sessions; for the user's own account, all but the current one. */
export const endPersonSessions = command(
  peopleRoutes.endSessions,
  onAccount('ENCERRAR_SESSOES', async (tx, ctx, { person }) => {
    const own = person.id === ctx.user.id;
    const open = (await tx.$count(sessions, eq(sessions.personId, person.id))) - (own ? 1 : 0);
    await endSessionsOf(tx, person.id, own ? ctx.user.sessionId : undefined);
    if (open <= 0) return 'Não havia outra sessão aberta.';
    return open === 1 ? 'Sessão encerrada.' : `${open} sessões encerradas.`;
  }),
);

export const removePersonFactor = command(
  peopleRoutes.removeFactor,
  onAccount('RETIRAR_SEGUNDO_FATOR', async (tx, ctx, { person }) => {
    if (person.id === ctx.user.id)
      throw refused('PROPRIA_CONTA', 'Na sua própria conta, desative a verificação em Minha conta.');
    if (!(await removeFactorOf(tx, ctx, person)))
      throw refused('NAO_LIGADA', 'Esta pessoa não usa a verificação em duas etapas.');
    return 'Verificação em duas etapas retirada. As sessões da pessoa foram encerradas.';
  }),
);

/** A few in a row are helpful, many are a nuisance. */
export const sendPassword = command(peopleRoutes.sendPassword, {
  prepare: (ctx, { params }) => countAttempt(ctx, [{ subject: `enviar-senha:${params.id}`, free: 5 }]),
  work: onAccount('ENVIAR_SENHA', async (tx, ctx, { person }) => {
    if (!person.active) throw refused('DESATIVADA', 'Reative a pessoa antes de enviar o endereço.');
    if (!person.email) throw refused('SEM_EMAIL', 'Esta pessoa não tem e-mail. Inclua um no cadastro dela.');
    const never = person.passwordHash === 'nenhuma';
    await (never ? mailFirstPassword : mailReset)(tx, ctx, person, await openReset(tx, ctx, person.id));
    return linkSent(ctx.settings, person.email);
  }),
});

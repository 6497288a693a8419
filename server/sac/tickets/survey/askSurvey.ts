import { eq } from 'drizzle-orm';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { surveyMark } from '#contract/catalogs/surveyMark.ts';
import { surveyObstacle } from '#contract/rules/tickets/survey.ts';
import { surveyToken } from '#server/adapters/mail/signedAddress.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { ServiceParameters } from '#server/config/parameters/rules.ts';
import type { Deps } from '#server/context.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import { customers, ticketSurveys } from '#server/db/tables/index.ts';
import { refused } from '#server/errors.ts';
import { installationSecret } from '#server/session/secrets.ts';
import { openerByMail } from '../../inbox/queries.ts';
import { type ChangingTicket, changeTicket } from '../change/changeTicket.ts';
import { lockTicket, type TicketRecord } from '../change/lockTicket.ts';
import { type Recipient, recipientsOf } from '../mail/recipients.ts';
import { mailTemplates, sendTicketMail } from '../mail/ticketMail.ts';

type Asking = ChangingTicket & Pick<Deps, 'settings'>;

/** Asks how it was, where the company does so after every ticket. Nobody who may not be contacted is asked. */
export async function askAfterEnd(
  tx: Tx,
  deps: Pick<Deps, 'settings' | 'now'>,
  ticket: TicketRecord,
  parameters: ServiceParameters,
): Promise<void> {
  if (!parameters.pesquisaSatisfacao) return;
  const { recipient, obstacle } = await surveyFacts(tx, ticket);
  if (obstacle !== null || !recipient) return;
  const ctx = { ...deps, user: await openerByMail(tx), ip: '', requestId: 'pesquisa' };
  await send(tx, ctx, { ticket, recipient, parameters });
}

/** Asks the contact of a finished ticket how it was, once. Throws 422 if nobody may be asked. */
export async function askSurvey(tx: Tx, ctx: Asking, idTicket: number): Promise<TicketRecord> {
  const ticket = await lockTicket(tx, ctx.user, idTicket, { archivedToo: true });
  const { recipient, obstacle } = await surveyFacts(tx, ticket);
  if (obstacle !== null || !recipient) throw refused('SEM_PESQUISA', obstacle ?? '');
  return send(tx, ctx, { ticket, recipient, parameters: await serviceParameters(tx, ticket.branchId) });
}

interface Question {
  ticket: TicketRecord;
  recipient: Recipient;
  parameters: ServiceParameters;
}

async function send(tx: Tx, ctx: Asking, { ticket, recipient, parameters }: Question): Promise<TicketRecord> {
  const at = ctx.now();
  const [survey] = await tx
    .insert(ticketSurveys)
    .values({ ticketId: ticket.id, address: recipient.address, askedAt: at, updatedAt: at })
    .returning({ id: ticketSurveys.id });
  if (!survey) throw new Error('the survey was not written');
  const changed = await changeTicket(tx, ctx, ticket, {
    event: { type: 'PESQUISA', note: 'Enviada ao contato.', internal: true },
    audit: { action: 'PERGUNTAR_SATISFACAO' },
  });
  const templates = await mailTemplates(tx);
  const page = `${ctx.settings.publicUrl}/pesquisa/${surveyToken(await installationSecret(tx), survey.id)}`;
  const links = surveyMark.map(({ value, label }) => ({ label, link: `${page}?nota=${value}` }));
  await sendTicketMail(tx, ctx, {
    ticket: changed,
    recipient,
    templates,
    parameters,
    parts: [
      {
        template: templates.pesquisa,
        values: {
          notas: {
            text: links.map(({ label, link }) => `${label}: ${link}`).join('\n'),
            html: links.map(({ label, link }) => `<a href="${link}">${label}</a>`).join('<br>'),
          },
        },
      },
    ],
  });
  return changed;
}

/** Who would be asked about a ticket, and why nobody is. */
export async function surveyFacts(
  db: Executor,
  ticket: TicketRecord,
): Promise<{ recipient: Recipient | undefined; obstacle: string | null }> {
  const [customer] = await db
    .select({ doNotContact: customers.doNotContact })
    .from(customers)
    .where(eq(customers.id, ticket.customerId));
  const recipient = (await recipientsOf(db, ticket)).find(({ unsubscribed, copy }) => !unsubscribed && !copy);
  const obstacle = surveyObstacle({
    status: ticket.status,
    asked: (await db.$count(ticketSurveys, eq(ticketSurveys.ticketId, ticket.id))) > 0,
    doNotContact: customer?.doNotContact ?? false,
    reachable: recipient !== undefined,
  });
  return { recipient, obstacle };
}

/** Notes an answer on its ticket: in the timeline of the company and in the audit log, in both without the comment. */
export async function noteAnswer(
  tx: Tx,
  ctx: ChangingTicket,
  ticketId: number,
  { before, after }: { before: Answered; after: Answered & { mark: number } },
): Promise<void> {
  const ticket = await lockTicket(tx, ctx.user, ticketId, { archivedToo: true });
  const label = rowOf(surveyMark, String(after.mark)).label.toLowerCase();
  const comentario = commentChange(before.comment, after.comment);
  await changeTicket(tx, ctx, ticket, {
    event: {
      type: 'PESQUISA',
      note:
        before.mark === after.mark
          ? `Comentário da resposta ${comentario}.`
          : `${before.mark === null ? 'Resposta' : 'Resposta alterada'}: ${label} (${after.mark} de 5).`,
      internal: true,
    },
    audit: {
      action: 'RESPONDER_PESQUISA',
      before: { nota: before.mark },
      after: { nota: after.mark, ...(comentario && { comentario }) },
    },
  });
}

interface Answered {
  mark: number | null;
  comment: string;
}

const commentChange = (before: string, after: string): string | null =>
  before === after ? null : before === '' ? 'incluído' : after === '' ? 'retirado' : 'alterado';

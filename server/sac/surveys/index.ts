import { eq } from 'drizzle-orm';
import { takesAnswer } from '#contract/rules/tickets/survey.ts';
import { surveyRoutes } from '#contract/sac/surveys.ts';
import { readSurveyToken } from '../../adapters/mail/signedAddress.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Executor } from '../../db/client.ts';
import { ticketSurveys, tickets } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { isOutside } from '../../session/scope.ts';
import { installationSecret } from '../../session/secrets.ts';
import { plainText } from '../../text/plainText.ts';
import { command } from '../../writing/command.ts';
import { openerByMail } from '../inbox/queries.ts';
import { askSurvey, noteAnswer } from '../tickets/commands.ts';
import { requireVisibleTicket, surveyFacts } from '../tickets/queries.ts';

/** The question after the end of a ticket: asked and read by the company, answered through the link in an e-mail. */
export const surveyImplementation = implement(surveyRoutes, {
  async ofTicket({ params }, { db, user }) {
    const { id } = await requireVisibleTicket(db, user, params.idTicket);
    if (isOutside(user)) throw notFound();
    const [ticket] = await db.select().from(tickets).where(eq(tickets.id, id));
    if (!ticket) throw notFound();
    const [survey] = await db.select().from(ticketSurveys).where(eq(ticketSurveys.ticketId, ticket.id));
    const { obstacle } = await surveyFacts(db, ticket);
    return {
      data: {
        pedidaEm: survey?.askedAt.toISOString() ?? null,
        nota: survey?.mark ?? null,
        comentario: survey?.comment ?? '',
        respondidaEm: survey?.answeredAt?.toISOString() ?? null,
        impedimento: obstacle,
      },
    };
  },
  ask: command(surveyRoutes.ask, async (tx, ctx, { params }) => {
    if (isOutside(ctx.user)) throw notFound();
    await askSurvey(tx, ctx, params.idTicket);
    return { data: { id: params.idTicket, message: 'Pesquisa enviada ao contato do ticket.' } };
  }),
  async look({ params }, { db, now }) {
    const { survey, subject, parameters } = await surveyOf(db, params.token);
    return {
      data: {
        numero: survey.ticketId,
        assunto: subject,
        empresa: parameters.nomeEmpresa,
        nota: survey.mark,
        comentario: survey.comment,
        aberta: takesAnswer({ ...survey, days: daysIn(parameters), now: now() }),
      },
    };
  },
  answer: ({ params, body }, ctx) =>
    ctx.db.transaction(async (tx) => {
      const { survey, parameters } = await surveyOf(tx, params.token, true);
      const at = ctx.now();
      if (!takesAnswer({ ...survey, days: daysIn(parameters), now: at }))
        throw refused('PESQUISA_ENCERRADA', 'O prazo desta pesquisa terminou. Obrigado!');
      const comment = body.comentario === undefined ? survey.comment : plainText(body.comentario).trim();
      if (survey.mark !== body.nota || survey.comment !== comment) {
        await tx
          .update(ticketSurveys)
          .set({
            mark: body.nota,
            comment,
            answeredAt: survey.answeredAt ?? at,
            updatedAt: at,
            version: survey.version + 1,
          })
          .where(eq(ticketSurveys.id, survey.id));
        const { ip, requestId, now } = ctx;
        const who = { ip, requestId, now, user: await openerByMail(tx) };
        await noteAnswer(tx, who, survey.ticketId, {
          before: survey,
          after: { mark: body.nota, comment },
        });
      }
      return { data: { message: 'Obrigado! A sua resposta foi registrada.' } };
    }),
});

async function surveyOf(db: Executor, token: string, locked = false) {
  const id = readSurveyToken(await installationSecret(db), token);
  if (id === null) throw notFound();
  const asked = db.select().from(ticketSurveys).where(eq(ticketSurveys.id, id));
  const [survey] = await (locked ? asked.for('update') : asked);
  // A link must not fill again what was erased.
  if (!survey || survey.personalGoneAt) throw notFound();
  const [ticket] = await db
    .select({ subject: tickets.subject, branchId: tickets.branchId })
    .from(tickets)
    .where(eq(tickets.id, survey.ticketId));
  if (!ticket) throw notFound();
  return { survey, subject: ticket.subject, parameters: await serviceParameters(db, ticket.branchId) };
}

const daysIn = (parameters: { diasResponderPesquisa: number; diasMudarPesquisa: number }) => ({
  answer: parameters.diasResponderPesquisa,
  change: parameters.diasMudarPesquisa,
});

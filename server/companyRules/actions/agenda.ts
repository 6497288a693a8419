import { and, eq, isNull, like } from 'drizzle-orm';
import { questionsText } from '#contract/rules/agendas/contactQuestions.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { localInstant } from '#contract/rules/time/dayRange.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { writeAgendas } from '../../callcenter/agendaImport/commands.ts';
import { collaboratorsWhere } from '../../callcenter/agendaImport/queries.ts';
import { contactTurn, questionsAbout } from '../../callcenter/agendas/commands.ts';
import { lockCustomer } from '../../callcenter/customerCore/commands.ts';
import { agendas, people } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { seesOthersAgendas } from '../../session/scope.ts';
import type { Act, Acting, ActionOf } from './acting.ts';
import { branchOf, customerOf, sellerOf } from './parties.ts';

/** At most one open agenda of a rule for a customer. What a person would have been asked before leaves the customer alone. */
export const schedule: Act<'AGENDA'> = async (
  acting,
  { tipo, quem, pessoa, emDias, hora, assunto, observacao },
) => {
  const { tx, ctx, ruleKey, runId, by, fill } = acting;
  const { id, parties } = await customerOf(acting);
  const turn = await contactTurn(tx, [id]);
  const customer = await lockCustomer(tx, ctx, id);
  const own = `regra/${ruleKey}/${id}/`;
  const open = and(
    eq(agendas.customerId, id),
    isNull(agendas.finishedAt),
    like(agendas.externalId, `${own}%`),
  );
  if (await tx.$count(agendas, open))
    throw refused('SEM_MUDANCA', 'O cliente já tem uma agenda destas em aberto.');
  const personId = await personOf(acting, { quem, pessoa }, id);
  if (personId === null) throw refused('SEM_VENDEDOR', 'Nenhum vendedor atende o cliente.');
  const { branchId, zone } = await branchOf(acting, id, parties.branchId);
  const [person] = await collaboratorsWhere(tx, eq(people.id, personId));
  if (!person?.serves(branchId, customer.representativeId))
    throw refused('NAO_ATENDE', 'Quem faria o contato não atende o cliente.');
  const scheduledAt = localInstant(addDays(localDate(ctx.now(), zone), emDias), hora, zone);
  const [questions = []] = await questionsAbout(
    tx,
    ctx,
    [{ customerId: id, kind: tipo, at: scheduledAt, zone }],
    turn,
  );
  if (questions.length > 0) return { sentence: questionsText(questions), skipped: true };
  const row = {
    ...{ customerId: id, branchId, personId, representativeId: customer.representativeId },
    ...{ kind: tipo, subject: await fill(assunto), description: await fill(observacao), scheduledAt },
    ...{ origin: 'AUTOMACAO' as const, externalId: `${own}${runId}` },
  };
  const [made] = await writeAgendas(tx, ctx, [row], `Agenda criada pela ${by}`);
  if (!made) throw refused('SEM_MUDANCA', 'A agenda já foi criada.');
  return { sentence: 'Agenda criada.', result: { agenda: made, pessoa: personId } };
};

/** Only whoever leads plans contacts for others by hand; a rule does so by what it was published for. */
async function personOf(
  acting: Acting,
  { quem, pessoa }: Pick<ActionOf<'AGENDA'>, 'quem' | 'pessoa'>,
  customerId: number,
): Promise<number | null> {
  const { user } = acting.ctx;
  if (quem === 'QUEM_USA') return user.id;
  const personId = quem === 'PESSOA' ? (pessoa ?? null) : await sellerOf(acting, customerId);
  if (personId !== null && personId !== user.id && !user.byRule && !seesOthersAgendas(user))
    throw refused('AGENDA_DE_OUTRO', 'Só a supervisão marca agendas para outra pessoa.');
  return personId;
}

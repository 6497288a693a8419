import { and, asc, sql } from 'drizzle-orm';
import type { serviceRecordRoutes } from '#contract/callcenter/agendas/serviceRecords.ts';
import type { Input, Output } from '#contract/route.ts';
import type { ContactQuestion } from '#contract/rules/agendas/contactQuestions.ts';
import { formatPhone, isPhone, normalizePhone, parsePhoneSearch } from '#contract/rules/phone.ts';
import { type DialAnswer, sendToDialer } from '../../adapters/dialer/sendToDialer.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { customers, dials } from '../../db/tables/index.ts';
import { invalid, Refusal } from '../../errors.ts';
import { logCustomers } from '../../sac/customers/commands.ts';
import { leadingCustomer, phoneOwners } from '../../sac/customers/queries.ts';
import { unmaskedChoice } from '../../session/personalData.ts';
import { customerScope } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { audit } from '../../writing/audit.ts';
import { type Confirmed, confirmed, questionsAbout } from '../agendas/commands.ts';
import { numbersOf, requireCustomer } from '../contacts/queries.ts';
import { requireAgenda } from './write.ts';

type Dial = typeof serviceRecordRoutes.dial;

interface Call {
  number: string;
  customerId: number | null;
  agendaId: number | null;
}

/** Calls the dialer and records the outcome either way. No transaction waits for an external service. */
export async function dialNumber({ body }: Input<Dial>, ctx: Context): Promise<Output<Dial>> {
  const agendaId = Number(body.idAgenda) || null;
  const given = Number(body.idCli) ? await leadingCustomer(ctx.db, Number(body.idCli)) : null;
  const agenda =
    agendaId === null ? null : await requireAgenda(ctx.db, ctx.user, agendaId, given ?? undefined);
  const customerId = given ?? agenda?.customerId ?? null;
  const customer = customerId === null ? null : await requireCustomer(ctx, customerId);
  const offered = customer ? await numbersOf(ctx.db, customer) : [];
  const chosen = unmaskedChoice(ctx.user, 'TELEFONE', { field: 'numero', given: body.numero, offered });
  const call: Call = { number: normalizePhone(chosen), customerId, agendaId };
  if (!isPhone(call.number)) throw invalid({ numero: 'Telefone inválido' });
  const isAboutDebt = agenda?.kind === 'C' && agenda.finishedAt === null;
  const asked = await askedAbout(ctx, call, isAboutDebt ? 'C' : 'A');
  const why = confirmed(asked.questions, body.confirmar);
  const answer = await sendToDialer(ctx.settings, { number: call.number, operator: ctx.user.id });
  // No `command`: what the dialer refused is written too, and its answer must not wait in a transaction.
  const done = await ctx.db.transaction((tx) => keep(tx, ctx, call, { answer, why, of: asked.of }));
  if (!answer.accepted) throw new Refusal(503, 'DISCADORA', answer.text || 'Erro ao discar');
  return done;
}

/** More customers than share a number. */
const MOST_OWNERS = 20;

/** Customers in the user's scope who have the number; whoever else has it stays unknown. */
async function ownersOf({ db, user }: Context, number: string): Promise<number[]> {
  const phone = parsePhoneSearch(number);
  if (!phone) return [];
  const rows = await db
    .select({ id: customers.id })
    .from(customers)
    .where(and(sql`${customers.id} in (${phoneOwners(phone)})`, customerScope(user)))
    .orderBy(asc(customers.id))
    .limit(MOST_OWNERS);
  return rows.map(({ id }) => id);
}

interface Asked {
  questions: ContactQuestion[];
  /** The customers whose history tells of the call: the one it is made to, or those who are asked about. */
  of: number[];
}

/** A call is a contact made now, with the customer that is named or with whoever has the number. */
async function askedAbout(ctx: Context, { customerId, number }: Call, kind: 'A' | 'C'): Promise<Asked> {
  const ids = customerId === null ? await ownersOf(ctx, number) : [customerId];
  const zone = await zoneOf(ctx.db, ctx.user);
  const contacts = ids.map((id) => ({ customerId: id, kind, at: ctx.now(), zone }));
  const found = (await questionsAbout(ctx.db, ctx, contacts, 'NONE')).map((questions) =>
    // An agenda for this minute is what the call is made for.
    questions.filter((question) => question.kind !== 'MESMO_MINUTO'),
  );
  const texts = new Map(found.flat().map((question) => [question.text, question]));
  const [first, ...others] = texts.values();
  if (customerId !== null) return { questions: [...texts.values()], of: ids };
  const named = first && { ...first, text: `O número é de um cliente. ${first.text}` };
  return {
    questions: [...(named ? [named] : []), ...others],
    of: ids.filter((_, place) => (found[place]?.length ?? 0) > 0),
  };
}

interface Called {
  answer: DialAnswer;
  why: Confirmed;
  of: readonly number[];
}

async function keep(
  tx: Tx,
  ctx: Context,
  call: Call,
  { answer: { accepted, text }, why, of }: Called,
): Promise<Output<Dial>> {
  const [row] = await tx
    .insert(dials)
    .values({ ...call, personId: ctx.user.id, accepted, answer: text, at: ctx.now() })
    .returning({ id: dials.id });
  const id = row?.id ?? 0;
  const told = `${accepted ? 'Ligação para' : 'A discadora não ligou para'} ${formatPhone(call.number)}`;
  await logCustomers(
    tx,
    ctx,
    of.map((customerId) => ({
      customerId,
      type: 'ATENDIMENTO' as const,
      text: [told, why.text].filter(Boolean).join('. '),
      data: { ligacao: id, ...why.data },
    })),
  );
  await audit(tx, ctx, {
    action: 'DISCAR',
    entity: 'dials',
    entityId: id,
    after: { numero: call.number, aceita: accepted, ...why.data },
  });
  return { data: { id, message: 'Enviado para discadora' } };
}

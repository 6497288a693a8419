import { eq } from 'drizzle-orm';
import { serviceRecordRoutes } from '#contract/callcenter/agendas/serviceRecords.ts';
import type { Input, Output } from '#contract/route.ts';
import { formatPhone, isPhone, normalizePhone } from '#contract/rules/phone.ts';
import { type DialAnswer, sendToDialer } from '../../adapters/dialer/sendToDialer.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { agendas, dials, serviceRecords } from '../../db/tables/index.ts';
import { invalid, Refusal } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { unmaskedChoice } from '../../session/personalData.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { audit } from '../../writing/audit.ts';
import { type Confirmed, confirmed, questionsAbout } from '../agendas/commands.ts';
import { numbersOf, requireCustomer } from '../contacts/queries.ts';
import { pendingRecord, reasonOptions, recordPage } from './queries.ts';
import { operatorState, setOperatorStatus } from './status.ts';
import { createRecord, finishRecord, registerRecord, requireAgenda, startRecord } from './write.ts';

export const serviceRecordImplementation = implement(serviceRecordRoutes, {
  reasons: (_, { db }) => reasonOptions(db),
  create: createRecord,
  ofCustomer: async ({ params, query }, ctx) => {
    await requireCustomer(ctx, params.idCli);
    return recordPage(ctx.db, eq(serviceRecords.customerId, params.idCli), query);
  },
  list: async ({ query: { idCli, ...page } }, ctx) => {
    if (idCli === undefined) return recordPage(ctx.db, eq(serviceRecords.personId, ctx.user.id), page);
    await requireCustomer(ctx, idCli);
    return recordPage(ctx.db, eq(serviceRecords.customerId, idCli), page);
  },
  pending: async (_, ctx) => ({ data: await pendingRecord(ctx) }),
  start: startRecord,
  register: registerRecord,
  finish: finishRecord,
  operatorStatus: (_, { db, user }) => operatorState(db, user.id),
  setOperatorStatus,
  dial: dialNumber,
});

type Dial = typeof serviceRecordRoutes.dial;

interface Call {
  number: string;
  customerId: number | null;
  agendaId: number | null;
}

/** Calls the dialer and records the outcome either way. No transaction waits for an external service. */
async function dialNumber({ body }: Input<Dial>, ctx: Context): Promise<Output<Dial>> {
  const customerId = Number(body.idCli) || null;
  const customer = customerId === null ? null : await requireCustomer(ctx, customerId);
  const offered = customer ? await numbersOf(ctx.db, customer) : [];
  const chosen = unmaskedChoice(ctx.user, 'TELEFONE', { field: 'numero', given: body.numero, offered });
  const call: Call = {
    number: normalizePhone(chosen),
    customerId,
    agendaId: Number(body.idAgenda) || null,
  };
  if (!isPhone(call.number)) throw invalid({ numero: 'Telefone inválido' });
  if (call.agendaId !== null)
    await requireAgenda(ctx.db, ctx.user, call.agendaId, call.customerId ?? undefined);
  const why =
    customerId === null ? null : await confirmedCall(ctx, customerId, call.agendaId, body.confirmar);
  const answer = await sendToDialer(ctx.settings, { number: call.number, operator: ctx.user.id });
  const done = await ctx.db.transaction((tx) => keep(tx, ctx, call, { answer, why }));
  if (!answer.accepted) throw new Refusal(503, 'DISCADORA', answer.text || 'Erro ao discar');
  return done;
}

/** A call is a contact made now; that of a collection's agenda is about a debt. */
async function confirmedCall(
  ctx: Context,
  customerId: number,
  agendaId: number | null,
  confirmar: string | undefined,
): Promise<Confirmed> {
  const [agenda] =
    agendaId === null
      ? []
      : await ctx.db.select({ kind: agendas.kind }).from(agendas).where(eq(agendas.id, agendaId));
  const zone = await zoneOf(ctx.db, ctx.user);
  const [questions = []] = await questionsAbout(ctx.db, ctx, [
    { customerId, kind: agenda?.kind ?? 'A', at: ctx.now(), zone },
  ]);
  // An agenda for this minute is what the call is made for.
  return confirmed(
    questions.filter(({ kind }) => kind !== 'MESMO_MINUTO'),
    confirmar,
  );
}

interface Called {
  answer: DialAnswer;
  why: Confirmed | null;
}

async function keep(
  tx: Tx,
  ctx: Context,
  call: Call,
  { answer: { accepted, text }, why }: Called,
): Promise<Output<Dial>> {
  const [row] = await tx
    .insert(dials)
    .values({ ...call, personId: ctx.user.id, accepted, answer: text, at: ctx.now() })
    .returning({ id: dials.id });
  const id = row?.id ?? 0;
  if (call.customerId !== null)
    await logCustomer(tx, ctx, {
      customerId: call.customerId,
      type: 'ATENDIMENTO',
      text: [
        `${accepted ? 'Ligação para' : 'A discadora não ligou para'} ${formatPhone(call.number)}`,
        why?.text,
      ]
        .filter(Boolean)
        .join('. '),
      data: { ligacao: id, ...why?.data },
    });
  await audit(tx, ctx, {
    action: 'DISCAR',
    entity: 'dials',
    entityId: id,
    after: { numero: call.number, aceita: accepted, ...why?.data },
  });
  return { data: { id, message: 'Enviado para discadora' } };
}

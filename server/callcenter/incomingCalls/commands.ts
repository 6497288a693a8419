import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { CALL_STATUSES, type CallStatus } from '#contract/callcenter/agendas/incomingCalls.ts';
import { personType, worksForCompany } from '#contract/catalogs/personType.ts';
import type { Deps, User } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { incomingCalls, people, personBranches, usedCallMessages } from '../../db/tables/index.ts';
import { Refusal } from '../../errors.ts';
import { hashToken } from '../../session/secrets.ts';
import { SIGNATURE_TOLERANCE } from '../../session/signedMessages.ts';
import { audit } from '../../writing/audit.ts';
import type { ToldCall } from './intake.ts';
import { publishCall } from './publishCall.ts';
import { SHOWN_MS } from './queries.ts';

type Call = typeof incomingCalls.$inferSelect;

/** What a signed message says of itself, `timestamp` as it was signed. */
export interface SignedMessage {
  id: string;
  timestamp: string;
  body: string;
  sentAt: Date;
}

interface Teller {
  key: User;
  ip: string;
  requestId: string;
  message?: SignedMessage | undefined;
}

/** Within this time the same number at the same line is the same call, where the telephone system has no name for it. */
const SAME_CALL_MS = 60_000;

/**
 * Keeps what the telephone system says of a call and tells the person on the line. What is told again changes nothing; of a line
 * without a person nothing is kept.
 */
export async function announceCall(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { key, message, ...from }: Teller,
  told: ToldCall,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (message) await takeOnce(tx, key, message);
    // Locked, so that the same call told twice at once is one.
    const personId = await personOnLine(tx, key, told.line);
    if (personId === null) return;
    const at = now();
    const earlierCall = await knownCall(tx, personId, told, at);
    const call = earlierCall
      ? await advance(tx, earlierCall, told.status, at)
      : await begin(tx, personId, told, at);
    if (!call) return;
    await audit(
      tx,
      { user: key, now, ...from },
      {
        action: 'RECEBER_LIGACAO',
        entity: 'incoming_calls',
        entityId: call.id,
        after: { ramal: told.line, situacao: told.status },
      },
    );
    await publishCall(tx, call, at);
  });
}

/**
 * A signed message counts once, so that whoever has read it on its way cannot send it again. The sender itself signs anew, with another
 * moment, when it tries again. What was signed is remembered as one text, because its parts could be cut otherwise.
 */
async function takeOnce(tx: Tx, key: User, { id, timestamp, body, sentAt }: SignedMessage): Promise<void> {
  const [first] = await tx
    .insert(usedCallMessages)
    .values({
      messageHash: hashToken(`${key.id}.${id}.${timestamp}.${body}`),
      expiresAt: new Date(sentAt.getTime() + SIGNATURE_TOLERANCE),
    })
    .onConflictDoNothing()
    .returning({ messageHash: usedCallMessages.messageHash });
  if (!first) throw new Refusal(409, 'MENSAGEM_REPETIDA', 'Esta mensagem já foi recebida.');
}

/** A key of some branches tells only those who work there, and who see every branch. */
async function personOnLine(tx: Tx, key: User, line: string): Promise<number | null> {
  const [person] = await tx
    .select({ id: people.id, type: people.type })
    .from(people)
    .where(and(eq(people.line, line), eq(people.active, true)))
    .for('no key update');
  if (!person || !worksForCompany(person.type)) return null;
  const isOfBranches = personType.some(({ value, scope }) => value === person.type && scope === 'FILIAIS');
  if (!isOfBranches || key.type === 'ADMIN') return person.id;
  const works = await tx
    .select({ id: personBranches.branchId })
    .from(personBranches)
    .where(eq(personBranches.personId, person.id));
  return works.some(({ id }) => key.branchIds.includes(id)) ? person.id : null;
}

async function knownCall(tx: Tx, personId: number, told: ToldCall, at: Date): Promise<Call | undefined> {
  const [call] = await tx
    .select()
    .from(incomingCalls)
    .where(
      and(eq(incomingCalls.personId, personId), told.name === '' ? isByNumber(told, at) : isByName(told, at)),
    )
    .orderBy(desc(incomingCalls.id))
    .limit(1);
  return call;
}

/** Who rings again after a minute calls anew; what is told of a call later belongs to the one that has not ended. */
const isByNumber = ({ number, status }: ToldCall, at: Date) =>
  and(
    eq(incomingCalls.number, number),
    status === 'TOCANDO'
      ? startedWithin(SAME_CALL_MS, at)
      : and(ne(incomingCalls.status, 'ENCERRADA'), startedWithin(SHOWN_MS, at)),
  );

/** Telephone systems count their calls anew after a restart, so that an old name may come again. However long a call was, it ends. */
const isByName = ({ name, status }: ToldCall, at: Date) =>
  and(eq(incomingCalls.callKey, name), status === 'ENCERRADA' ? undefined : startedWithin(SHOWN_MS, at));

const startedWithin = (ms: number, at: Date) => gt(incomingCalls.startedAt, new Date(at.getTime() - ms));

const times = (status: CallStatus, at: Date) => ({
  status,
  ...(status === 'ATENDIDA' && { answeredAt: at }),
  ...(status === 'ENCERRADA' && { endedAt: at }),
});

/** Nothing for the rest of a call without a name that did not ring here, such as one that the person made. */
async function begin(
  tx: Tx,
  personId: number,
  { name, line, number, status }: ToldCall,
  at: Date,
): Promise<Call | undefined> {
  if (name === '' && status !== 'TOCANDO') return undefined;
  if (name !== '')
    await tx
      .update(incomingCalls)
      .set({ callKey: sql`${incomingCalls.callKey} || ' até ' || ${at.toISOString()}::text` })
      .where(and(eq(incomingCalls.personId, personId), eq(incomingCalls.callKey, name)));
  const callKey = name || `sem nome ${randomUUID()}`;
  const [row] = await tx
    .insert(incomingCalls)
    .values({ personId, line, number, callKey, startedAt: at, ...times(status, at) })
    .returning();
  return row;
}

/** Nothing where it has got that far already: what comes late is not news. */
async function advance(tx: Tx, call: Call, to: CallStatus, at: Date): Promise<Call | undefined> {
  if (CALL_STATUSES.indexOf(to) <= CALL_STATUSES.indexOf(call.status)) return undefined;
  // The version is that of what the person says, whom a call that hangs up meanwhile must not stop.
  await tx.update(incomingCalls).set(times(to, at)).where(eq(incomingCalls.id, call.id));
  return call;
}

/** Days for which the number and note of a call are kept that nobody's registration was named for. */
const DAYS_KEPT = 90;

/** That there was a call stays, as a figure. */
export async function forgetCallers({ db }: Pick<Deps, 'db'>): Promise<number> {
  const { rowCount } = await db
    .update(incomingCalls)
    // The telephone system's name for a call may hold the number too.
    .set({ number: '', note: '', callKey: sql`'sem nome ' || ${incomingCalls.id}` })
    .where(
      and(
        isNull(incomingCalls.customerId),
        or(ne(incomingCalls.number, ''), ne(incomingCalls.note, '')),
        lt(incomingCalls.startedAt, sql`now() - make_interval(days => ${DAYS_KEPT})`),
      ),
    );
  return rowCount ?? 0;
}

import { and, eq } from 'drizzle-orm';
import { pageOf } from '#contract/map/recordPages.ts';
import { ruleEntity } from '#contract/rules/companyRules/ruleEntities.ts';
import { people, webhookDeliveries, webhooks } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { visibleCodes } from '../../feed/read.ts';
import { signalFeed } from '../../realtime/signal.ts';
import { feedReaderOf } from '../../webhooks/fanOut.ts';
import { noticeTo } from '../../writing/noticeTo.ts';
import type { Act, Acting, ActionOf } from './acting.ts';
import { partiesOf, responsibleOf } from './parties.ts';

const MOST_SUPERVISORS = 100;

export const notify: Act<'AVISAR'> = async (acting, { para, pessoa, assunto, texto }) => {
  const { tx, ctx, entity, recordId, fill } = acting;
  const told = await noticeTo(tx, ctx, await peopleOf(acting, para, pessoa ?? null), {
    titulo: await fill(assunto),
    texto: await fill(texto),
    link: pageOf(entity, recordId),
  });
  if (told.length === 0) throw refused('SEM_PESSOA', 'Não há a quem avisar: ninguém cuida do registro.');
  return { sentence: told.length === 1 ? 'Uma pessoa avisada.' : `${told.length} pessoas avisadas.` };
};

async function peopleOf(
  acting: Acting,
  para: ActionOf<'AVISAR'>['para'],
  pessoa: number | null,
): Promise<number[]> {
  if (para === 'SUPERVISORES') {
    const rows = await acting.tx
      .select({ id: people.id })
      .from(people)
      .where(and(eq(people.type, 'SUPERVISOR'), eq(people.active, true)))
      .limit(MOST_SUPERVISORS);
    return rows.map(({ id }) => id);
  }
  const id = para === 'PESSOA' ? pessoa : await responsibleOf(acting, await partiesOf(acting));
  return id === null ? [] : [id];
}

/** Tells the number of the record and which rule it was. What the other system may know of it, it reads with its own key. */
export const callWebhook: Act<'WEBHOOK'> = async (
  { tx, ctx, ruleKey, runId, step, entity, recordId },
  { webhook },
) => {
  const [row] = await tx
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, webhook), eq(webhooks.active, true)));
  if (!row) throw refused('WEBHOOK', 'O webhook não existe mais, ou está desligado.');
  const type = ruleEntity(entity)?.tipo ?? '';
  if (!row.types.includes(type))
    throw refused('WEBHOOK', `O webhook ${row.name} não avisa este tipo de registro.`);
  const code = (await visibleCodes(tx, await feedReaderOf(tx, row), type, [recordId])).get(recordId);
  if (code === undefined) throw refused('WEBHOOK', `O webhook ${row.name} não avisa desta filial.`);
  const event = `${type}.regra`;
  const timestamp = ctx.now().toISOString();
  const data = { tipo: type, id: recordId, codigo: code, acao: 'regra', regra: ruleKey, quando: timestamp };
  const [written] = await tx
    .insert(webhookDeliveries)
    .values({
      webhookId: row.id,
      messageId: `msg_${row.id}_regra_${runId}_${step}_${ruleKey}`,
      event,
      body: JSON.stringify({ type: event, timestamp, data }),
    })
    .returning({ id: webhookDeliveries.id });
  await signalFeed(tx, 'due');
  return { sentence: `Aviso ao webhook ${row.name}.`, result: { entrega: written?.id ?? 0 } };
};

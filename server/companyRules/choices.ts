import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { RuleChoice } from '#contract/config/companyRules.ts';
import type { ChoiceSource } from '#contract/rules/companyRules/ruleActions.ts';
import { isStandardMail, type MailTemplate } from '#contract/rules/mails/mailTemplate.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { publishedDefinitions } from '../config/definitions/queries.ts';
import { extraFieldsWith } from '../config/fields/queries.ts';
import type { Context } from '../context.ts';
import { cannedReplies, reasons, roles, sectors, ticketTypes, webhooks } from '../db/tables/index.ts';
import { customDefinitions } from '../records/custom/queries.ts';
import { attendants } from '../session/attendants.ts';
import { fillableFields, writableFields } from './filledFields.ts';

const MOST = 1_000;

/** What the fields of actions are chosen from, as far as the person sees it. */
export async function choicesFor({ db, user }: Context): Promise<Record<ChoiceSource, RuleChoice[]>> {
  const people = (await attendants(db, user, { most: MOST })).map(({ id, nome }) => ({
    valor: id,
    titulo: nome,
  }));
  const [places, replies, hooks, endings, openings, types, profiles, fields, own, mails] = await Promise.all([
    db
      .select({ valor: sectors.key, titulo: sectors.name })
      .from(sectors)
      .where(eq(sectors.active, true))
      .orderBy(sql`${sectors.name} collate pt_br`)
      .limit(MOST),
    db
      .select({ valor: cannedReplies.id, titulo: cannedReplies.title })
      .from(cannedReplies)
      .orderBy(sql`${cannedReplies.title} collate pt_br`)
      .limit(MOST),
    db
      .select({ valor: webhooks.id, titulo: webhooks.name })
      .from(webhooks)
      .orderBy(asc(webhooks.name))
      .limit(MOST),
    db
      .select({ valor: reasons.id, titulo: reasons.description })
      .from(reasons)
      .where(and(eq(reasons.kind, 'FINALIZACAO'), eq(reasons.active, true)))
      .orderBy(sql`${reasons.description} collate pt_br`)
      .limit(MOST),
    db
      .select({
        valor: reasons.id,
        titulo: sql<string>`concat_ws(': ', ${ticketTypes.description}, ${reasons.description})`,
      })
      .from(reasons)
      .leftJoin(ticketTypes, eq(ticketTypes.id, reasons.typeId))
      .where(and(eq(reasons.kind, 'ABERTURA'), eq(reasons.active, true), isNull(reasons.parentId)))
      .orderBy(sql`${ticketTypes.description} collate pt_br nulls first`, asc(reasons.position))
      .limit(MOST),
    db
      .select({ valor: ticketTypes.key, titulo: ticketTypes.description })
      .from(ticketTypes)
      .where(eq(ticketTypes.active, true))
      .orderBy(sql`${ticketTypes.description} collate pt_br`)
      .limit(MOST),
    db
      .select({ valor: roles.key, titulo: roles.name })
      .from(roles)
      .orderBy(sql`${roles.name} collate pt_br`)
      .limit(MOST),
    extraFieldsWith(db, 'ticket'),
    customDefinitions(db),
    publishedDefinitions<MailTemplate>(db, 'mails'),
  ]);
  return {
    setores: places,
    atendentes: people,
    vendedores: people,
    respostas: replies,
    webhooks: hooks,
    motivosFinalizacao: endings,
    tiposTicket: types,
    perfis: profiles,
    motivosAbertura: openings,
    cadastros: own.slice(0, MOST).map(({ key, content }) => ({
      ...{ valor: key, titulo: upperFirst(content.titulo.muitos) },
      campos: writableFields(content).map(({ chave, titulo }) => ({ chave, titulo })),
    })),
    modelosEmail: mails
      .filter(({ key }) => !isStandardMail(key))
      .map(({ key, content }) => ({ valor: key, titulo: content.titulo }))
      .sort((a, b) => a.titulo.localeCompare(b.titulo, 'pt-BR'))
      .slice(0, MOST),
    camposTicket: fillableFields(fields).map(({ chave, titulo }) => ({
      valor: chave,
      titulo,
    })),
  };
}

import { inArray, sql } from 'drizzle-orm';
import * as t from '#server/db/tables/index.ts';
import { mergedInto } from '#server/sac/customers/queries.ts';
import { ofPeople, type PersonalDataTable } from './holding.ts';

const ownRows = (
  title: string,
  table: PersonalDataTable['table'] & { personId?: unknown },
  rows: PersonalDataTable['rows'],
  disclosed: PersonalDataTable['disclosed'],
): PersonalDataTable => ({ group: 'CONTA', title, table, rows, disclosed, erase: 'ROW' });

/** A consumer's account. Accounts of people who work here are closed in Pessoas. */
export const ACCOUNT_HOLDINGS = {
  people: [
    {
      group: 'CONTA',
      title: 'conta',
      table: t.people,
      rows: ofPeople(t.people.id),
      disclosed: {
        nome: t.people.name,
        cpf: t.people.cpf,
        email: t.people.email,
        telefone: t.people.phone,
        nascimento: t.people.birthDate,
        preferencias: t.people.preferences,
        criadaEm: t.people.createdAt,
      },
      erase: {
        name: 'Pessoa eliminada',
        cpf: sql`'X' || lpad(${t.people.id}::text, 10, '0')`,
        email: '',
        phone: '',
        birthDate: null,
        employeeNumber: '',
        preferences: {},
        active: false,
        // No password has this hash.
        passwordHash: 'nenhuma',
      },
    },
  ],
  sessions: [
    ownRows('sessoes', t.sessions, ofPeople(t.sessions.personId), {
      desde: t.sessions.createdAt,
      vistaEm: t.sessions.seenAt,
      enderecoDeRede: t.sessions.ip,
      navegador: t.sessions.userAgent,
    }),
  ],
  secondFactors: [
    ownRows('verificacaoEmDuasEtapas', t.secondFactors, ofPeople(t.secondFactors.personId), {
      desde: t.secondFactors.createdAt,
    }),
  ],
  externalIdentities: [
    ownRows('entradaPelaEmpresa', t.externalIdentities, ofPeople(t.externalIdentities.personId), {
      provedor: t.externalIdentities.issuer,
      identificador: t.externalIdentities.subject,
    }),
  ],
  passkeys: [
    ownRows('chavesDeAcesso', t.passkeys, ofPeople(t.passkeys.personId), {
      nome: t.passkeys.name,
      criadaEm: t.passkeys.createdAt,
      usadaEm: t.passkeys.lastUsedAt,
    }),
  ],
  recoveryCodes: [
    ownRows('codigosDeRecuperacao', t.recoveryCodes, ofPeople(t.recoveryCodes.personId), {
      feitoEm: t.recoveryCodes.createdAt,
    }),
  ],
  pendingSignIns: [ownRows('entradasPelaMetade', t.pendingSignIns, ofPeople(t.pendingSignIns.personId), {})],
  drafts: [
    ownRows('rascunhos', t.drafts, ofPeople(t.drafts.personId), {
      de: t.drafts.object,
      conteudo: t.drafts.content,
      em: t.drafts.updatedAt,
    }),
  ],
  draftEndings: [
    ownRows('rascunhosEnviados', t.draftEndings, ofPeople(t.draftEndings.personId), {
      como: t.draftEndings.text,
      em: t.draftEndings.endedAt,
    }),
  ],
  savedViews: [
    ownRows('visoes', t.savedViews, ofPeople(t.savedViews.ownerId), {
      nome: t.savedViews.name,
      lista: t.savedViews.list,
    }),
  ],
  idempotencyKeys: [ownRows('comandosRecentes', t.idempotencyKeys, ofPeople(t.idempotencyKeys.personId), {})],
  notices: [
    ownRows('avisos', t.notices, ofPeople(t.notices.personId), {
      titulo: t.notices.title,
      em: t.notices.publishedAt,
    }),
  ],
  noticeReads: [
    ownRows('avisosLidos', t.noticeReads, ofPeople(t.noticeReads.personId), { em: t.noticeReads.readAt }),
  ],
  outboxEmails: [
    {
      group: 'COMUNICACOES',
      title: 'emailsEnviados',
      table: t.outboxEmails,
      rows: ({ emails }) => inArray(sql`lower(${t.outboxEmails.toAddress})`, [...emails]),
      disclosed: {
        para: t.outboxEmails.toAddress,
        assunto: t.outboxEmails.subject,
        texto: t.outboxEmails.bodyText,
        em: t.outboxEmails.createdAt,
      },
      erase: 'ROW',
    },
  ],
  receivedEmails: [
    {
      group: 'COMUNICACOES',
      title: 'emailsRecebidos',
      table: t.receivedEmails,
      rows: ({ emails }) => inArray(sql`lower(${t.receivedEmails.fromAddress})`, [...emails]),
      disclosed: {
        de: t.receivedEmails.fromAddress,
        assunto: t.receivedEmails.subject,
        texto: t.receivedEmails.html,
        em: t.receivedEmails.receivedAt,
      },
      erase: 'ROW',
    },
  ],
  mailAddresses: [
    {
      group: 'COMUNICACOES',
      title: 'enderecosDeEmail',
      table: t.mailAddresses,
      rows: ({ emails }) => inArray(t.mailAddresses.address, [...emails]),
      disclosed: {
        endereco: t.mailAddresses.address,
        naoQuerReceberDesde: t.mailAddresses.unsubscribedAt,
        falhaDesde: t.mailAddresses.failingSince,
      },
      erase: 'ROW',
    },
  ],
  auditLog: [
    {
      group: 'REGISTROS',
      title: 'auditoria',
      table: t.auditLog,
      rows: ({ personIds, customerIds }) =>
        sql`(${t.auditLog.personId} = any(${sql.param(personIds)}::int[])
          or (${t.auditLog.entity} = 'customers' and ${t.auditLog.entityId} in (
            select id::text from unnest(${sql.param(customerIds)}::int[]) as own(id)
            union all select id::text from (${mergedInto(customerIds)}) merged))
          or (${t.auditLog.entity} = 'people' and ${t.auditLog.entityId} = any(${sql.param(personIds.map(String))}::text[])))`,
      disclosed: {
        em: t.auditLog.at,
        acao: t.auditLog.action,
        entidade: t.auditLog.entity,
        registro: t.auditLog.entityId,
        antes: t.auditLog.before,
        depois: t.auditLog.after,
        enderecoDeRede: t.auditLog.ip,
      },
      // The database refuses changes to the log, since a changed log would prove nothing.
      erase: null,
    },
  ],
} as const satisfies Readonly<Record<string, readonly PersonalDataTable[]>>;

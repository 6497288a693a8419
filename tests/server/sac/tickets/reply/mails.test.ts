import { describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { isReplyOf, readReplyAddress, unsubscribeToken } from '#server/adapters/mail/signedAddress.ts';
import {
  auditLog,
  customers,
  mailAddresses,
  outboxEmails,
  parameters,
  people,
  ticketNews,
} from '#server/db/tables/index.ts';
import { mailCustomers } from '#server/sac/tickets/mail/mailCustomers.ts';
import { installationSecret } from '#server/session/secrets.ts';
import { addGoods } from '../addGoods.ts';
import { db, fixture, MINUTE, mails, openReplies, own, post, ticket } from './replyFixture.ts';

openReplies();

const tell = () => mailCustomers(fixture.server.deps);
const minuteLater = async () => {
  fixture.server.advance(MINUTE);
  await tell();
};
const setting = (key: string, value: unknown, branchId = 0) =>
  db()
    .insert(parameters)
    .values({ area: 'SAC', key, value, branchId, description: key, public: false })
    .onConflictDoUpdate({
      target: [parameters.area, parameters.key, parameters.branchId],
      set: { value },
    });
const REPLY_TO = 'atendimento@empresa.com.br';

describe('e-mail about a public answer', () => {
  it('reaches the contact a minute later, in one e-mail with what was added meanwhile', async () => {
    await post(own, { mensagem: '<p>Pode enviar <b>2 fotos</b>?</p>' });
    await tell();
    expect(await mails()).toEqual([]);
    fixture.server.advance(MINUTE / 2);
    await post(own, { mensagem: '<p>E a nota.</p>' });
    await post(own, { tipo: 'PRIVADO', mensagem: '<p>Cliente difícil</p>' });
    fixture.server.advance(MINUTE / 2);
    await Promise.all([tell(), tell(), tell()]);
    const sent = await mails();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ toAddress: 'clara@exemplo.com.br', ticketId: own });
    expect(sent[0]?.subject).toMatch(new RegExp(`^\\[Solicitação ${own}\\] `));
    expect(sent[0]?.bodyText).toMatch(/escreveu na sua solicitação[\s\S]*2 fotos[\s\S]*E a nota\./);
    expect(`${sent[0]?.bodyText}${sent[0]?.bodyHtml}`).not.toContain('difícil');
    expect(sent[0]?.bodyHtml).toContain(
      '<blockquote><p>Pode enviar <strong>2 fotos</strong>?</p></blockquote>',
    );
    expect(await db().select().from(ticketNews)).toEqual([]);
  });

  it('is not sent to the author of the answer', async () => {
    const before = (await mails()).length;
    await post(own, {}, 'CONSUMIDOR_FINAL');
    await minuteLater();
    expect((await mails()).length).toBe(before);
  });

  it('comes from the branch, takes replies of its recipient only and keeps one thread', async () => {
    await setting('emailResposta', REPLY_TO);
    await setting('emailRemetenteNome', 'Loja Centro', fixture.branchIds[0]);
    await post(own, {});
    await minuteLater();
    await post(own, {});
    await minuteLater();
    const [second, first] = await mails();
    expect(second?.envelope).toMatchObject({ fromName: 'Loja Centro', inReplyTo: first?.messageId });
    expect(second?.envelope?.references?.[0]).toBe(`<ticket.${own}@empresa.com.br>`);
    expect(second?.envelope?.references).toContain(first?.messageId);
    const target = readReplyAddress(second?.envelope?.replyTo ?? '');
    expect(target).toMatchObject({ ticketId: own, base: REPLY_TO });
    const secret = await installationSecret(db());
    const of = (ticketId: number, address: string) =>
      isReplyOf(secret, { ticketId, seal: target?.seal ?? '', base: '' }, address);
    expect(of(own, 'Clara@Exemplo.com.br')).toBe(true);
    expect(of(own, 'outra@exemplo.com.br')).toBe(false);
    expect(of(ticket, 'clara@exemplo.com.br')).toBe(false);
    expect(second?.bodyText).toContain('##- Responda acima desta linha -##');
  });

  it('is not sent, even later, when the branch has e-mails switched off', async () => {
    const before = (await mails()).length;
    await setting('avisosPorEmail', false, fixture.branchIds[0]);
    await post(own, {});
    await minuteLater();
    await setting('avisosPorEmail', true, fixture.branchIds[0]);
    await minuteLater();
    expect((await mails()).length).toBe(before);
  });
});

describe('e-mail about a step', () => {
  it('names the step, or the result of the end, but never the reason', async () => {
    const id = await fixture.addTicket({ customerId: fixture.customerIds.consumer });
    await addGoods(fixture.server, id);
    const move = (what: string, body: object) =>
      fixture.server.call('POST', `/sac/tickets/${id}/${what}`, { token: fixture.tokens.ADMIN, body });
    expect((await move('avancar-etapa', { versao: 1 })).body.data.message).toBe(
      'Ticket enviado para Análise da devolução.',
    );
    await minuteLater();
    expect((await mails())[0]?.bodyText).toContain(
      `A sua solicitação ${id} passou à etapa Análise da devolução.`,
    );
    expect((await move('cancelar', { versao: 2, motivo: 'Duplicado' })).status).toBe(200);
    await minuteLater();
    const [mail] = await mails();
    expect(mail).toMatchObject({ ticketId: id, toAddress: 'clara@exemplo.com.br' });
    expect(mail?.bodyText).toContain(`A sua solicitação ${id} foi encerrada. Resultado: Cancelado.`);
    expect(mail?.bodyText).not.toContain('Duplicado');
  });
});

describe('unsubscribing from e-mails', () => {
  const token = async () => unsubscribeToken(await installationSecret(db()), 'clara@exemplo.com.br');
  const setAgain = (recebe: boolean) =>
    fixture.server.call('PUT', `/sac/tickets/${own}/contato/avisos`, {
      token: fixture.tokens.OPERADOR,
      body: { recebe },
    });

  it('works by the link of any e-mail, without signing in, after a confirmation', async () => {
    const url = `/config/descadastro/${await token()}`;
    expect((await mails())[0]?.bodyText).toContain(`/descadastro/${await token()}`);
    expect((await fixture.server.call('GET', url)).body.data).toEqual({
      endereco: 'c•••@exemplo.com.br',
      recebe: true,
    });
    expect((await fixture.server.call('GET', url.replace(/.$/, 'x'))).status).toBe(404);
    const [row] = await db().select().from(mailAddresses);
    expect(row).toBeUndefined();
    expect((await fixture.server.call('POST', url)).status).toBe(200);
    expect((await fixture.get(`tickets/${own}`)).body.data.contato.avisos).toEqual({
      recebe: false,
      falha: '',
    });
  });

  it('stops answers, but not mandatory e-mails, which give the reason', async () => {
    const before = (await mails()).length;
    await post(own, {});
    await minuteLater();
    expect((await mails()).length).toBe(before);
    const id = await fixture.addTicket({ customerId: fixture.customerIds.consumer });
    await fixture.server.call('POST', `/sac/tickets/${id}/cancelar`, {
      token: fixture.tokens.ADMIN,
      body: { versao: 1, motivo: 'Duplicado' },
    });
    await minuteLater();
    const [mail] = await mails();
    expect(mail?.ticketId).toBe(id);
    expect(mail?.bodyText).toContain('O resultado do atendimento é informado a todos');
    expect(mail?.bodyText).not.toContain('Para não receber mais');
  });

  it('is undone by staff of the branch, with an audit entry', async () => {
    const foreign = await fixture.server.call('PUT', `/sac/tickets/${own}/contato/avisos`, {
      token: fixture.tokens.OTHER_OPERATOR,
      body: { recebe: true },
    });
    expect(foreign.status).toBe(404);
    expect((await setAgain(true)).status).toBe(200);
    const before = (await mails()).length;
    await post(own, {});
    await minuteLater();
    expect((await mails()).length).toBe(before + 1);
    const logged = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.entity, 'mail_addresses'))
      .orderBy(auditLog.id);
    expect(logged.map(({ action }) => action)).toEqual(['DESLIGAR_EMAILS', 'LIGAR_EMAILS']);
  });

  it('works with one click in a mail program (RFC 8058)', async () => {
    const { status } = await fixture.server.call('POST', `/config/descadastro/${await token()}/um-clique`, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(status).toBe(200);
    expect((await fixture.get(`tickets/${own}`)).body.data.contato.avisos.recebe).toBe(false);
    expect((await fixture.server.call('POST', '/config/descadastro/x~y/um-clique')).status).toBe(404);
    await setAgain(true);
  });
});

it('no e-mail is sent to an invalid address, nor twice to one person', async () => {
  const before = (await mails()).length;
  await db()
    .update(people)
    .set({ email: 'CLARA@exemplo.com.br' })
    .where(eq(people.id, fixture.people.CONSUMIDOR_FINAL));
  const both = await fixture.addTicket({
    customerId: fixture.customerIds.consumer,
    creatorId: fixture.people.CONSUMIDOR_FINAL,
    status: 'EM_ATENDIMENTO',
  });
  await post(both, {});
  await minuteLater();
  expect((await mails()).length).toBe(before + 1);
  await db()
    .update(customers)
    .set({ email: 'clara@exemplo.com.br, outra@x.com\r\nBcc: z@x.com' })
    .where(eq(customers.id, fixture.customerIds.consumer));
  await post(own, {});
  await minuteLater();
  const after = await db().select().from(outboxEmails).orderBy(outboxEmails.id);
  expect(after.every(({ toAddress }) => /^[^\s,]+@[^\s,]+$/.test(toAddress))).toBe(true);
});

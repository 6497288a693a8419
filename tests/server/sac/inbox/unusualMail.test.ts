import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { and, desc, eq } from 'drizzle-orm';
import { auditLog, files, parameters, ticketAttachments, tickets } from '#server/db/tables/index.ts';
import { receiveMail, sweepReceived } from '#server/sac/inbox/commands.ts';
import {
  BASE,
  db,
  deps,
  eml,
  fixture,
  MINUTE,
  messages,
  multipart,
  openInbox,
  PDF,
  receive,
  row,
  setting,
  ticket,
  type Written,
} from './inboxFixture.ts';

openInbox();

describe('unusual e-mail', () => {
  it.each<[string, Written, string, string]>([
    [
      'an out-of-office reply',
      { headers: { 'Auto-Submitted': 'auto-replied' } },
      'A_PARTE',
      'FORA_DO_ESCRITORIO',
    ],
    [
      'an out-of-office reply known only by its subject',
      { headers: { Subject: 'Resposta automática: férias' } },
      'A_PARTE',
      'FORA_DO_ESCRITORIO',
    ],
    ['an automatic e-mail', { headers: { 'Auto-Submitted': 'auto-generated' } }, 'A_PARTE', 'AUTOMATICO'],
    ['a mailing list', { headers: { Precedence: 'bulk' } }, 'A_PARTE', 'LISTA'],
    ['our own e-mail', { headers: { 'X-Loop': 'balcao' } }, 'A_PARTE', 'PROPRIO'],
    ['an e-mail from our own address', { from: BASE }, 'A_PARTE', 'PROPRIO'],
    ['an empty text', { body: ' \r\n\r\n' }, 'ESPERA', 'VAZIO'],
    ['no sender', { from: '' }, 'ESPERA', 'ILEGIVEL'],
    [
      '10,000 recipients',
      { headers: { Cc: Array.from({ length: 10_000 }, (_, i) => `p${i}@x.com`).join(',\r\n ') } },
      'ESPERA',
      'DESTINATARIOS',
    ],
    [
      '200 attachments',
      multipart(
        Array.from({ length: 200 }, (_, i) => ({ type: 'application/pdf', name: `${i}.pdf`, content: PDF })),
      ),
      'ESPERA',
      'ANEXOS',
    ],
  ])('creates no message: %s', async (_what, written, state, reason) => {
    expect(await receive(written)).toMatchObject({ state, reason });
    expect(await messages()).toEqual([]);
  });

  it('is read as far as possible with broken MIME, and held when it is no e-mail at all', async () => {
    const broken = await receive({
      headers: { 'Content-Type': 'multipart/mixed; boundary="b0"' },
      body: '--b0\r\nContent-Type: text/plain\r\n\r\nSem fim',
    });
    expect(broken).toMatchObject({ state: 'NO_TICKET' });
    expect((await messages())[0]?.html).toBe('<p>Sem fim</p>');
    expect(await receiveMail(deps(), Buffer.from([0, 1, 2, 255, 254, 13, 10]))).toMatchObject({
      reason: 'ILEGIVEL',
    });
  });

  it.each([
    ['windows-1252', Buffer.from('A promo\xE7\xE3o \x93boa\x94', 'latin1'), 'A promoção “boa”'],
    ['iso-8859-1', Buffer.from('n\xE3o chegou', 'latin1'), 'não chegou'],
    ['x-unknown', Buffer.from('ola', 'latin1'), 'ola'],
  ])('is decoded from %s', async (charset, body, text) => {
    await receive({ headers: { 'Content-Type': `text/plain; charset=${charset}` }, body });
    expect((await messages())[0]?.html).toBe(`<p>${text}</p>`);
  });

  it('loses scripts and remote pictures of its HTML, and has its quotation folded', async () => {
    const { id } = await receive({
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
      body: '<html><head><title>t</title><style>p{}</style></head><body><p onclick="x()">Troca<script>alert(1)</script><img src="https://mal.com/p.gif"></p><a href="javascript:x()">aqui</a><div class="gmail_quote">Em ter. escreveu:<blockquote>antigo</blockquote></div></body></html>',
    });
    const [message] = await messages();
    expect(message?.html).toMatch(/Troca/);
    expect(message?.html).not.toMatch(/script|img|mal\.com|javascript|antigo|onclick/);
    expect((await row(id))?.quotedHtml).toContain('antigo');
  });

  it('has its attachments checked like uploads; a false type or a bomb is left out and named', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const { state, id } = await receive(
      multipart([
        { type: 'text/plain', content: 'Seguem' },
        { type: 'application/pdf', name: 'nota.pdf', content: PDF },
        { type: 'application/pdf', name: 'bomba.pdf', content: bomb },
        { type: 'application/zip', name: 'bomba.zip', content: bomb },
        { type: 'application/octet-stream', name: '../../virus.exe', content: 'MZ' },
      ]),
    );
    expect(state).toBe('NO_TICKET');
    const stored = await db()
      .select({ name: files.name })
      .from(ticketAttachments)
      .innerJoin(files, eq(files.id, ticketAttachments.fileId))
      .where(eq(ticketAttachments.ticketId, ticket));
    expect(stored).toEqual([{ name: 'nota.pdf' }]);
    const left = (await row(id))?.leftOut ?? [];
    expect(left.map((each) => each.split(' ')[0])).toEqual(['bomba.pdf', 'bomba.zip', 'virus.exe']);
    expect((await row(id))?.fileId).not.toBeNull();
    fixture.server.advance(31 * 24 * 60 * MINUTE);
    await sweepReceived(deps());
    expect((await row(id))?.fileId).not.toBeNull();
    fixture.server.advance(335 * 24 * 60 * MINUTE);
    await sweepReceived(deps());
    expect((await row(id))?.fileId).toBeNull();
  });

  it('keeps lists, links and tables that messages allow; plain text wins if it says the same', async () => {
    const both = (text: string, html: string) => ({
      headers: { 'Content-Type': 'multipart/alternative; boundary="b0"', 'MIME-Version': '1.0' },
      body: `--b0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n--b0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n--b0--\r\n`,
    });
    const shown = async (text: string, html: string) => {
      await receive(both(text, html));
      return (await messages())[0]?.html;
    };
    expect(await shown('Olá,\r\n\r\nchegou.', '<div>Olá,</div><div><br></div><div>chegou.</div>')).toBe(
      '<p>Olá,<br /><br />chegou.</p>',
    );
    expect(
      await shown(
        'Faltam:\r\n* 2 tampas',
        '<p>Faltam:</p><ul><li>2 <b>tampas</b><ol><li>azul</li></ol></li><li><p>1 copo</p></li></ul><table><tr><th>Cor</th><th>Qtd</th></tr><tr><td><p>Azul</p></td><td><p>3</p></td></tr></table><p><a href="https://x.com/?a=1&amp;b=2">foto</a></p>',
      ),
    ).toBe(
      '<p>Faltam:</p><ul><li>2 <strong>tampas</strong><ol><li>azul</li></ol></li><li>1 copo</li></ul><p>Cor | Qtd</p><p>Azul | 3</p><p><a href="https://x.com/?a=1&amp;b=2" rel="noopener noreferrer nofollow">foto</a></p>',
    );
  });

  it('shows a reply below or between quotations as the new text', async () => {
    const { id } = await receive({
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
      body: '<div class="moz-cite-prefix">Am 3.11. schrieb Balcão:</div><blockquote><p>Quando?</p><ul><li>manhã</li></ul></blockquote><p>Amanhã.</p><blockquote>Onde?</blockquote><p>Em casa.</p>',
    });
    expect((await messages())[0]?.html).toBe('<p>Amanhã.</p><p>Em casa.</p>');
    expect((await row(id))?.quotedHtml).toContain(
      '<blockquote><p>Quando?</p><ul><li>manhã</li></ul></blockquote>',
    );
  });

  it('keeps inline pictures, named in their place, but not those of the quotation', async () => {
    const PNG = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const picture = (cid: string, name: string) =>
      `--b0\r\nContent-Type: image/png${name && `; name="${name}"`}\r\nContent-ID: <${cid}>\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: base64\r\n\r\n${PNG.toString('base64')}\r\n`;
    const { id } = await receive({
      headers: { 'Content-Type': 'multipart/related; boundary="b0"', 'MIME-Version': '1.0' },
      body: `--b0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Veja <img src="cid:a@x"> e <img src="cid:b@x"></p><div class="gmail_quote"><blockquote>antes <img src="cid:logo@x"></blockquote></div>\r\n${picture('a@x', 'tampa.png')}${picture('b@x', '')}${picture('logo@x', 'logo.png')}--b0--\r\n`,
    });
    expect((await messages())[0]?.html).toBe('<p>Veja [imagem: tampa.png] e [imagem: imagem.png]</p>');
    expect((await row(id))?.attachments).toEqual(['tampa.png', 'imagem.png']);
    expect((await row(id))?.leftOut).toEqual([]);
  });

  it('keeps as many attachments as uploads allow; only what exceeds the size is left out, named', async () => {
    await setting('LIMITE_TAMANHO_MAXIMO_ARQUIVOS', 1);
    const { id } = await receive(
      multipart([
        { type: 'text/plain', content: 'Seguem' },
        ...Array.from({ length: 9 }, (_, i) => ({
          type: 'application/pdf',
          name: `${i}.pdf`,
          content: `${PDF}${'x'.repeat(125_000)}`,
        })),
      ]),
    );
    await db().delete(parameters).where(eq(parameters.key, 'LIMITE_TAMANHO_MAXIMO_ARQUIVOS'));
    const stored = await db()
      .select({ messageId: ticketAttachments.messageId })
      .from(ticketAttachments)
      .where(eq(ticketAttachments.ticketId, ticket));
    const [message] = await messages();
    expect(stored.map(({ messageId }) => messageId)).toEqual(Array(8).fill(message?.id));
    expect((await row(id))?.leftOut).toEqual(['8.pdf (com ele os anexos passam de 1 MB)']);
    const [entry] = await db()
      .select()
      .from(auditLog)
      .where(
        and(
          eq(auditLog.entity, 'tickets'),
          eq(auditLog.entityId, String(ticket)),
          eq(auditLog.action, 'RESPONDER'),
        ),
      )
      .orderBy(desc(auditLog.id))
      .limit(1);
    expect(entry?.after).toMatchObject({ mensagem: message?.id, anexos: 8 });
  });

  it('is another e-mail under the same Message-ID where its sender or its text differs', async () => {
    const id = '<mesmo@exemplo.com.br>';
    const first = await receive({ id, body: 'Faltou uma caixa.' });
    expect(await receive({ id, body: 'Faltou uma caixa.' })).toMatchObject({ id: first.id, repeated: true });
    // The same e-mail by another way has other headers.
    const again = { id, body: 'Faltou uma caixa.', headers: { Received: 'by lista.empresa.com.br' } };
    expect(await receive(again)).toMatchObject({ id: first.id, repeated: true });
    expect(await receive({ id, body: 'E amassou outra.' })).toMatchObject({
      repeated: false,
      state: 'NO_TICKET',
    });
    expect((await messages()).map(({ html }) => html)).toEqual([
      '<p>E amassou outra.</p>',
      '<p>Faltou uma caixa.</p>',
    ]);
  });

  it('is kept whole, however long a person writes', async () => {
    const body = `${'Faltou a caixa. '.repeat(2_200)}Fim.`;
    await receive({ body });
    const [message] = await messages();
    expect(message?.html.length).toBeGreaterThan(35_000);
    expect(message?.html).toMatch(/Fim\.<\/p>$/);
  });

  it('that nobody wrote moves no ticket', async () => {
    const { status } = (await db().select().from(tickets).where(eq(tickets.id, ticket)))[0] ?? {};
    const receipt = 'multipart/report; report-type=disposition-notification; boundary="b0"';
    const machines: Record<string, string>[] = [
      { 'Content-Type': receipt },
      { Subject: 'Estou de férias' },
      { 'Content-Type': 'multipart/mixed; boundary="b0"', Subject: 'Aceito: Visita' },
    ];
    for (const headers of machines)
      await receive({
        headers,
        body: '--b0\r\nContent-Type: text/plain\r\n\r\nLida\r\n--b0\r\nContent-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nEND:VCALENDAR\r\n--b0--\r\n',
      });
    expect((await db().select().from(tickets).where(eq(tickets.id, ticket)))[0]).toMatchObject({
      status,
      version: 1,
    });
    expect(await messages()).toEqual([]);
  });

  it('can be downloaded as it arrived by those who read the mailbox, and each download is in the audit', async () => {
    const raw = eml({ body: 'Chegou amassada.' });
    const { id } = await receiveMail(deps(), raw);
    const path = `/config/emails-recebidos/${id}/original`;
    const download = (type: 'ADMIN' | 'VENDEDOR') =>
      fixture.server.app.inject({
        url: path,
        headers: { App: 'teste', authorization: `Bearer ${fixture.tokens[type]}` },
      });
    fixture.tokens.VENDEDOR = await fixture.server.sessionOf(fixture.people.VENDEDOR);
    expect((await download('VENDEDOR')).statusCode).toBe(403);
    const answer = await download('ADMIN');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toMatch(/^attachment/);
    expect(answer.rawPayload.equals(raw)).toBe(true);
    const entries = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'received_emails'), eq(auditLog.action, 'BAIXAR')))
      .orderBy(auditLog.id);
    expect(entries).toHaveLength(1);
    expect((await messages())[0]).toBeDefined();
    const { body } = await fixture.get(`tickets/${ticket}/historico`);
    expect(body.itens[0].email.original).toBe(id);
  });

  it('is held when one sender sends too many within an hour', async () => {
    const last = await (async () => {
      for (let i = 0; i < 30; i++) await receive();
      return receive();
    })();
    expect(last).toMatchObject({ state: 'ESPERA', reason: 'EXCESSO' });
    expect(await messages()).toHaveLength(30);
  });
});

import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { addLines, attachments, fixture, items, openShownTicket, ticket } from './shownTicket.ts';
import { countQueries } from './ticketFixture.ts';

openShownTicket();

describe('GET tickets/{id}/anexos', () => {
  const names = async (who: 'OPERADOR' | 'CONSUMIDOR_FINAL') =>
    (await fixture.get(`tickets/${ticket}/anexos`, who)).body.map(
      (file: { nome_exibicao: string }) => file.nome_exibicao,
    );

  it('hides internal files and files of private messages from a consumer', async () => {
    expect(await names('OPERADOR')).toEqual([
      'nota.pdf',
      'interno.pdf',
      'foto.jpg',
      'publica.pdf',
      'privada.pdf',
      'sem-marca.pdf',
    ]);
    expect(await names('CONSUMIDOR_FINAL')).toEqual(['nota.pdf', 'foto.jpg', 'publica.pdf']);
    for (const name of ['internal', 'ofPrivate', 'ofPrivateUnmarked'])
      expect(
        (await fixture.get(`tickets/${ticket}/anexos/${attachments[name]}`, 'CONSUMIDOR_FINAL')).status,
      ).toBe(404);
  });

  it('links to the file', async () => {
    const [file] = (await fixture.get(`tickets/${ticket}/anexos`)).body;
    expect(file.link).toBe(`/sac/tickets/${ticket}/anexos/${attachments.public}`);
  });
});

describe('GET tickets/{id}/anexos/{idAnexo}', () => {
  it('sends the file as a download, never inline', async () => {
    const { status, headers, body } = await fixture.get(`tickets/${ticket}/anexos/${attachments.public}`);
    expect(status).toBe(200);
    expect(body).toBe('0123456789');
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-length': '10',
    });
    expect(headers['content-disposition']).toMatch(/^attachment; filename="nota.pdf"/);
  });

  it('sends a picture as a download and its thumbnail inline', async () => {
    const way = `tickets/${ticket}/anexos/${attachments.picture}`;
    expect((await fixture.get(way)).headers['content-disposition']).toMatch(/^attachment/);
    const answer = await fixture.server.app.inject({
      url: `/sac/${way}?miniatura=true`,
      headers: { authorization: `Bearer ${fixture.tokens.ADMIN}` },
    });
    expect(answer.headers['content-type']).toBe('image/webp');
    expect(answer.headers['content-disposition']).toMatch(/^inline/);
    const { width, height } = await sharp(answer.rawPayload).metadata();
    expect([width, height]).toEqual([240, 160]);
  });

  it('returns 422 for a thumbnail of a file that is no picture', async () => {
    const answer = await fixture.get(`tickets/${ticket}/anexos/${attachments.public}?miniatura=true`);
    expect(answer.status).toBe(422);
    expect(answer.body.error).toBe('O arquivo "nota.pdf" não é uma imagem: baixe-o para ver.');
  });

  it('answers 404 for a file that the store has lost', async () => {
    expect((await fixture.get(`tickets/${ticket}/anexos/${attachments.internal}`)).status).toBe(404);
  });
});

describe('GET tickets/{id}/produtos', () => {
  it('returns each line with its invoice, quantities and photos', async () => {
    const { body } = await fixture.get(`tickets/${ticket}/produtos`, 'CONSUMIDOR_FINAL');
    expect(body).toHaveLength(3);
    expect(body[0]).toMatchObject({
      id: items[0],
      idExibicao: expect.stringMatching(/^P-/),
      avulso: false,
      nfe: 4321,
      data_nota: '2026-11-03',
      valor_sem_imposto: '9.0000',
      valor_unitario: '10.0500',
      qtd_comprada: '10',
      qtd_solicitada: '2.000',
      status: 'AN',
      motivo: null,
      idImagem: null,
    });
    expect(body[0].anexos.map(({ id }: { id: number }) => id)).toEqual([attachments.picture]);
    expect(body[1].anexos).toEqual([]);
  });

  it('returns a loose product without an invoice', async () => {
    const loose = await fixture.addTicket();
    await addLines(loose, 1, { invoiceItemId: null });
    const { body } = await fixture.get(`tickets/${loose}/produtos`);
    expect(body[0]).toMatchObject({ avulso: true, nfe: null, data_nota: null, qtd_comprada: null });
  });

  it('runs no extra query per line', async () => {
    const long = await fixture.addTicket();
    await addLines(long, 40);
    const one = await countQueries(fixture, () => fixture.get(`tickets/${ticket}/produtos`));
    expect(one).toBeGreaterThan(0);
    expect(await countQueries(fixture, () => fixture.get(`tickets/${long}/produtos`))).toBe(one);
    // The first request also reads what the process then caches.
    await fixture.get(`tickets/${ticket}`);
    const whole = await countQueries(fixture, () => fixture.get(`tickets/${ticket}`));
    expect(await countQueries(fixture, () => fixture.get(`tickets/${long}`))).toBe(whole);
    expect(whole).toBeLessThanOrEqual(14);
  });
});

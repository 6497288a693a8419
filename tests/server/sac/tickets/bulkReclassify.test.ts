import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type MoveFixture, moveFixture } from './moves/moveFixture.ts';

let fixture: MoveFixture;
beforeAll(async () => {
  fixture = await moveFixture();
});
afterAll(() => fixture?.server.close());

const run = (ids: number[], dados: object, who: 'SUPERVISOR' | 'OPERADOR' | 'VENDEDOR' = 'SUPERVISOR') =>
  fixture.server.call('POST', '/sac/tickets/lote/reclassificar', {
    token: fixture.tokens[who],
    body: { ids, dados },
  });

/** What is asked for many tickets at once: the type and its reasons. */
async function reasonsOf(type: string) {
  const { mensagem: _, assunto: __, ...dados } = await fixture.toType(type);
  return dados;
}

it('changes the type of many tickets as of one, with what each of them lacks in its row', async () => {
  const fine = await fixture.addTicket({
    typeId: fixture.types.get('ATENDIMENTO') ?? 0,
    message: 'Como faço?',
  });
  const closed = await fixture.addTicket({ status: 'CANCELADO' });
  const already = await fixture.addTicket({ typeId: fixture.types.get('DUVIDA_PRODUTO') ?? 0 });
  const dados = await reasonsOf('DUVIDA_PRODUTO');
  expect((await run([fine], {})).body.errors).toMatchObject({ idTipo: 'Escolha o novo tipo.' });
  expect((await run([fine], dados, 'VENDEDOR')).status).toBe(403);
  const { body } = await run([fine, closed, already], { ...dados, motivo: 'Triagem' });
  expect(body.data).toMatchObject({
    processados: 3,
    sucesso: [fine],
    falhas: expect.arrayContaining([
      expect.objectContaining({ id: closed, codigo: 'ENCERRADO' }),
      expect.objectContaining({ id: already, mensagem: expect.stringContaining('já é do tipo') }),
    ]),
  });
  expect((await fixture.ticket(fine)).typeId).toBe(fixture.types.get('DUVIDA_PRODUTO'));
  expect(await fixture.lastEvent(fine)).toMatchObject({
    type: 'RECLASSIFICACAO',
    data: { motivo: 'Triagem' },
  });
  // What the type demands of the ticket itself is not asked of all at once.
  const bare = await fixture.addTicket({
    typeId: fixture.types.get('ATENDIMENTO') ?? 0,
    message: 'Quero devolver',
  });
  const goods = await run([bare], await reasonsOf('DEVOLUCAO'));
  expect(goods.body.data.falhas).toEqual([
    expect.objectContaining({ id: bare, mensagem: 'Inclua pelo menos um produto de nota fiscal.' }),
  ]);
});

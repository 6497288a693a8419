import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type TicketFixture, ticketFixture } from '../sac/tickets/ticketFixture.ts';

let fixture: TicketFixture;
beforeAll(async () => {
  fixture = await ticketFixture();
});
afterAll(() => fixture?.server.close());

const get = (token: string, url: string) => fixture.server.call('GET', url, { token });
const keyOf = async (filiais: number[]) => {
  const { body } = await fixture.server.call('POST', '/config/chaves', {
    token: fixture.tokens.ADMIN,
    body: {
      nome: 'ERP',
      escopos: [{ tipo: 'tickets', verbos: ['LER'] }],
      filiais,
      enderecos: [],
      validade: null,
    },
  });
  return body.data.chave as string;
};

it('announces a ticket and each of its steps to keys of its branch, which can read it', async () => {
  const id = await fixture.addTicket({ status: 'FINALIZADO' });
  const [here, there] = [await keyOf([fixture.branchIds[0]]), await keyOf([fixture.branchIds[1]])];
  for (const move of ['arquivar', 'desarquivar']) {
    const { body } = await fixture.get(`tickets/${id}`);
    const { status } = await fixture.server.call('POST', `/sac/tickets/${id}/${move}`, {
      token: fixture.tokens.ADMIN,
      body: { versao: body.data.versao },
    });
    expect(status).toBe(200);
  }
  const { itens } = (await get(here, '/dados/v1/mudancas?tipos=tickets')).body;
  expect(itens).toEqual(
    ['ARQUIVAR', 'DESARQUIVAR'].map((passo) =>
      expect.objectContaining({ tipo: 'tickets', codigo: String(id), acao: 'passo', passo }),
    ),
  );
  expect((await get(here, itens[0].endereco)).body.data).toMatchObject({ id, assunto: expect.any(String) });
  expect((await get(there, '/dados/v1/mudancas')).body.itens).toEqual([]);
  const foreign = await get(there, itens[0].endereco);
  const unknown = await get(there, '/dados/v1/tickets/999999');
  expect([foreign.status, foreign.body.error]).toEqual([404, unknown.body.error]);
});

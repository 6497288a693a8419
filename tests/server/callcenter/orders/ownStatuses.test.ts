import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { STANDARD_WORDS, setWords } from '#contract/words/words.ts';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import { type OrderFixture, orderFixture } from './orderFixture.ts';

describe("company's own statuses of quotes and orders", () => {
  let fixture: OrderFixture;
  beforeAll(async () => {
    fixture = await orderFixture();
  });
  afterEach(() => setWords(STANDARD_WORDS));
  afterAll(() => fixture?.server.close());

  const as = (
    who: keyof OrderFixture['tokens'],
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ) => fixture.server.call(method, path, { token: fixture.tokens[who], ...(body && { body }) });
  const versao = async () => {
    const { itens } = (await as('ADMIN', 'GET', '/config/parametros')).body;
    return itens.find(({ chave }: { chave: string }) => chave === 'statusPedido').versao;
  };
  const say = async (valor: unknown) =>
    as('ADMIN', 'PUT', '/config/parametros/CALLCENTER/statusPedido', {
      valor,
      idFil: null,
      versao: await versao(),
    });

  it.each([
    [{ NOVO: { rotulo: 'x' } }, /"NOVO" não existe/],
    [{ ATIVO: 3 }, /Ativo: informe nome, cor e ícone/],
    [{ ATIVO: { cor: '#ff0000' } }, /Ativo: escolha uma cor/],
    [{ ATIVO: { icone: 'Skull' } }, /Ativo: escolha um ícone/],
    [{ ATIVO: { rotulo: 'x'.repeat(41) } }, /Ativo: escreva um nome de até 40/],
    [{ ATIVO: { next: [] } }, /o campo "next" não existe/],
    [[], /Preencha/],
  ])('are rejected as %j', async (valor, sentence) => {
    const { status, body } = await say(valor);
    expect([status, body.errors?.valor ?? body.error]).toEqual([422, expect.stringMatching(sentence)]);
  });

  it('appear in every console, in the spreadsheet and in refusals', async () => {
    const id = await fixture.quote({ stage: 'PEDIDO', status: 'FATURADO' });
    const quote = await fixture.quote({ status: 'PERDIDO' });
    const valor = {
      FATURADO: { rotulo: 'Nota emitida', cor: 'sucesso', icone: 'Paid' },
      PERDIDO: 'Não fechou',
    };
    expect((await say(valor)).status).toBe(200);
    const load = (await as('VENDEDOR', 'GET', '/callcenter/carga')).body;
    expect((load.data ?? load).parametros.statusPedido).toEqual(valor);
    const refused = await as('SUPERVISOR', 'DELETE', `/callcenter/pedidos/${id}`);
    expect([refused.body.code, refused.body.error]).toEqual([
      'SITUACAO_NAO_PERMITE',
      expect.stringContaining('na situação "Nota emitida"'),
    ]);
    const edited = (await as('VENDEDOR', 'GET', `/callcenter/orcamentos/${quote}/carrinho`)).body;
    expect((edited.data ?? edited).motivoSomenteLeitura).toContain('"Não fechou"');
    const changed = await as('VENDEDOR', 'PUT', `/callcenter/orcamentos/${quote}`, { versao: 1 });
    expect(changed.body.error).toContain('"Não fechou"');
    const sheet = await as('SUPERVISOR', 'POST', '/callcenter/pedidos/exportar', {
      formato: 'csv',
    });
    expect(sheet.body).toContain('Nota emitida');
    expect(sheet.body).not.toContain('Faturado');
  });

  it('are said by the words of the studio before those of the parameter, in every place', async () => {
    const id = await fixture.quote({ stage: 'PEDIDO', status: 'FATURADO' });
    await fixture.quote({ stage: 'PEDIDO', status: 'ENTREGUE' });
    expect((await say({ FATURADO: 'Nota emitida', PERDIDO: 'Não fechou' })).status).toBe(200);
    await loadDefinitions(fixture.server.deps.db);
    const words = '/config/definicoes/words/console';
    const { versao: at, padrao } = (await as('ADMIN', 'GET', words)).body.data;
    const palavras = [
      { lugar: 'situacaoPedido', chave: 'FATURADO', palavra: 'Com nota' },
      { lugar: 'situacaoPedido', chave: 'ENTREGUE', palavra: 'Chegou' },
    ];
    const draft = await as('ADMIN', 'PUT', `${words}/rascunho`, {
      conteudo: { ...padrao, palavras },
      versao: at,
    });
    const published = await as('ADMIN', 'POST', `${words}/publicar`, {
      versao: draft.body.data?.versao,
      nota: 'Como dizemos',
    });
    expect([draft.status, published.status]).toEqual([200, 200]);
    const load = (await as('VENDEDOR', 'GET', '/callcenter/carga')).body;
    expect((load.data ?? load).palavras.situacaoPedido).toEqual({
      FATURADO: 'Com nota',
      ENTREGUE: 'Chegou',
      PERDIDO: 'Não fechou',
    });
    const refused = await as('SUPERVISOR', 'DELETE', `/callcenter/pedidos/${id}`);
    expect(refused.body.error).toContain('na situação "Com nota"');
    const sheet = await as('SUPERVISOR', 'POST', '/callcenter/pedidos/exportar', { formato: 'csv' });
    for (const word of ['Com nota', 'Chegou']) expect(sheet.body).toContain(word);
    expect(sheet.body).not.toMatch(/Faturado|Nota emitida|Entregue/);
    const found = (await as('ADMIN', 'GET', '/config/palavras/busca?q=com%20nota')).body;
    expect(found[0]).toMatchObject({ lugar: 'situacaoPedido', padrao: 'Faturado', atual: 'Com nota' });
  });
});

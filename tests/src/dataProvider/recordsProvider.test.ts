import { describe, expect, it } from '@jest/globals';
import { dataProvider } from '#data/dataProvider.ts';
import { HttpResponse, http, requested, requests, serve } from './server.ts';

const server = serve();

const REGIONS = 'cadastros/regioes';
const base = '*/config/cadastros/regioes';
const row = (id: number, nome: string) => ({ id, versao: 3, rotulos: {}, codigo: `R${id}`, nome });
const page = (...itens: object[]) =>
  HttpResponse.json({
    itens,
    paginator: { current_page: 1, per_page: 25, total: itens.length, last_page: 1 },
  });
const bodyOf = async (index: number) => requests[index]?.clone().json();

describe('react-admin verbs for records of a type', () => {
  it('list by search, filter, sort and page', async () => {
    server.use(http.get(base, () => page(row(1, 'Sul'))));
    const answer = await dataProvider.getList(REGIONS, {
      filter: { q: 'sul', ativo: 'true' },
      sort: { field: 'nome', order: 'DESC' },
      pagination: { page: 2, perPage: 50 },
    });
    expect(answer).toMatchObject({ data: [row(1, 'Sul')], total: 1, meta: { last_page: 1 } });
    const query = new URL(requests[0]?.url ?? '').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      page: '2',
      take: '50',
      q: 'sul',
      filtro: '{"ativo":"true"}',
      orderBy: 'nome',
      direction: 'DESC',
    });
  });

  it('read one record and many', async () => {
    server.use(
      http.get(`${base}/7`, () => HttpResponse.json({ data: row(7, 'Norte') })),
      http.get(base, () => page(row(7, 'Norte'), row(8, 'Leste'))),
    );
    expect((await dataProvider.getOne(REGIONS, { id: 7 })).data).toEqual(row(7, 'Norte'));
    expect((await dataProvider.getMany(REGIONS, { ids: [7, 8] })).data).toHaveLength(2);
    expect(new URL(requests[1]?.url ?? '').searchParams.get('filtro')).toBe('{"id":[7,8]}');
    await dataProvider.getManyReference(REGIONS, {
      target: 'codigo',
      id: 'R8',
      filter: {},
      sort: { field: 'nome', order: 'ASC' },
      pagination: { page: 1, perPage: 5 },
    });
    expect(new URL(requests[2]?.url ?? '').searchParams.get('filtro')).toBe('{"codigo":"R8"}');
  });

  it('create, update and delete with the version that was read and known fields only', async () => {
    const done = HttpResponse.json({ data: { id: 9, resultado: 'criado', message: 'Região criada.' } });
    server.use(
      http.post(base, () => done),
      http.put(`${base}/9`, () => HttpResponse.json({ data: { id: 9, resultado: 'mudado', message: '' } })),
      http.delete(`${base}/9`, () => HttpResponse.json({ data: { resultado: 'excluido', message: '' } })),
      http.get(`${base}/9`, () => HttpResponse.json({ data: row(9, 'Oeste') })),
    );
    const { data } = await dataProvider.create(REGIONS, { data: { codigo: 'R9', nome: 'Oeste' } });
    expect(data).toEqual(row(9, 'Oeste'));
    expect(await bodyOf(0)).toEqual({ dados: { codigo: 'R9', nome: 'Oeste' } });
    await dataProvider.update(REGIONS, { id: 9, data: { ...data, nome: 'Poente' }, previousData: data });
    expect(await bodyOf(2)).toEqual({ dados: { codigo: 'R9', nome: 'Poente' }, versao: 3 });
    await dataProvider.delete(REGIONS, { id: 9, previousData: data });
    expect(requested.at(-1)).toBe('DELETE /config/cadastros/regioes/9?versao=3');
  });

  it('update many in one call, and return those that were accepted', async () => {
    server.use(
      http.post(`${base}/lote`, () =>
        HttpResponse.json({
          linhas: [
            { id: 1, resultado: 'mudado' },
            { id: 2, resultado: 'recusado', erros: { nome: 'Campo obrigatório' } },
            { id: 3, resultado: 'igual' },
          ],
        }),
      ),
    );
    const answer = await dataProvider.updateMany(REGIONS, { ids: [1, 2, 3], data: { ativo: false } });
    expect(answer.data).toEqual([1, 3]);
    expect(await bodyOf(0)).toEqual({ ids: [1, 2, 3], dados: { ativo: false } });
  });
});

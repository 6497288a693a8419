import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ListSums } from '#contract/listSums.ts';
import { whoSeesNone } from '../../security/personal/plantedOwn.ts';
import {
  base,
  call,
  contract,
  document,
  filter,
  operator,
  persons,
  publish,
  server,
  setUpFixture,
} from './customTypesFixture.ts';

setUpFixture({ withType: true });

/** A customer beside the one whose record it is. */
const REFERRED = {
  chave: 'indicado',
  titulo: 'Indicado por',
  tipo: 'REFERENCIA',
  referencia: 'clientes',
} as const;

const COLUMNS = ['descricao', 'numero', 'cliente', 'indicado', 'situacao', 'fim', 'valor', 'multa', 'ativo'];

beforeAll(async () => {
  await publish((type) => ({
    ...type,
    campos: [...type.campos, REFERRED],
    lista: { ...type.lista, colunas: COLUMNS },
  }));
  for (const dados of [
    contract('CT-1', { valor: '1000.10', multa: '10', fim: '2026-12-31', indicado: document.second }),
    contract('CT-2', { valor: '0.20', multa: '5', fim: '2026-12-01', ativo: false }),
    contract('CT-3', { cliente: document.second, valor: '99999999999.99', situacao: 'ENCERRADO' }),
    contract('CT-4', { indicado: document.first }),
  ])
    expect((await call('POST', base, { dados })).status).toBe(200);
});

const sums = (query: string, token?: string) => call('GET', `${base}/somas?${query}`, undefined, token);
const groups = async (by: string, token?: string) => {
  const { body } = await sums(`agrupar_por=${encodeURIComponent(by)}`, token);
  return (body as ListSums).grupos?.itens.map(({ rotulo, total, somas }) => [rotulo, total, somas[0]?.soma]);
};

describe('sums of a type of the company', () => {
  it('add what is in sight, exactly, and means of percentages', async () => {
    expect((await sums('')).body).toEqual({
      total: 4,
      somas: [
        {
          coluna: 'valor',
          formato: 'DINHEIRO',
          valores: 3,
          soma: '100000001000.29',
          media: '33333333666.763333',
        },
        { coluna: 'multa', formato: 'PERCENTUAL', valores: 2, soma: null, media: '7.5' },
      ],
      nosGrupos: [],
    });
    expect((await sums('', operator)).body).toMatchObject({ total: 3, somas: [{ soma: '1000.3' }, {}] });
    expect((await sums(filter({ situacao: 'ENCERRADO' }))).body).toMatchObject({ total: 1 });
  });

  it('group by choices, references, flags and dates', async () => {
    expect(await groups('situacao')).toEqual([
      ['Vigente', 3, '1000.3'],
      ['Encerrado', 1, '99999999999.99'],
    ]);
    expect(await groups('fim:mes')).toEqual([
      ['dezembro de 2026', 2, '1000.3'],
      [null, 2, '99999999999.99'],
    ]);
    expect((await groups('fim:dia'))?.map(([name]) => name)).toEqual(['31/12/2026', '01/12/2026', null]);
    expect(await groups('ativo')).toEqual([
      ['Sim', 3, '100000001000.09'],
      ['Não', 1, '0.2'],
    ]);
    expect((await groups('cliente'))?.map(([, total]) => total)).toEqual([3, 1]);
    expect((await sums('agrupar_por=descricao')).status).toBe(422);
  });

  it('filter the list by a group, beside its other filters', async () => {
    const found = async (query: string) =>
      (await call('GET', `${base}?${query}`)).body.itens.map(({ numero }: { numero: string }) => numero);
    expect(await found('no_grupo[]=situacao:ENCERRADO')).toEqual(['CT-3']);
    expect(await found('no_grupo[]=fim:mes:2026-12&no_grupo[]=ativo:false')).toEqual(['CT-2']);
    expect(await found(`no_grupo[]=fim:dia:&${filter({ situacao: 'VIGENTE' })}`)).toEqual(['CT-4']);
  });

  it('tell nobody of a record that they do not see', async () => {
    const { first, second } = persons.customerIds;
    expect((await groups('indicado'))?.length).toBe(3);
    // The operator sees the first customer only; the second counts as none.
    const seen = await groups('indicado', operator);
    expect(seen?.map(([, total]) => total)).toEqual([2, 1]);
    expect(seen?.map(([name]) => name)).toContain(null);
    const of = (id: number) => sums(`no_grupo[]=indicado:${id}`, operator);
    expect((await of(first)).body.total).toBe(1);
    expect((await of(second)).body.total).toBe(0);
  });

  it('are not for who may not read the type, and leave out what they read masked', async () => {
    const representative = await server.sessionOf(persons.people.REPRESENTANTE);
    expect((await sums('', representative)).status).toBe(
      (await call('GET', base, undefined, representative)).status,
    );
    await publish((type) => ({
      ...type,
      campos: [...type.campos, REFERRED].map((campo) =>
        campo.chave === 'valor' ? { ...campo, pessoal: true } : campo,
      ),
      lista: { ...type.lista, colunas: ['descricao', 'numero', 'situacao', 'valor'] },
    }));
    expect((await sums('')).body.somas).toHaveLength(1);
    const masked = await server.sessionOf(await whoSeesNone(server));
    expect((await sums('', masked)).body).toMatchObject({ total: 4, somas: [] });
    const { lista } = (await call('GET', `${base}/definicao`)).body.data;
    expect(lista).toMatchObject({ somas: ['valor'], grupos: ['situacao'], datas: [] });
  });
});

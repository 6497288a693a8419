import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  parametersFor,
  publicParameters,
  serviceParameters,
} from '../../../server/config/parameters/queries.ts';
import { readServiceParameters } from '../../../server/config/parameters/rules.ts';
import { parameters } from '../../../server/db/tables/index.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';

describe('parameters of the service area', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await database.db.insert(parameters).values([
      { area: 'GERAL', key: 'casasDecimaisValor', value: 4 },
      { area: 'GERAL', key: 'maximoItensTicket', value: 10, public: true },
      { area: 'SAC', key: 'maximoItensTicket', value: 20 },
      { area: 'SAC', key: 'maximoItensTicket', branchId: 2, value: 30 },
      { area: 'GERAL', key: 'maximoItensTicket', branchId: 3, value: 40 },
      { area: 'CALLCENTER', key: 'maximoItensTicket', value: 50 },
    ]);
  });
  afterAll(() => database.drop());

  it('are those of SAC_ before those of GERAL_, and the branch before all branches', async () => {
    expect(await parametersFor(database.db, 'SAC')).toEqual({ casasDecimaisValor: 4, maximoItensTicket: 20 });
    expect(await parametersFor(database.db, 'SAC', 2)).toMatchObject({ maximoItensTicket: 30 });
    expect(await parametersFor(database.db, 'SAC', 3)).toMatchObject({ maximoItensTicket: 20 });
    expect(await parametersFor(database.db, 'CALLCENTER')).toEqual({ maximoItensTicket: 50 });
  });
  it('keep what is not public to those who signed in', async () => {
    expect(await publicParameters(database.db, 'SAC')).toEqual({ maximoItensTicket: 10 });
  });
  it('are read with their defaults', async () => {
    expect(await serviceParameters(database.db, 2)).toMatchObject({
      maximoItensTicket: 30,
      limiteArquivosBytes: 26_214_400,
      casasDecimaisValor: 4,
    });
  });
});

describe('a parameter of the wrong kind', () => {
  it('counts as absent', () => {
    const read = readServiceParameters({
      maximoItensTicket: 'muitos',
      diasLimiteDevolucao: -1,
      LIMITE_TAMANHO_MAXIMO_ARQUIVOS: 0,
      toleranciaEspelho: '1,5',
    });
    expect(read).toMatchObject({
      maximoItensTicket: 100,
      diasLimiteDevolucao: 1825,
      diasFiltroInicial: 180,
      limiteArquivosBytes: 26_214_400,
      toleranciaEspelho: '0.1',
    });
  });
  it('is read from text when it is a number', () => {
    expect(readServiceParameters({ diasLimiteDevolucao: '90' })).toMatchObject({
      diasLimiteDevolucao: 90,
      diasFiltroInicial: 90,
    });
  });
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import { RECORDS_CHANGED, recordChannel, recordsChannel } from '#contract/realtime.ts';
import { carriers, realtimeEvents } from '#server/db/tables/index.ts';
import { allowedChannels, type Listener } from '#server/realtime/channelAccess.ts';
import { personById } from '#server/session/currentUser.ts';
import type { TestPeople } from '../../support/people.ts';
import {
  admin,
  base,
  call,
  contract,
  document,
  KEY,
  operator,
  persons,
  publish,
  server,
  setUpFixture,
} from '../records/custom/customTypesFixture.ts';

setUpFixture({ withType: true });

type Who = keyof TestPeople['people'];
let own: number;
let foreign: number;
beforeAll(async () => {
  const made = async (dados: object) => (await call('POST', base, { dados })).body.data.id;
  own = await made(contract('CT-1'));
  foreign = await made(contract('CT-2', { cliente: document.second }));
});

const hears = async (who: Who, channels: string[]) => {
  const user = (await personById(server.deps.db, persons.people[who])) as Listener;
  return [...(await allowedChannels(server.deps.db, user, channels))];
};
const last = async () =>
  (
    await server.deps.db
      .select()
      .from(realtimeEvents)
      .where(eq(realtimeEvents.event, RECORDS_CHANGED))
      .orderBy(desc(realtimeEvents.id))
      .limit(1)
  )[0];

describe('channels of the records of a type', () => {
  it('are open to people who see all of them, and of one record to people who see it', async () => {
    const requested = [recordsChannel(KEY), recordChannel(KEY, own), recordChannel(KEY, foreign)];
    expect(await hears('ADMIN', requested)).toEqual(requested);
    expect(await hears('OPERADOR', requested)).toEqual([recordChannel(KEY, own)]);
    expect(await hears('CONSUMIDOR_FINAL', requested)).toEqual([]);
    const { first, second } = persons.customerIds;
    const customers = [
      recordsChannel('clientes'),
      recordChannel('clientes', first),
      recordChannel('clientes', second),
    ];
    expect(await hears('ADMIN', customers)).toEqual(customers);
    expect(await hears('CONSUMIDOR_FINAL', customers)).toEqual([]);
    for (const channel of await hears('OPERADOR', customers))
      expect(channel).toBe(recordChannel('clientes', first));
  });

  it('are closed without permission to read, and to everyone for unknown types and records', async () => {
    await publish((type) => ({ ...type, permissoes: { ...type.permissoes, ler: 'AUDITORIA' } }));
    expect(await hears('OPERADOR', [recordChannel(KEY, own)])).toEqual([]);
    await publish();
    const nothing = ['nenhum', `${KEY}.0`, `${KEY}.007`, `${KEY}.99999999999`, `${KEY}.1 `, 'X'];
    expect(
      await hears(
        'ADMIN',
        nothing.map((name) => `private-cadastro-${name}`),
      ),
    ).toEqual([]);
    expect(await hears('ADMIN', [recordChannel(KEY, own + 1000)])).toEqual([]);
  });

  it('are chosen by the list from veTodos in the definition', async () => {
    const seesAll = async (token: string) =>
      (await call('GET', `${base}/definicao`, undefined, token)).body.data?.veTodos;
    expect([await seesAll(admin), await seesAll(operator)]).toEqual([true, false]);
  });
});

describe('change of a record', () => {
  it("is announced on the record's channel and that of its type, without its content", async () => {
    const { body } = await call('GET', `${base}/${own}`);
    const dados = { descricao: 'Freezer que ninguém de fora lê' };
    expect((await call('PUT', `${base}/${own}`, { dados, versao: body.data.versao })).status).toBe(200);
    const reported = await last();
    expect(reported).toMatchObject({
      channels: [recordsChannel(KEY), recordChannel(KEY, own)],
      data: { cadastro: KEY, por: { id: persons.people.ADMIN } },
    });
    expect(JSON.stringify(reported)).not.toContain('Freezer');
  });

  it('is announced once for all of a call, and not where nothing changed', async () => {
    const registros = ['11222333000181', '11444777000161'].map((cnpj) => ({
      cnpj,
      razaoSocial: 'Rápida Ltda',
      nomeFantasia: 'Rápida',
    }));
    const send = () => call('PUT', '/dados/v1/transportadoras', { registros });
    expect((await send()).body.contagens).toMatchObject({ criados: 2 });
    const ids = (await server.deps.db.select({ id: carriers.id }).from(carriers)).map(({ id }) => id);
    const reported = await last();
    expect(reported?.channels).toEqual([
      recordsChannel('transportadoras'),
      ...ids.map((id) => recordChannel('transportadoras', id)),
    ]);
    expect((await send()).body.contagens).toMatchObject({ iguais: 2 });
    expect((await last())?.id).toBe(reported?.id);
  });

  it('is also announced when it is a deletion', async () => {
    expect((await call('DELETE', `${base}/${foreign}`)).status).toBe(200);
    expect((await last())?.channels).toContain(recordChannel(KEY, foreign));
  });
});

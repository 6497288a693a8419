import { beforeAll, describe, expect, it } from '@jest/globals';
import { inArray } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import type { StoredRecord } from '#contract/records/routes/records.ts';
import { isHiddenReference, NO_ACCESS } from '#contract/rules/privacy/hiddenReference.ts';
import { records } from '#server/db/tables/index.ts';
import { idOf, ownerKeys, persons, reportedRows, server, setUpScopes, WHO } from './scopeFixture.ts';
import {
  OWNER_FIELDS,
  type OwnedRecord,
  recordsOf,
  SCOPED_TYPES,
  type ScopedType,
  sees,
  seesOwner,
} from './scopeModel.ts';

setUpScopes();

const tokens = new Map<PersonType, string>();
beforeAll(async () => {
  for (const who of WHO) tokens.set(who, await server.sessionOf(persons.people[who]));
});

const call = (who: PersonType, method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  server.call(method, url, { token: tokens.get(who) ?? '', ...(body && { body }) });

const hiddenFields = (who: PersonType, { fields }: ScopedType, record: OwnedRecord) =>
  OWNER_FIELDS.filter(
    (field) => fields.includes(field) && record[field] !== null && !seesOwner(who, field, record[field]),
  );

const visible = (who: PersonType, type: ScopedType) =>
  recordsOf(type).filter((record) => sees(who, type, record));

/**
 * Everybody with types of which they see a record but not all that it refers to: one for each set of owner fields and each set
 * of records that its scope lets them see.
 */
const ways = WHO.flatMap((who) => {
  const told = new Map(
    SCOPED_TYPES.filter((type) =>
      visible(who, type).some((record) => hiddenFields(who, type, record).length > 0),
    ).map((type) => {
      const seen = visible(who, type).map(({ filial, cliente, ticket }) => [filial, cliente, ticket]);
      return [JSON.stringify([type.fields, seen]), type] as const;
    }),
  );
  return [...told.values()].map((type) => [who, type.chave, type] as const);
});

/** The doors that answer records. */
const ANSWERS: Readonly<Record<string, (who: PersonType, type: ScopedType) => Promise<StoredRecord[]>>> = {
  'the list': async (who, { chave }) =>
    (await call(who, 'GET', `/config/cadastros/${chave}?take=100`)).body.itens,
  'one record': async (who, type) => {
    const found: StoredRecord[] = [];
    for (const { numero } of visible(who, type))
      found.push((await call(who, 'GET', `/config/cadastros/${type.chave}/${idOf.get(numero)}`)).body.data);
    return found;
  },
  'the list of the API': async (who, { chave }) =>
    (await call(who, 'GET', `/dados/v1/${chave}?limite=1000`)).body.itens,
  'one record of the API': async (who, type) => {
    const found: StoredRecord[] = [];
    for (const { numero } of visible(who, type))
      found.push((await call(who, 'GET', `/dados/v1/${type.chave}/${numero}`)).body.data);
    return found;
  },
  'a conflict': async (who, type) => {
    if (who === 'CONSUMIDOR_FINAL') return [];
    const found: StoredRecord[] = [];
    for (const { numero } of visible(who, type)) {
      const url = `/config/cadastros/${type.chave}/${idOf.get(numero)}`;
      const { status, body } = await call(who, 'PUT', url, { dados: { nome: 'Outra' }, versao: 999 });
      expect(status).toBe(409);
      found.push(body.atual.estado);
    }
    return found;
  },
};

it('has people who see records without seeing all that these refer to', () => {
  expect(new Set(ways.map(([who]) => who))).toEqual(
    new Set(['CONSUMIDOR_FINAL', 'REPRESENTANTE', 'VENDEDOR', 'OPERADOR']),
  );
});

describe.each(Object.entries(ANSWERS))('%s', (_, answered) => {
  it.each(ways)(
    'hides from %s what records of %s refer to and they do not see',
    async (who, _chave, type) => {
      const byNumber = new Map(recordsOf(type).map((record) => [record.numero, record]));
      for (const row of await answered(who, type)) {
        const record = byNumber.get(String(row.numero)) as OwnedRecord;
        const hidden = hiddenFields(who, type, record);
        expect(type.fields.filter((field) => isHiddenReference(row[field]))).toEqual(hidden);
        expect(type.fields.filter((field) => row.rotulos[field] === NO_ACCESS)).toEqual(
          Object.keys(row.rotulos).length === 0 ? [] : hidden,
        );
      }
    },
  );
});

it.each(ways)(
  'writes no key and no name that %s does not see into a file of %s',
  async (who, _chave, type) => {
    const { body } = await call(who, 'GET', `/config/cadastros/${type.chave}/exportar?formato=csv`);
    const lines = String(body).split('\n');
    for (const record of visible(who, type)) {
      const line = lines.find((one) => one.includes(`${record.numero};`)) ?? '';
      const hidden = hiddenFields(who, type, record);
      expect(line.split(NO_ACCESS).length - 1).toBe(hidden.length);
      for (const field of hidden) expect(line).not.toContain(`;${ownerKeys[field][record[field] ?? '']};`);
    }
  },
);

describe('the view of reports', () => {
  const COLUMNS = {
    cliente: "cliente_id is not null or cliente is not null or campos ? 'cliente'",
    filial: "filial_id is not null or filial is not null or campos ? 'filial'",
    ticket: "campos ? 'ticket'",
  };
  const shown = OWNER_FIELDS.map((field) => `${COLUMNS[field]} as ${field}`).join(', ');

  it.each(WHO)('tells %s neither name nor number of what they do not see', async (who) => {
    const found = new Map<string, unknown>();
    for (const [, numero, ...told] of await reportedRows(who, `cadastro, codigo, ${shown}`))
      found.set(
        String(numero),
        OWNER_FIELDS.filter((_, at) => told[at]),
      );
    for (const type of SCOPED_TYPES)
      for (const record of visible(who, type)) {
        const hidden = hiddenFields(who, type, record);
        const referred = OWNER_FIELDS.filter((field) => record[field] !== null && !hidden.includes(field));
        expect([record.numero, found.get(record.numero)]).toEqual([record.numero, referred]);
      }
  });
});

it.each(ways)('does not find records by what %s may not see, in %s', async (who, _chave, type) => {
  for (const record of visible(who, type))
    for (const field of hiddenFields(who, type, record)) {
      const key = ownerKeys[field][record[field] ?? ''];
      const filtro = encodeURIComponent(JSON.stringify({ [field]: key }));
      const found = await call(who, 'GET', `/config/cadastros/${type.chave}?filtro=${filtro}`);
      expect(found.body.itens ?? []).toEqual([]);
      if (field !== 'ticket') continue;
      const cited = await call(who, 'GET', `/config/cadastros/${type.chave}?idTicket=${key}`);
      expect(cited.body.itens).toEqual([]);
    }
});

const stored = async (type: ScopedType) => {
  const rows = await server.deps.db
    .select({ key: records.key, data: records.data })
    .from(records)
    .where(inArray(records.type, [type.chave]));
  return new Map(rows.map(({ key, data }) => [key, data as Record<string, unknown>]));
};

const writers = ways.filter(([who]) => who !== 'CONSUMIDOR_FINAL');

describe('what comes back as it was read', () => {
  it.each(writers)('keeps what %s does not see, in %s', async (who, _chave, type) => {
    const before = await stored(type);
    const { itens } = (await call(who, 'GET', `/dados/v1/${type.chave}?limite=1000`)).body;
    const same = await call(who, 'PUT', `/dados/v1/${type.chave}`, itens);
    expect(same.body.contagens).toEqual({ criados: 0, mudados: 0, iguais: itens.length, recusados: 0 });
    const renamed = itens.map((row: StoredRecord) => ({ ...row, nome: `${row.nome} .` }));
    const changed = await call(who, 'PUT', `/dados/v1/${type.chave}`, renamed);
    expect(changed.body.contagens).toMatchObject({ mudados: itens.length, recusados: 0 });
    for (const [key, data] of await stored(type))
      expect({ ...data, nome: '' }).toEqual({ ...before.get(key), nome: '' });
  });

  it('is refused in another record, and names nobody', async () => {
    const [way] = ways.filter(([who, , { fields }]) => who === 'OPERADOR' && fields.includes('cliente'));
    const [who, chave, type] = way as (typeof ways)[number];
    const [first, other] = visible(who, type).filter(
      (record) => record.cliente === 'second' && hiddenFields(who, type, record).includes('cliente'),
    );
    const url = (record: OwnedRecord | undefined) =>
      `/config/cadastros/${chave}/${idOf.get(record?.numero ?? '')}`;
    const { cliente } = (await call(who, 'GET', url(first))).body.data;
    const target = other ?? visible(who, type).find((record) => record.cliente === 'first');
    const { status, body } = await call(who, 'PUT', url(target), { dados: { cliente } });
    expect(status).toBe(422);
    expect(body.errors?.cliente ?? JSON.stringify(body)).toContain('Este registro você não vê');
  });

  it('is labelled in a form without being looked up', async () => {
    const mark = 'sem-acesso:abc';
    const { body } = await call('OPERADOR', 'POST', '/config/opcoes/cadastro-clientes', {
      escolhidos: [mark],
    });
    expect(body.itens).toEqual([{ valor: mark, rotulo: NO_ACCESS }]);
  });
});

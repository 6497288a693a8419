import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TSchema } from '@sinclair/typebox';
import { desc, eq } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { catalogue } from '#contract/index.ts';
import { normalizeValue } from '#contract/records/fields/normalizeRecord.ts';
import type { RecordField, RecordFields } from '#contract/records/fields/recordField.ts';
import { standardTypes } from '#contract/records/index.ts';
import type { Route } from '#contract/route.ts';
import { presentValue } from '#contract/rules/fields/fieldValues.ts';
import {
  customerContacts,
  customerPhones,
  customers,
  loginFailures,
  people,
  roles,
} from '#server/db/tables/index.ts';
import { testCpf } from '#tests/support/people.ts';
import type { TestAnswer } from '#tests/support/servers/server.ts';
import {
  goodPerson,
  type RegistrationFixture,
  registrationFixture,
} from './registration/registrationFixture.ts';

// Whoever types a number, and wherever: it is stored in one spelling, by which every other one finds it (docs/domain.md 13).

/** Usual notations by what is stored of them. */
const SPELLINGS: Record<string, readonly string[]> = {
  '11987654321': [
    '11987654321',
    '(11) 98765-4321',
    '11 9 8765-4321',
    '+55 11 98765-4321',
    '+5511987654321',
    '0055 11 98765-4321',
    '011 98765-4321',
    '(0xx11) 98765-4321',
    '0 15 11 98765-4321',
    'tel:+55-11-98765-4321',
    '\u202a+55 11 98765‑4321\u202c',
  ],
  '1133334444': ['(11) 3333-4444', '+55 (0)11 3333-4444', '011 3333.4444'],
  '08001234567': ['0800 123 4567', '+55 0800 123 4567', '0800-1234567'],
  '+14155552671': ['+1 (415) 555-2671', '001 415 555 2671', '+1 415.555.2671'],
};
const ALL = Object.entries(SPELLINGS).flatMap(([stored, texts]) =>
  texts.map((text) => [text, stored] as const),
);
const REFUSED = ['123', '(11) 3333-4444 / 3333-5555', '+1 415 555'];

let fixture: RegistrationFixture;
let contact = 0;
let phone = 0;
beforeAll(async () => {
  fixture = await registrationFixture();
  const { first } = fixture.customerIds;
  const [person] = await db()
    .insert(customerContacts)
    .values({ customerId: first, name: 'Regina', email: 'r@x.com.br' })
    .returning();
  const [main] = await db()
    .insert(customerPhones)
    .values({ customerId: first, number: '1120202020', editable: true })
    .returning();
  [contact, phone] = [person?.id ?? 0, main?.id ?? 0];
});
afterAll(() => fixture?.server.close());

const db = () => fixture.server.deps.db;
const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<TestAnswer> =>
  fixture.server.call(method, path, { token: fixture.tokens.ADMIN, ...(body && { body }) });

let made = 40_000;
/** A CPF that nobody has yet. */
const nextCpf = () => testCpf(++made);
let lastCpf = '';

const phoneOf = async (column: AnyPgColumn, document: string): Promise<string | undefined> => {
  const table = column.table as typeof customers;
  const [row] = await db()
    .select({ number: column })
    .from(table)
    .where(eq(column === people.phone ? people.cpf : customers.document, document));
  return row?.number as string | undefined;
};
const ofCustomer = () => phoneOf(customers.phone, lastCpf);
const ownCustomer = async () =>
  (await db().select({ id: customers.id }).from(customers).where(eq(customers.document, lastCpf)))[0]?.id;
const ofPerson = () => phoneOf(people.phone, lastCpf);

async function contactOf(column: 'phone' | 'mobile', name: string) {
  const [row] = await db()
    .select()
    .from(customerContacts)
    .where(eq(customerContacts.name, name))
    .orderBy(desc(customerContacts.id))
    .limit(1);
  return row?.[column];
}

interface Door {
  write: (text: string) => Promise<TestAnswer>;
  stored: () => Promise<string | null | undefined>;
  /** The customer who is found by the number, if it is one of a customer's. */
  owner?: () => Promise<number | undefined>;
}

const contactDoor = (method: 'POST' | 'PUT', field: 'telefone' | 'celular'): Door => ({
  write: async (text) => {
    const [row] = await db().select().from(customerContacts).where(eq(customerContacts.id, contact));
    const path = `/contatos/${fixture.customerIds.first}/contatos`;
    return method === 'POST'
      ? call('POST', `/sac${path}`, { contato: 'Nova', [field]: text })
      : call('PUT', `/sac${path}/${contact}`, {
          contato: 'Regina',
          [field]: text,
          versao: row?.version ?? 1,
        });
  },
  stored: () => contactOf(field === 'telefone' ? 'phone' : 'mobile', method === 'POST' ? 'Nova' : 'Regina'),
  owner: async () => fixture.customerIds.first,
});

const person = async () => {
  const [role] = await db().select().from(roles).where(eq(roles.key, 'OPERADOR'));
  return {
    nome: 'Nova Pessoa',
    email: `p${made}@exemplo.com.br`,
    dtNasc: null,
    tipo: 'OPERADOR',
    idPerfil: role?.id ?? 0,
    idSetor: null,
    filiais: [fixture.branchIds[0]],
    idRepresentante: null,
  };
};

/** Every field of the contract that takes a number, or why nothing is stored there. */
const DOORS: Record<string, Door | string> = {
  'POST /sac/nova-conta telefone': {
    write: async (telefone) => {
      await db().delete(loginFailures);
      lastCpf = nextCpf();
      return call('POST', '/sac/nova-conta', {
        documento: lastCpf,
        nome: 'Dora Nova',
        email: `d${made}@exemplo.com.br`,
        telefone,
        data_nascimento: '1990-05-17',
        senha: 'pilha grampo',
      });
    },
    stored: ofCustomer,
    owner: ownCustomer,
  },
  'PUT /conta/dados tel': {
    write: async (tel) => {
      lastCpf = fixture.cpfs.ADMIN;
      const { body } = await call('GET', '/sac/conta/dados');
      const { nome, email } = body.data;
      return call('PUT', '/sac/conta/dados', { nome, email, dtNasc: null, tel });
    },
    stored: ofPerson,
  },
  'POST /config/pessoas telefone': {
    write: async (telefone) => {
      lastCpf = nextCpf();
      return call('POST', '/config/pessoas', { cpf: lastCpf, ...(await person()), telefone });
    },
    stored: ofPerson,
  },
  'PUT /config/pessoas/{id} telefone': {
    write: async (telefone) => {
      lastCpf = fixture.cpfs.OPERADOR;
      const id = fixture.people.OPERADOR;
      const { body } = await call('GET', `/config/pessoas/${id}`);
      return call('PUT', `/config/pessoas/${id}`, { ...(await person()), versao: body.versao, telefone });
    },
    stored: ofPerson,
  },
  'POST /sac/tickets consumidorFinal.telefone': {
    write: async (telefone) => {
      lastCpf = nextCpf();
      return call('POST', '/sac/tickets', {
        origem: 'SAC',
        idTipo: 11,
        tipo: 'DUVIDA_PRODUTO',
        idCli: null,
        idFil: null,
        mensagem: 'Serve para uso externo?',
        consumidorFinal: {
          documento: lastCpf,
          nome: 'Joana Prado',
          email: `j${made}@exemplo.com.br`,
          telefone,
          data_nascimento: '1990-05-01',
        },
      });
    },
    stored: ofCustomer,
    owner: ownCustomer,
  },
  'POST /callcenter/clientes/pre-cadastro telefone': {
    write: async (telefone) => {
      lastCpf = nextCpf();
      return call('POST', '/callcenter/clientes/pre-cadastro', {
        doc: lastCpf,
        razSoc: 'Maria Alves',
        fant: 'Maria',
        nomeContato: 'Maria',
        telefone,
        email: `m${made}@exemplo.com.br`,
      });
    },
    stored: ofCustomer,
    owner: ownCustomer,
  },
  'POST /contatos/{idCli}/contatos telefone': contactDoor('POST', 'telefone'),
  'POST /contatos/{idCli}/contatos celular': contactDoor('POST', 'celular'),
  'PUT /contatos/{idCli}/contatos/{idCont} telefone': contactDoor('PUT', 'telefone'),
  'PUT /contatos/{idCli}/contatos/{idCont} celular': contactDoor('PUT', 'celular'),
  'PUT /clientes/{idCli}/editar-telefone valor': {
    write: async (valor) => {
      const [row] = await db().select().from(customerPhones).where(eq(customerPhones.id, phone));
      return call('PUT', `/sac/clientes/${fixture.customerIds.first}/editar-telefone`, {
        id: phone,
        valoranterior: row?.number ?? '',
        valor,
      });
    },
    stored: async () =>
      (await db().select().from(customerPhones).where(eq(customerPhones.id, phone)))[0]?.number,
    owner: async () => fixture.customerIds.first,
  },
  'POST /callcenter/discar numero':
    'dials what is read by the same rule; tests/server/callcenter/agendas/serviceRecords',
  'POST /clientes-cadastro/semelhantes telefones': 'seeks; below',
  'GET /config/titulares termo': 'seeks; below',
};

/** Forms that definitions describe have no schema in the catalogue. */
const DEFINED: Record<string, Door> = {
  'registration of a customer': {
    write: async (telefone1) => {
      lastCpf = nextCpf();
      const contatos = { telefone1, email: `c${made}@exemplo.com.br` };
      return call('POST', '/sac/clientes', goodPerson(fixture, { documento: lastCpf, contatos }));
    },
    stored: ofCustomer,
    owner: ownCustomer,
  },
};

/** The catalogue's fields that take a number, as the keys of DOORS. */
function fieldsOfCatalogue(): string[] {
  const found = new Set<string>();
  const walk = (route: Route, schema: TSchema | undefined, path: readonly string[]) => {
    // A word to choose from takes no number.
    if (!schema || 'const' in schema) return;
    const name = path.at(-1) ?? '';
    const isNamed = /^(tel|telefone|celular|fone|whatsapp)s?\d*$/i.test(name);
    const isTitled = /telefone|celular|whatsapp/i.test(schema.title ?? '') && name !== 'id';
    const isValue = /telefone|discar/.test(route.path) && /^(valor|numero)$/.test(name);
    if (isNamed || isTitled || isValue) found.add(`${route.method} ${route.path} ${path.join('.')}`);
    for (const [key, each] of Object.entries((schema.properties ?? {}) as Record<string, TSchema>))
      walk(route, each, [...path, key]);
    for (const each of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) walk(route, each, path);
    walk(route, schema.items, path);
  };
  for (const routes of Object.values(catalogue))
    for (const route of Object.values(routes) as Route[]) {
      walk(route, route.body, []);
      walk(route, route.query, []);
    }
  return [...found].sort();
}

it('has a case for every field of the contract that takes a number', () => {
  expect(fieldsOfCatalogue()).toEqual(Object.keys(DOORS).sort());
});

const doors = Object.entries({ ...DOORS, ...DEFINED }).flatMap(([name, door]) =>
  typeof door === 'string' ? [] : [{ name, door }],
);

describe.each(doors)('$name', ({ door }) => {
  it.each(ALL)('stores %p in one spelling, by which the others find it', async (text, stored) => {
    const { status, body } = await door.write(text);
    expect([status, body.errors]).toEqual([200, undefined]);
    expect(await door.stored()).toBe(stored);
    if (!door.owner) return;
    const texts = SPELLINGS[stored] ?? [];
    const other = texts[(texts.indexOf(text) + 1) % texts.length] ?? '';
    const { body: list } = await call('GET', `/sac/clientes?take=100&q=${encodeURIComponent(other)}`);
    expect([other, list.itens.map(({ id }: { id: number }) => id)]).toEqual([
      other,
      expect.arrayContaining([await door.owner()]),
    ]);
  });

  it.each(REFUSED)('refuses %p at its field and keeps what was stored', async (text) => {
    const before = await door.stored();
    const { status, body } = await door.write(text);
    expect([status, Object.keys(body.errors)]).toEqual([422, [expect.stringMatching(/tel|celular|valor/i)]]);
    expect([before, undefined]).toContain(await door.stored());
  });
});

describe('who seeks a number', () => {
  it.each(ALL)('finds duplicates and people by %p', async (text, stored) => {
    const { second } = fixture.customerIds;
    const { OPERADOR } = fixture.people;
    await db().update(customers).set({ phone: stored }).where(eq(customers.id, second));
    await db().update(people).set({ phone: stored }).where(eq(people.id, OPERADOR));
    const alike = await call('POST', '/sac/clientes-cadastro/semelhantes', { telefones: [text] });
    expect([alike.status, alike.body.length > 0]).toEqual([200, true]);
    const holders = await call('GET', `/config/titulares?termo=${encodeURIComponent(text)}`);
    expect([holders.status, holders.body.itens.length > 0]).toEqual([200, true]);
  });
});

const isPhone = (field: RecordField): boolean => field.tipo === 'TELEFONE';
const fieldsIn = (campos: RecordFields, at: string): [string, RecordField][] =>
  Object.entries(campos).flatMap(([key, field]) => [
    ...(isPhone(field) ? [[`${at}.${key}`, field] as [string, RecordField]] : []),
    ...(field.campos ? fieldsIn(field.campos, `${at}.${key}`) : []),
  ]);
const recordFields = Object.values(standardTypes).flatMap((type) => fieldsIn(type.campos, type.chave));

describe('fields of records and definitions', () => {
  it.each(recordFields)('%s is read like any other', (_, field) => {
    expect(ALL.map(([text]) => normalizeValue(field, text))).toEqual(ALL.map(([, stored]) => stored));
  });

  it('an extra field is read like any other', () => {
    expect(ALL.map(([text]) => presentValue({ tipo: 'TELEFONE' }, text))).toEqual(
      ALL.map(([, stored]) => stored),
    );
  });
});

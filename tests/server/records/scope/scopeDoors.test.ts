import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { catalogue } from '#contract/index.ts';
import type { PersonType } from '#contract/permissions.ts';
import { recordChannel } from '#contract/realtime.ts';
import { pathsOf, type Routes } from '#contract/route.ts';
import type { Context, User } from '#server/context.ts';
import { records } from '#server/db/tables/index.ts';
import { allowedChannels } from '#server/realtime/channelAccess.ts';
import { mayRecords } from '#server/records/access.ts';
import { mappedType } from '#server/records/custom/queries.ts';
import { recordHits } from '#server/records/read/searchRecords.ts';
import { sourceFiles } from '#tests/support/sourceFiles.ts';
import { idOf, persons, reportedRows, server, setUpScopes, users, WHO } from './scopeFixture.ts';
import { recordsOf, SCOPED_TYPES, type ScopedType, sees } from './scopeModel.ts';

setUpScopes();

/** Somebody at a door: a person, or a key of the first branch, which sees what an operator there sees. */
type Caller = PersonType | 'CHAVE';
const asPerson = (who: Caller): PersonType => (who === 'CHAVE' ? 'OPERADOR' : who);
const CALLERS: readonly Caller[] = [...WHO.slice(0, 2), 'CHAVE', ...WHO.slice(2)];

/** Calls through HTTP are made for some types, one for each way in which a scope is decided. */
const SOME = [
  'f-antigo',
  'f-filial',
  'c-antigo',
  'c-carteira',
  'c-cliente',
  'fc-filial-carteira',
  't-carteira',
];
const someTypes = SCOPED_TYPES.filter(({ chave }) => SOME.includes(chave));

const tokens = new Map<Caller, string>();
beforeAll(async () => {
  expect(someTypes.map(({ chave }) => chave).sort()).toEqual([...SOME].sort());
  for (const who of WHO) tokens.set(who, await server.sessionOf(persons.people[who]));
  const key = await server.call('POST', '/config/chaves', {
    token: tokens.get('ADMIN') ?? '',
    body: {
      nome: 'ERP da matriz',
      escopos: someTypes.map(({ chave }) => ({ tipo: chave, verbos: ['LER', 'GRAVAR', 'EXCLUIR'] })),
      filiais: [persons.branchIds[0]],
      enderecos: [],
      validade: null,
    },
  });
  expect(key.status).toBe(200);
  tokens.set('CHAVE', key.body.data.chave);
});

const call = (who: Caller, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  server.call(method, url, { token: tokens.get(who) ?? '', ...(body && { body }) });
const numbersOf = (rows: readonly { numero: string }[] | undefined) =>
  (rows ?? []).map(({ numero }) => numero);
const allOf = (type: ScopedType) => recordsOf(type).map(({ numero }) => numero);
const keptOf = (linhas: readonly { resultado: string }[] | undefined, numbers: readonly string[]) =>
  numbers.filter((_, at) => (linhas?.[at]?.resultado ?? 'recusado') !== 'recusado');

interface Door {
  /** The calls of the catalogue that it stands for. */
  routes: readonly string[];
  /** Who never comes through it, whatever a type declares. */
  closedTo?: readonly Caller[];
  /** The numbers of the records that are seen or taken. */
  numbers: (who: Caller, type: ScopedType) => Promise<readonly string[]>;
}

const CONSUMER: Caller = 'CONSUMIDOR_FINAL';
/** Keys only have the calls for other systems. */
const PERSON_ONLY = ['CHAVE'] as const satisfies Caller[];

const DOORS: Readonly<Record<string, Door>> = {
  'the list': {
    routes: ['GET /config/cadastros/{chave}'],
    closedTo: PERSON_ONLY,
    numbers: async (who, { chave }) =>
      numbersOf((await call(who, 'GET', `/config/cadastros/${chave}?take=100`)).body.itens),
  },
  'one record': {
    routes: ['GET /config/cadastros/{chave}/{id}'],
    closedTo: PERSON_ONLY,
    numbers: (who, type) =>
      eachOf(
        type,
        async (numero) =>
          (await call(who, 'GET', `/config/cadastros/${type.chave}/${idOf.get(numero)}`)).status,
      ),
  },
  'a CSV': {
    routes: ['GET /config/cadastros/{chave}/exportar'],
    closedTo: PERSON_ONLY,
    numbers: async (who, type) => {
      const { status, body } = await call(who, 'GET', `/config/cadastros/${type.chave}/exportar?formato=csv`);
      return status === 200 ? allOf(type).filter((numero) => String(body).includes(`${numero};`)) : [];
    },
  },
  'options of references': {
    routes: ['POST /config/opcoes/{origem}'],
    closedTo: PERSON_ONLY,
    numbers: async (who, { chave }) => {
      const { body } = await call(who, 'POST', `/config/opcoes/cadastro-${chave}`, { q: '' });
      return (body.itens ?? []).map(({ valor }: { valor: string }) => valor);
    },
  },
  'a change of many': {
    routes: ['POST /config/cadastros/{chave}/lote'],
    closedTo: [CONSUMER, ...PERSON_ONLY],
    numbers: async (who, type) => {
      const numbers = allOf(type);
      const ids = numbers.map((numero) => idOf.get(numero));
      const { body } = await call(who, 'POST', `/config/cadastros/${type.chave}/lote`, {
        ids,
        dados: { nome: 'Caixa mudada' },
      });
      return keptOf(body.linhas, numbers);
    },
  },
  'the list of the API': {
    routes: ['GET /dados/v1/{tipo}'],
    numbers: async (who, { chave }) => numbersOf((await call(who, 'GET', `/dados/v1/${chave}`)).body.itens),
  },
  'one record of the API': {
    routes: ['GET /dados/v1/{tipo}/{codigo}'],
    numbers: (who, type) =>
      eachOf(type, async (numero) => (await call(who, 'GET', `/dados/v1/${type.chave}/${numero}`)).status),
  },
  'rows of the API, which imports write alike': {
    routes: ['PUT /dados/v1/{tipo}'],
    closedTo: [CONSUMER],
    numbers: async (who, type) => {
      const numbers = allOf(type);
      const rows = numbers.map((numero) => ({ numero, nome: 'Caixa importada' }));
      const { body } = await call(who, 'PUT', `/dados/v1/${type.chave}?simular=true`, rows);
      return keptOf(body.linhas, numbers);
    },
  },
  'the feed, which webhooks deliver': {
    routes: ['GET /dados/v1/mudancas'],
    closedTo: [CONSUMER],
    numbers: async (who, { chave }) => {
      const found = new Set<string>();
      let from = '';
      for (;;) {
        const { status, body } = await call(
          who,
          'GET',
          `/dados/v1/mudancas?limite=1000&tipos=${chave}${from && `&apos=${from}`}`,
        );
        if (status !== 200) return [];
        for (const { codigo } of body.itens) found.add(codigo);
        if (!body.mais) return [...found];
        from = body.proximo;
      }
    },
  },
  'the search': {
    routes: ['GET /sac/busca'],
    closedTo: PERSON_ONLY,
    numbers: async (who, type) => {
      const user = users.get(asPerson(who)) as User;
      const [own = []] = await recordHits(`${type.chave}.`, 200, { ...server.deps, user } as Context);
      return own.map(({ codigo }) => codigo).filter((codigo) => codigo.startsWith(`${type.chave}.`));
    },
  },
};

/** The records for which a call answers 200; all others must look like ones that do not exist. */
async function eachOf(type: ScopedType, statusOf: (numero: string) => Promise<number>): Promise<string[]> {
  const found: string[] = [];
  for (const numero of allOf(type)) {
    const status = await statusOf(numero);
    if (status === 200) found.push(numero);
    else expect([403, 404]).toContain(status);
  }
  return found;
}

const expected = (who: Caller, type: ScopedType): string[] =>
  recordsOf(type)
    .filter((record) => sees(asPerson(who), type, record))
    .map(({ numero }) => numero)
    .sort();

const ways = CALLERS.flatMap((who) => someTypes.map((type) => [who, type.chave, type] as const));

describe.each(Object.entries(DOORS))('%s', (_, door) => {
  it.each(ways)('shows %s of %s what is theirs', async (who, _chave, type) => {
    const closed = door.closedTo?.includes(who) ?? false;
    if (closed && PERSON_ONLY.includes(who as never)) return;
    expect([...(await door.numbers(who, type))].sort()).toEqual(closed ? [] : expected(who, type));
  });
});

it.each(ways)('the sums of the list count for %s of %s what is theirs', async (who, chave, type) => {
  if (PERSON_ONLY.includes(who as never)) return;
  const { status, body } = await call(who, 'GET', `/config/cadastros/${chave}/somas`);
  expect(status === 200 ? body.total : 0).toBe(expected(who, type).length);
});

describe('the one function of the scope', () => {
  it.each(WHO)('says of every type what %s sees, and reports say the same', async (who) => {
    const user = users.get(who) as User;
    const found: Record<string, string[]> = {};
    for (const { chave } of SCOPED_TYPES) {
      const { type, mapping } = await mappedType(server.deps.db, chave);
      const rows = mayRecords(user, type, 'ler')
        ? await server.deps.db.select({ key: records.key }).from(records).where(mapping.scope?.(user))
        : [];
      found[chave] = rows.map(({ key }) => key).sort();
    }
    const wanted = Object.fromEntries(SCOPED_TYPES.map((type) => [type.chave, expected(who, type)]));
    expect(found).toEqual(wanted);
    expect(await reported(who)).toEqual(wanted);
  });

  it.each(WHO)(
    'opens to %s the channels of their records, and of all only to whoever sees all',
    async (who) => {
      const user = users.get(who) as User;
      for (const type of someTypes) {
        const channels = allOf(type).map((numero) => recordChannel(type.chave, idOf.get(numero) ?? 0));
        const open = await allowedChannels(server.deps.db, user, channels);
        expect(
          allOf(type)
            .filter((_, at) => open.has(channels[at] ?? ''))
            .sort(),
        ).toEqual(expected(who, type));
      }
    },
  );
});

/** What the view of reports shows of each type, as of a type that the person may read. */
async function reported(who: PersonType): Promise<Record<string, string[]>> {
  const found = Object.fromEntries(SCOPED_TYPES.map(({ chave }) => [chave, [] as string[]]));
  for (const [type, code] of await reportedRows(who, 'cadastro, codigo'))
    found[String(type)]?.push(String(code));
  // A consumer may not read types from before scopes were declared, whatever the view would show.
  if (who === 'CONSUMIDOR_FINAL')
    for (const { chave, escopo } of SCOPED_TYPES) if (!escopo) found[chave] = [];
  for (const codes of Object.values(found)) codes.sort();
  return found;
}

describe('what a hidden record tells', () => {
  const type = SCOPED_TYPES.find(({ chave }) => chave === 'f-filial') as ScopedType;
  const hidden = 'f-filial.second.x.x';
  const base = '/config/cadastros/f-filial';

  it('is neither its name nor its existence to whoever changes or deletes it by number', async () => {
    const id = idOf.get(hidden);
    for (const who of ['CONSUMIDOR_FINAL', 'REPRESENTANTE', 'OPERADOR'] as const)
      for (const [method, body] of [
        ['PUT', { dados: { nome: 'Minha' } }],
        ['DELETE', undefined],
      ] as const) {
        const of = async (number: number) => {
          const { status, body: answer } = await call(who, method, `${base}/${number}`, body);
          return [status, answer.code, answer.message];
        };
        const answer = await of(id ?? 0);
        expect(answer).toEqual(await of(999_999));
        expect([403, 404]).toContain(answer[0]);
      }
    expect((await call('ADMIN', 'GET', `${base}/${id}`)).body.data).toMatchObject({ numero: hidden });
    const many = await call('OPERADOR', 'POST', `${base}/lote`, { ids: [id, 999_999], dados: { nome: 'X' } });
    const [one, unknown] = many.body.linhas;
    expect(one.erros).toEqual(unknown.erros);
  });

  it('is not its name to whoever takes its key, in a form, a row or a reference', async () => {
    const told = [
      await call('OPERADOR', 'POST', base, { dados: { numero: hidden, nome: 'Outra' } }),
      await call('OPERADOR', 'PUT', `/dados/v1/${type.chave}`, [{ numero: hidden, nome: 'Outra' }]),
    ].map(({ body }) => JSON.stringify(body));
    for (const text of told) {
      expect(text).toMatch(/Este valor já é de uma caixa que você não vê/);
      expect(text).not.toMatch(/Caixa f-filial/);
    }
  });

  it('may not be made or moved by whoever would not see it', async () => {
    const made = async (who: Caller, chave: string, dados: object) =>
      (await call(who, 'POST', `/config/cadastros/${chave}`, { dados: { nome: 'Nova', ...dados } })).status;
    expect(await made('CONSUMIDOR_FINAL', 'c-cliente', { numero: 'N1' })).toBe(403);
    expect(await made('REPRESENTANTE', 'f-filial', { numero: 'N1' })).toBe(403);
    expect(await made('REPRESENTANTE', 'c-carteira', { numero: 'N1' })).toBe(422);
    const document = '11444777000161';
    expect(await made('REPRESENTANTE', 'c-carteira', { numero: 'N1', cliente: document })).toBe(422);
    expect(await made('ADMIN', 'c-carteira', { numero: 'N1', cliente: document })).toBe(200);
    const own = idOf.get('c-carteira.x.first.x');
    for (const cliente of [null, document])
      expect(
        (await call('REPRESENTANTE', 'PUT', `/config/cadastros/c-carteira/${own}`, { dados: { cliente } }))
          .status,
      ).toBe(422);
  });
});

/** Calls about records of a type that show or take none of them by themselves, with the reason. */
const WITHOUT_RECORDS: Readonly<Record<string, string>> = {
  'GET /config/cadastros': 'counts by the same scope; types that the person may not read are left out',
  'GET /config/cadastros-proprios': 'types without records',
  'GET /config/cadastros-proprios/{chave}/direitos': 'roles of a type',
  'GET /config/cadastros/{chave}/definicao': 'the type itself',
  'GET /config/cadastros/{chave}/somas': 'figures alone; their count stands above',
  'POST /config/cadastros/{chave}': 'writes by saveRecords; its cases stand above',
  'PUT /config/cadastros/{chave}/{id}': 'reads by oneRecord and writes by saveRecords; its cases stand above',
  'DELETE /config/cadastros/{chave}/{id}': 'reads by oneRecord; its cases stand above',
  'DELETE /dados/v1/{tipo}/{codigo}': 'reads by oneRecord, like its neighbour',
};

it('has a case for every call of the catalogue that is about records of a type', () => {
  const about = Object.values(catalogue as Record<string, Routes>)
    .flatMap((routes) => Object.values(routes))
    .flatMap((route) => pathsOf(route).map((path) => `${route.method} ${path}`))
    .filter((title) =>
      /\/config\/cadastros|\/dados\/v1\/(\{tipo\}|mudancas)|\/config\/opcoes|\/sac\/busca/.test(title),
    )
    // Imports belong to whoever began them and write by saveRecords; who owns a field is not about records.
    .filter((title) => !/\/importacoes|\/modelos|\/origem$/.test(title));
  const covered = Object.values(DOORS).flatMap(({ routes }) => routes);
  expect(about.filter((title) => !covered.includes(title) && !(title in WITHOUT_RECORDS))).toEqual([]);
});

/** Modules that read the table of custom records, and why they may: a new one decides whose scope it asks. */
const READERS: Readonly<Record<string, string>> = {
  'server/records/custom/customScope.ts': 'is the scope',
  'server/records/custom/queries.ts': 'hands the scope to every list and call',
  'server/records/custom/documentStorage.ts': 'reads what its callers chose within the scope',
  'server/records/read/searchRecords.ts': 'asks the scope of each type',
  'server/records/read/recordGroupings.ts': 'words a column for a list that asks the scope',
  'server/records/write/referrers.ts': 'names only what the scope shows',
  'server/records/custom/following.ts': 'rewrites columns, shows nothing',
  'server/records/custom/ownerChanges.ts': 'counts for whoever keeps the type',
  'server/records/custom/requiredCycles.ts': 'counts for whoever keeps the type',
  'server/records/custom/rules.ts': 'counts for whoever keeps the type',
  'server/config/retention/anonymize.ts': 'erases, shows nothing',
  'server/config/retention/look.ts': 'counts for the retention of the whole company',
  'server/config/privacy/held.ts': 'erases for the privacy officer',
  'server/records/custom/customerReferences.ts': 'lets records follow a merged customer, shows nothing',
  'server/callcenter/customerMerges/publishMoved.ts': 'tells of records that followed a merged customer',
  'server/demonstration/index.ts': 'empties the demonstration',
  'server/demonstration/fates.ts': 'empties the demonstration',
};

it('names every module that reads the table of custom records', () => {
  const found = sourceFiles('server').filter((file) =>
    /import \{[^}]*\brecords\b[^}]*\} from '[^']*db\/tables|\bt\.records\b/.test(readFileSync(file, 'utf8')),
  );
  expect(found.filter((file) => !(file in READERS))).toEqual([]);
});

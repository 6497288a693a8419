import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { isMigrated, migrate, migrationsFolder } from '#server/db/migrate.ts';
import { seedTerms } from '#server/db/seed/demo/sales/terms.ts';
import { createPeople } from '#tests/support/people.ts';
import { type TestDatabase, testDatabase } from '../../support/database/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

describe('migrations', () => {
  it('have readable names and one snapshot, the last', () => {
    const meta = path.join(migrationsFolder, 'meta');
    const { entries } = JSON.parse(readFileSync(path.join(meta, '_journal.json'), 'utf8')) as {
      entries: { idx: number; tag: string; when: number }[];
    };
    for (const { tag } of entries) expect(tag).toMatch(/^\d{4}(_[a-z]+)+$/);
    expect(entries.map(({ when }) => when)).toEqual(entries.map(({ when }) => when).sort((a, b) => a - b));
    const last = String(entries.at(-1)?.idx).padStart(4, '0');
    expect(readdirSync(meta).filter((file) => file.includes('snapshot'))).toEqual([`${last}_snapshot.json`]);
  });
});

describe('database of a suite', () => {
  it('is migrated, and processes that migrate at once do no harm', async () => {
    expect(await isMigrated(database.pool)).toBe(true);
    await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    expect(await isMigrated(database.pool)).toBe(true);
  });

  it('detects that a migration is missing', async () => {
    await database.pool.query('create table aside as select * from drizzle.__drizzle_migrations');
    await database.pool.query('truncate drizzle.__drizzle_migrations');
    expect(await isMigrated(database.pool)).toBe(false);
    await database.pool.query('insert into drizzle.__drizzle_migrations select * from aside');
  });

  it('refuses tables from before the baseline, and changes none of them', async () => {
    await database.pool.query(
      'update drizzle.__drizzle_migrations set created_at = created_at - 1000000000000',
    );
    await expect(migrate(database.url)).rejects.toThrow(/anterior à primeira linha de base/);
    await database.pool.query(
      'update drizzle.__drizzle_migrations set created_at = created_at + 1000000000000',
    );
    await expect(migrate(database.url)).resolves.toBeUndefined();
  });

  it('names the extensions that the server refuses, and what its administrator runs', async () => {
    const name = `recusa_${process.pid}`;
    const url = new URL(database.url);
    url.pathname = `/${name}`;
    const asOwner = new pg.Client({ connectionString: url.href });
    await database.pool.query(`create database ${name} template template0`);
    await database.pool.query(`create role ${name} login password 'x'`);
    try {
      await asOwner.connect();
      await asOwner.query(`grant create on schema public to ${name}`);
      const guest = new URL(url);
      guest.username = name;
      guest.password = 'x';
      await expect(migrate(guest.href)).rejects.toThrow(
        /não deixou criar pg_trgm, unaccent e btree_gin .*create extension pg_trgm with schema public;/,
      );
      await asOwner.query('create schema extras; create extension pg_trgm with schema extras');
      await asOwner.query(`grant create on database ${name} to ${name}`);
      await expect(migrate(guest.href)).rejects.toThrow(
        /fora do esquema public: pg_trgm\. .*drop extension pg_trgm; create extension pg_trgm/,
      );
      await asOwner.query('drop extension pg_trgm');
      await expect(migrate(guest.href)).resolves.toBeUndefined();
    } finally {
      await asOwner.end();
      await database.pool.query(`drop database ${name} with (force)`);
      await database.pool.query(`drop role ${name}`);
    }
  });

  it('folds accents and case, also in an index', async () => {
    const { rows } = await database.pool.query("select fold_text('Devolução ÀÉÎÕÜ ç') as folded");
    expect(rows).toEqual([{ folded: 'devolucao aeiou c' }]);
    await database.pool.query('create table names (name text)');
    await database.pool.query(
      'create index names_search_idx on names using gin (fold_text(name) gin_trgm_ops)',
    );
  });

  it('sorts by the rules of Brazilian Portuguese', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select name from unnest(array['Zélia', 'água', 'Érica', 'fábio', 'Ana']) as name order by name collate pt_br`,
    );
    expect(rows.map((row) => row.name)).toEqual(['água', 'Ana', 'Érica', 'fábio', 'Zélia']);
  });

  it('returns days as text and counts as numbers', async () => {
    const { rows } = await database.pool.query(
      "select date '2026-11-21' as day, count(*) as total from pg_am",
    );
    expect(rows[0]).toEqual({ day: '2026-11-21', total: expect.any(Number) });
    const raw = await database.db.execute(sql`select date '2026-11-21' as day, 7::int8 as seven`);
    expect(raw.rows).toEqual([{ day: '2026-11-21', seven: 7 }]);
  });
});

describe('answers to steps of the registration', () => {
  it('move to the extra fields, each field by itself, and none is lost to a key that is taken', async () => {
    const statements = readFileSync(
      path.join(migrationsFolder, '0052_registration_fields.sql'),
      'utf8',
    ).split('--> statement-breakpoint');
    const client = await database.pool.connect();
    const registration = {
      empresa: {
        cnae: '4711302',
        segmento: '99',
        porte: 'GRANDE',
        doca: { aberta: true, horario: { de: '08:00' }, planta: { nome: 'a.pdf', mime: 'application/pdf' } },
      },
      contatos: { nomeContato: 'Ana', porte: 'outro', livre: 'igual' },
      referenciasComerciais: [{ nome: 'Silva' }],
    };
    const address = { cep: '01310100', portaria: { nome: 'Norte' } };
    try {
      await client.query('begin');
      await client.query(
        `insert into customers (document, legal_name, trade_name, registration, extra_fields, address)
         values ('52998224725', 'A', 'A', $1, $2, $3)`,
        [registration, { porte: 'MEDIO', livre: 'igual' }, address],
      );
      for (const statement of statements) await client.query(statement);
      const { rows } = await client.query('select registration, extra_fields, address from customers');
      expect(rows).toEqual([
        {
          registration: {
            empresa: { cnae: '4711302' },
            contatos: { nomeContato: 'Ana' },
            referenciasComerciais: [{ nome: 'Silva' }],
          },
          extra_fields: {
            segmento: { valor: '99', rotulo: '99' },
            porte: 'MEDIO',
            porteNoCadastro: 'outro',
            porteNoCadastro3: 'GRANDE',
            livre: 'igual',
            docaAberta: true,
            docaHorarioDe: '08:00',
            docaPlanta: { nome: 'a.pdf', mime: 'application/pdf' },
            enderecoCobrancaPortariaNome: 'Norte',
          },
          address: { cep: '01310100' },
        },
      ]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('terms of sale', () => {
  const terms = async () =>
    (
      await database.pool.query(
        `select name, fixed_fee::float as fee, fee_description, 0 as percent, 0 as minimum from payment_methods
         union all select name, 0, '', percent::float, minimum::float from payment_plans order by name`,
      )
    ).rows as Record<'fee' | 'percent' | 'minimum' | 'name', unknown>[];

  it('have no fee, discount or minimum before a company begins, and stay as they are in one at work', async () => {
    const begun = await terms();
    expect(begun.map(({ name }) => name)).toEqual(expect.arrayContaining(['Pix', 'Cartão na máquina']));
    expect(begun.filter(({ fee, percent, minimum }) => fee || percent || minimum)).toEqual([]);
    await createPeople(database.db);
    await seedTerms({ client: database.pool });
    const own = await terms();
    expect(own).not.toEqual(begun);
    const text = readFileSync(path.join(migrationsFolder, '0061_neutral_start.sql'), 'utf8');
    for (const statement of text.split('--> statement-breakpoint')) await database.pool.query(statement);
    expect(await terms()).toEqual(own);
  });
});

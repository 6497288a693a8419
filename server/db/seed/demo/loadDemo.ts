import path from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { hashPassword } from '../../../session/passwords.ts';
import type { Db, Executor } from '../../client.ts';
import * as tables from '../../tables/index.ts';
import { installation, parameters, roles, sectors } from '../../tables/index.ts';
import type { DemoOptions } from '../index.ts';
import { inTransaction } from '../inTransaction.ts';
import { newChance } from './chance.ts';
import { makeCompany } from './makeCompany.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from './people.ts';
import { storePhotos } from './photos.ts';
import { COMPANY } from './places.ts';
import { drawProducts } from './productPictures.ts';
import { seedSales } from './sales/index.ts';
import { ticketKinds } from './tickets/kinds.ts';
import { writeCompany } from './writeCompany.ts';

type LoadOptions = Required<Pick<DemoOptions, 'tickets' | 'today'>> & Pick<DemoOptions, 'files' | 'dataDir'>;

/** Makes the company in memory and writes it in one transaction. */
export async function loadDemo(db: Db, pool: pg.Pool, options: LoadOptions) {
  const day = options.today.toISOString().slice(0, 10);
  const company = makeCompany({
    chance: newChance(),
    today: day,
    tickets: options.tickets,
    passwordHash: await hashPassword(DEMO_PASSWORD),
    roleIds: await idsOf(db, roles),
    sectorIds: await idsOf(db, sectors),
    ...(await ticketKinds(db)),
  });
  const photos = options.files ? await storePhotos(options.files, company) : { files: [], attachments: [] };
  if (options.dataDir) await drawProducts(path.join(options.dataDir, 'imagens', 'produtos'));
  else for (const product of company.products) product.imageId = null;
  await inTransaction(pool, async (client) => {
    const tx = drizzle(client, { schema: tables });
    await writeParameters(tx);
    await writeInstallation(tx);
    await writeCompany(client, company, photos, new Date(`${day}T00:00:00Z`));
    await seedSales({ company, today: day, client });
  });
}

async function idsOf(db: Db, table: typeof roles | typeof sectors): Promise<ReadonlyMap<string, number>> {
  const rows = await db.select({ key: table.key, id: table.id }).from(table);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** What the demonstration's company chose for itself (DOMAIN.md section 7). */
const writeParameters = (db: Executor) =>
  db
    .insert(parameters)
    .values([
      {
        area: 'GERAL',
        key: 'nomeEmpresa',
        value: COMPANY,
        description: 'Nome da empresa no console',
        public: true,
      },
      {
        area: 'SAC',
        key: 'diasLimiteDevolucao',
        value: 180,
        description: 'Dias em que uma nota pode ser devolvida',
      },
      {
        area: 'GERAL',
        key: 'casasDecimaisValor',
        value: 2,
        description: 'Casas decimais dos valores mostrados',
      },
    ])
    .onConflictDoUpdate({
      target: [parameters.area, parameters.key, parameters.branchId],
      set: { value: sql`excluded.value` },
    });

/** Tells the login page that this is the demonstration, and whom it may offer. */
const writeInstallation = (db: Executor) => {
  const facts = {
    empresa: COMPANY,
    senha: DEMO_PASSWORD,
    pessoas: DEMO_PEOPLE.map(({ type, cpf, name }) => ({ tipo: type, cpf, nome: name })),
  };
  return db
    .insert(installation)
    .values({ id: 1, demo: true, facts })
    .onConflictDoUpdate({
      target: installation.id,
      set: { demo: true, facts: sql`${installation.facts} || excluded.facts`, setupCodeHash: null },
    });
};

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { asc, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { currentFlows } from '#server/config/flows/queries.ts';
import { hashPassword } from '#server/session/account/passwords.ts';
import { LOCKS, lockUntilCommit } from '../../advisoryLock.ts';
import type { Db, Executor } from '../../client.ts';
import { installation, parameters, reasons, roles, sectors, ticketTypes } from '../../tables/index.ts';
import { inTransaction, withoutForeignKeys } from '../copyRows.ts';
import type { DemoOptions } from '../index.ts';
import { type Chance, newChance } from './chance.ts';
import { drawLogo } from './logo.ts';
import { makeCompany } from './makeCompany.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from './people.ts';
import { storePhotos } from './photos.ts';
import { COMPANY } from './places.ts';
import { FAMILIES, type Family, imageIdOf, type Shape } from './products.ts';
import { seedSales } from './sales/index.ts';
import type { TicketKind, TicketSources } from './tickets/plan.ts';
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
  if (options.dataDir) {
    await drawProducts(path.join(options.dataDir, 'imagens', 'produtos'));
    await drawLogo(options.dataDir);
  } else for (const product of company.products) product.imageId = null;
  await inTransaction(pool, async (client) => {
    const tx = drizzle(client);
    // A process that starts now waits here, rather than in the middle of the tables locked by this one.
    for (const lock of [LOCKS.definitions, LOCKS.standardRows]) await lockUntilCommit(tx, lock);
    await withoutForeignKeys(client, null, async () => {
      await writeParameters(tx);
      await writeInstallation(tx);
      await writeCompany(client, company, photos, new Date(`${day}T00:00:00Z`));
      await seedSales({ company, today: day, client });
    });
  });
}

async function idsOf(db: Db, table: typeof roles | typeof sectors): Promise<ReadonlyMap<string, number>> {
  const rows = await db.select({ key: table.key, id: table.id }).from(table);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** The parameters chosen by the demonstration company (docs/domain.md 7). */
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

/** Marks the installation as the demonstration for the login page, with the users it may offer. */
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

type ReasonRow = typeof reasons.$inferSelect;

/** Types, flows and reasons as stored in the database, so that the tickets match the definition files. */
async function ticketKinds(
  db: Db,
): Promise<Pick<TicketSources, 'kinds' | 'productReasons' | 'finalReasons'>> {
  const types = await db
    .select()
    .from(ticketTypes)
    .where(eq(ticketTypes.active, true))
    .orderBy(asc(ticketTypes.id));
  const flows = new Map((await currentFlows(db)).map((each) => [each.key, each] as const));
  const rows = await db.select().from(reasons).orderBy(asc(reasons.position), asc(reasons.id));
  const kinds = types.flatMap((type): TicketKind[] => {
    const flow = flows.get(type.flowKey);
    const own = rows.filter(({ kind, typeId }) => kind === 'ABERTURA' && typeId === type.id);
    return flow
      ? [
          {
            type,
            flow: flow.flow,
            flowVersion: flow.version,
            reasons: (chance) => chosenReasons(chance, own, null),
          },
        ]
      : [];
  });
  return {
    kinds,
    productReasons: rows.filter(({ kind }) => kind === 'PRODUTO'),
    finalReasons: rows.filter(({ kind }) => kind === 'FINALIZACAO'),
  };
}

/** One reason per level, down to the last or to one whose next level is optional. */
function chosenReasons(
  chance: Chance,
  rows: readonly ReasonRow[],
  parent: ReasonRow | null,
): { id: number; descricao: string }[] {
  const level = rows.filter(({ parentId }) => parentId === (parent?.id ?? null));
  if (level.length === 0 || (parent && !parent.childrenRequired && chance.happens(40))) return [];
  const chosen = chance.pick(level);
  return [{ id: chosen.id, descricao: chosen.description }, ...chosenReasons(chance, rows, chosen)];
}

/** Draws each product family in each brand's colour as `<idImagem>.svg`, where the image route looks for it. */
async function drawProducts(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all(
    FAMILIES.flatMap((family, familyIndex) =>
      family.brands.map((brand, brandIndex) =>
        writeFile(
          path.join(folder, `${imageIdOf(familyIndex, brandIndex)}.svg`),
          drawing(family, brand, COLOURS[brandIndex] ?? COLOURS[0]),
        ),
      ),
    ),
  );
}

const COLOURS = ['#b5482f', '#2f6f8f', '#3f7d4e', '#8a5a9b'] as const;

/** Outline of the package in a square of 240, and the y position of its label. */
const PACKS: Record<Shape, readonly [outline: string, labelTop: number]> = {
  saco: ['M60 40 Q120 24 180 40 L190 60 L196 206 Q120 222 44 206 L50 60 Z', 92],
  garrafa: [
    'M102 16 H138 V52 Q172 72 172 104 V212 Q172 224 160 224 H80 Q68 224 68 212 V104 Q68 72 102 52 Z',
    116,
  ],
  frasco: [
    'M92 20 H132 V44 H150 Q178 52 178 88 V210 Q178 222 166 222 H74 Q62 222 62 210 V84 Q62 52 92 44 Z',
    104,
  ],
  caixa: ['M44 62 H196 V206 H44 Z M44 62 L62 40 H178 L196 62 Z', 96],
  cartonado: ['M66 62 L92 30 H148 L174 62 V218 H66 Z', 94],
  utilidade: ['M36 76 Q36 56 56 56 H184 Q204 56 204 76 V192 Q204 212 184 212 H56 Q36 212 36 192 Z', 98],
};

function drawing({ name, shape }: Family, brand: string, colour: string): string {
  const [outline, top] = PACKS[shape];
  const lines = [brand, ...wrapped(name)];
  const texts = lines.map(
    (line, index) =>
      `<text x="120" y="${top + 24 + index * 18}" font-size="${index === 0 ? 15 : 13}" font-weight="${index === 0 ? 700 : 400}">${line.replaceAll('&', '&amp;')}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240" width="240" height="240">
<rect width="240" height="240" fill="#f3f4f5"/>
<path d="${outline}" fill="${colour}"/>
<rect x="52" y="${top}" width="136" height="${22 + lines.length * 18}" rx="6" fill="#fff"/>
<g font-family="Inter, Arial, sans-serif" fill="#26292c" text-anchor="middle">${texts.join('')}</g>
</svg>
`;
}

/** At most three lines of at most eighteen characters. */
function wrapped(name: string): string[] {
  const lines: string[] = [];
  for (const word of name.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= 18) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.slice(0, 3);
}

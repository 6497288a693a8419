import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import {
  type TicketReasonsFile,
  type TicketTypesFile,
  ticketTypesProblems,
} from '#contract/rules/tickets/ticketTypesFile.ts';
import { loadDefinitions } from '../../config/definitions/load.ts';
import { metaSchemaProblems, schemasFolder } from '../../config/definitions/metaSchema.ts';
import { currentFlows } from '../../config/flows/queries.ts';
import { STANDARD_SECTORS, sectorRow } from '../../config/flows/rules.ts';
import { STANDARD_PARAMETERS } from '../../config/parameters/rules.ts';
import { ensureRoles } from '../../session/roles.ts';
import { LOCKS, lockUntilCommit } from '../advisoryLock.ts';
import type { Db, Tx } from '../client.ts';
import {
  activities,
  cannedReplies,
  contactTypes,
  customerClassifications,
  customerSegments,
  leadSources,
  parameters,
  priceTables,
  reasons,
  sectors,
  ticketMenus,
  ticketOrigins,
  ticketTypes,
} from '../tables/index.ts';
import { reasonRows } from './reasonRows.ts';

/**
 * Writes what every installation needs to work: flows, roles, sectors, parameters, origins, menus, types, reasons and canned
 * replies. Called at every start: flows follow their files; everything else is written only where there is nothing yet, so
 * administrators' changes are kept.
 */
export async function seedStandard(
  db: Db,
  folder = schemasFolder,
): Promise<{ broken: { file: string; problems: string[] }[] }> {
  const { broken } = await loadDefinitions(db, folder);
  await db.transaction(async (tx) => {
    // Processes that start together wait for the first.
    await lockUntilCommit(tx, LOCKS.standardRows);
    await ensureRoles(tx);
    await seedParameters(tx);
    await seedSectors(tx);
    await seedRegistrationLists(tx);
    if ((await tx.$count(ticketTypes)) === 0) {
      await seedTicketCatalog(tx);
      await tx
        .insert(cannedReplies)
        .values([...STANDARD_REPLIES])
        .onConflictDoNothing();
    }
  });
  return { broken };
}

const seedParameters = (tx: Tx) =>
  tx
    .insert(parameters)
    .values(STANDARD_PARAMETERS.map((parameter) => ({ ...parameter })))
    .onConflictDoNothing();

const seedSectors = (tx: Tx) =>
  tx.insert(sectors).values(Object.keys(STANDARD_SECTORS).map(sectorRow)).onConflictDoNothing();

async function seedTicketCatalog(tx: Tx) {
  const types = await readStandard<TicketTypesFile>('types', 'ticketTypes');
  const given = await readStandard<TicketReasonsFile>('reasons', 'ticketReasons');
  const keys = (await currentFlows(tx)).map(({ key }) => key);
  stopAt('types.json', ticketTypesProblems(types, keys));
  const menus = await tx
    .insert(ticketMenus)
    .values(
      types.menus.map((menu, position) => ({
        key: menu.chave,
        description: menu.descricao,
        sentence: menu.frase,
        icon: menu.icone,
        position,
      })),
    )
    .returning();
  await tx.insert(ticketOrigins).values(
    types.origens.map(({ chave, descricao }, position) => ({
      key: chave,
      description: descricao,
      position,
    })),
  );
  const menuIds = new Map(menus.map(({ key, id }) => [key, id]));
  await tx.insert(ticketTypes).values(types.tipos.map((type, position) => typeRow(type, position, menuIds)));
  await tx.insert(reasons).values(reasonRows(types, given));
  await tx.execute(
    sql`select setval(pg_get_serial_sequence('ticket_types', 'id'), max(id)) from ${ticketTypes}`,
  );
  await tx.execute(sql`select setval(pg_get_serial_sequence('reasons', 'id'), max(id)) from ${reasons}`);
}

const typeRow = (
  type: TicketTypesFile['tipos'][number],
  position: number,
  menuIds: ReadonlyMap<string, number>,
) => ({
  id: type.id,
  key: type.chave,
  menuId: menuIds.get(type.menu) as number,
  description: type.desc,
  flags: {
    usa_assunto: type.usa_assunto,
    usa_nota: type.usa_nota,
    usa_produto: type.usa_produto,
    usa_nota_produto: type.usa_nota_produto,
    usa_prorrogacao: type.usa_prorrogacao,
    usa_mensagem: type.usa_mensagem,
    usa_transportadora: type.usa_transportadora,
    usa_consumidor_final: type.usa_consumidor_final,
  },
  mirror: type.gera_espelho_devolucao,
  flowKey: type.fluxo,
  // For the first level the type decides; below it, each reason says whether the next level is required.
  reasonLevels: type.motivos ? [{ obrigatorio: type.motivos.obrigatorio }] : [],
  position,
});

async function readStandard<T>(name: string, meta: 'ticketTypes' | 'ticketReasons'): Promise<T> {
  const file = path.join(schemasFolder, 'tickets', `${name}.json`);
  const content: unknown = JSON.parse(await readFile(file, 'utf8'));
  stopAt(`${name}.json`, metaSchemaProblems(meta, content));
  return content as T;
}

/** No ticket can be opened without types, so a broken file stops the first start. */
function stopAt(file: string, problems: { pointer: string; message: string }[]) {
  if (problems.length === 0) return;
  const listed = problems.map(({ pointer, message }) => `${pointer}: ${message}`).join('\n');
  throw new Error(`schemas/tickets/${file} precisa de correção:\n${listed}`);
}

/** Initial canned replies, which the company will replace with better ones. */
const STANDARD_REPLIES: readonly { title: string; html: string }[] = [
  {
    title: 'Recebemos a sua solicitação',
    html: '<p>Olá, {{cliente}},</p><p>Recebemos a sua solicitação e ela está no ticket <strong>{{ticket}}</strong>. Vamos analisar e responder por aqui.</p><p>{{atendente}}<br>{{empresa}}</p>',
  },
  {
    title: 'Pedir fotos do produto',
    html: '<p>Olá, {{cliente}},</p><p>Para analisar a devolução da nota {{nota}}, precisamos de:</p><ul><li><p>uma foto da etiqueta da caixa;</p></li><li><p>uma foto do produto que mostre o problema.</p></li></ul><p>Responda este ticket com as fotos anexadas.</p><p>{{atendente}}</p>',
  },
  {
    title: 'Pedir a nota de devolução',
    html: '<p>Olá, {{cliente}},</p><p>A devolução foi autorizada. Emita a nota de devolução como no espelho deste ticket e envie aqui o PDF ou o XML.</p><p>Enquanto a nota não chega, a coleta não pode ser agendada.</p><p>{{atendente}}</p>',
  },
  {
    title: 'Coleta em agendamento',
    html: '<p>Olá, {{cliente}},</p><p>A coleta do ticket {{ticket}} está em agendamento com a transportadora. Deixe os volumes embalados e identificados com o número da nota.</p><p>{{atendente}}</p>',
  },
  {
    title: 'Devolução recusada',
    html: '<p>Olá, {{cliente}},</p><p>Analisamos a sua solicitação e ela não pôde ser aceita pelo motivo abaixo:</p><p>Se tiver mais informações, responda este ticket.</p><p>{{atendente}}<br>{{empresa}}</p>',
  },
  {
    title: 'Encerramento por falta de resposta',
    html: '<p>Olá, {{cliente}},</p><p>Como não recebemos resposta, vamos encerrar o ticket {{ticket}}. Se ainda precisar, ele pode ser reaberto.</p><p>{{atendente}}</p>',
  },
];

/** Initial lists for the registration of customers. */
const LISTS = [
  [
    activities,
    [
      'Atacado e distribuição',
      'Bar e restaurante',
      'Construção e reforma',
      'Hotel e pousada',
      'Indústria',
      'Loja de conveniência',
      'Mercearia e minimercado',
      'Padaria e confeitaria',
      'Produtor rural',
      'Supermercado',
      'Uso próprio',
    ],
  ],
  [
    leadSources,
    [
      'Indicação de cliente',
      'Internet',
      'Redes sociais',
      'Feira ou evento',
      'Representante',
      'Já era cliente',
    ],
  ],
  [priceTables, ['Tabela 1', 'Tabela 2', 'Tabela 3', 'Tabela 4']],
  [customerClassifications, ['A', 'B', 'C', 'Em observação']],
  [contactTypes, ['Contato', 'Sócio', 'Compras', 'Financeiro', 'Fiscal', 'Recebimento']],
  [customerSegments, ['Alimentos e bebidas', 'Higiene e limpeza', 'Utilidades', 'Bazar', 'Pet']],
] as const;

/** Only fills empty lists, so administrators' changes are kept. */
async function seedRegistrationLists(tx: Tx): Promise<void> {
  for (const [table, names] of LISTS)
    if ((await tx.$count(table)) === 0) await tx.insert(table).values(names.map((name) => ({ name })));
}

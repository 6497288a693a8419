import { and, eq, inArray } from 'drizzle-orm';
import { type BoardInput, BoardRecord, STAGE_COLORS } from '#contract/callcenter/agendas/followUpBoards.ts';
import { readStageRule } from '#contract/rules/customers/stageRule.ts';
import { wrote } from '../../config/simpleRest.ts';
import type { Context } from '../../context.ts';
import { countLocked } from '../../db/advisoryLock.ts';
import type { Tx } from '../../db/client.ts';
import { followUpStages, followUpTypes } from '../../db/tables/index.ts';
import { invalid, refused } from '../../errors.ts';
import { plainTexts } from '../../text/plainText.ts';
import { rowOf } from '../../writing/row.ts';
import { oneBoard, stagesOf } from './queries.ts';

const boardRow = rowOf(followUpTypes, {
  entity: 'follow_up_types',
  name: 'este quadro',
  words: {
    name: 'nome',
    description: 'descricao',
    active: 'ativo',
  },
  read: { schema: BoardRecord, of: ({ db }, id) => oneBoard(db, id) },
});

const MAX_BOARDS = 20;

/** Within the transaction of its caller. */
export async function writeNewBoard(tx: Tx, ctx: Context, { body }: { body: BoardInput }) {
  const board = validBoard(body);
  if ((await countLocked(tx, followUpTypes)) >= MAX_BOARDS)
    throw refused('QUADROS_DEMAIS', `Já há ${MAX_BOARDS} quadros. Exclua um que não se usa mais.`);
  const row = await boardRow.create(tx, ctx, {
    body,
    set: columnsOf(board),
    apart: ['etapas'],
    parts: ({ id }) => writeStages(tx, id, board.etapas),
    facts: async ({ id }) => ({ after: await stageFacts(tx, id) }),
  });
  return wrote(row.id, `Quadro "${row.name}" criado.`);
}

/** Within the transaction of its caller. */
export async function writeBoard(
  tx: Tx,
  ctx: Context,
  { params: { id }, body }: { params: { id: number }; body: BoardInput },
) {
  const board = validBoard(body);
  const stood = await boardRow.lock(tx, ctx, { id, versao: body.versao });
  const before = await stageFacts(tx, id);
  const row = await boardRow.change(tx, ctx, stood, {
    body,
    set: columnsOf(board),
    apart: ['etapas'],
    parts: () => writeStages(tx, id, board.etapas),
    facts: async () => ({ before, after: await stageFacts(tx, id) }),
  });
  return wrote(id, `Quadro "${row.name}" salvo.`);
}

/** Within the transaction of its caller. */
export async function deleteBoard(tx: Tx, ctx: Context, { params: { id } }: { params: { id: number } }) {
  const row = await boardRow.lock(tx, ctx, { id });
  await boardRow.remove(tx, ctx, row, await stageFacts(tx, id));
  return wrote(id, `Quadro "${row.name}" excluído.`);
}

const columnsOf = ({ nome, descricao, ativo }: BoardInput) => ({
  name: nome,
  description: descricao,
  active: ativo,
});

/** Existing stages keep their id, so that links to them remain valid. */
async function writeStages(tx: Tx, typeId: number, stages: BoardInput['etapas']): Promise<void> {
  const existing = new Set((await stagesOf(tx, [typeId])).map(({ id }) => id));
  const named = stages.flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (named.some((id) => !existing.has(id)) || new Set(named).size < named.length)
    throw invalid({ etapas: 'Uma etapa não é mais deste quadro. Abra-o de novo antes de salvar.' });
  const removedIds = [...existing].filter((id) => !named.includes(id));
  if (removedIds.length > 0)
    await tx
      .delete(followUpStages)
      .where(and(eq(followUpStages.typeId, typeId), inArray(followUpStages.id, removedIds)));
  for (const [position, { id, nome, cor, regra }] of stages.entries()) {
    const values = { position, name: nome, color: cor, rule: { ...regra } };
    if (id === undefined) await tx.insert(followUpStages).values({ ...values, typeId });
    else await tx.update(followUpStages).set(values).where(eq(followUpStages.id, id));
  }
}

/** Refuses what the form must not send; errors are reported at their stage. */
function validBoard(given: BoardInput): BoardInput {
  const board = plainTexts(given);
  const problems: Record<string, string> = {};
  for (const [place, { cor, regra }] of board.etapas.entries()) {
    if (!STAGE_COLORS.some((color) => color === cor)) problems[`etapas.${place}.cor`] = 'Escolha a cor.';
    if (!readStageRule(regra))
      problems[`etapas.${place}.regra`] = 'Confira a regra: o começo de um intervalo não passa do fim.';
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return {
    ...board,
    nome: board.nome.trim(),
    etapas: board.etapas.map((stage) => ({ ...stage, nome: stage.nome.trim() })),
  };
}

const stageFacts = async (tx: Tx, boardId: number) => ({
  etapas: (await stagesOf(tx, [boardId])).map(({ id, name, color, rule }) => ({
    id,
    nome: name,
    cor: color,
    regra: rule,
  })),
});

import * as Type from '@sinclair/typebox';
import { BoardInput } from '#contract/callcenter/agendas/followUpBoards.ts';
import { Strict } from '#contract/route.ts';
import { changesBetween } from '#contract/rules/definitions/changes.ts';
import { foldedText } from '#contract/rules/text.ts';
import { deleteBoard, writeBoard, writeNewBoard } from '../../../callcenter/followUpBoards/commands.ts';
import { boardList } from '../../../callcenter/followUpBoards/queries.ts';
import type { Content } from '../rules.ts';
import { keyOfName, type PartRules } from './part.ts';

type BoardContent = Pick<BoardInput, 'nome' | 'descricao' | 'ativo' | 'etapas'>;
const asBoard = (content: Content) => content as unknown as BoardContent;

const { nome, descricao, ativo, etapas } = BoardInput.properties;
const stage = etapas.items.properties;

const WORDS = {
  identity: ['nome'],
  label: ['nome'],
  keys: {
    descricao: 'descrição',
    ativo: 'ativo',
    etapas: 'etapas',
    cor: 'cor',
    regra: 'quem entra',
    prospect: 'prospect',
    bloqueado: 'bloqueado',
    naoContatar: 'pediu para não ser contatado',
    comprou: 'já comprou',
    orcamentosAbertos: 'tem orçamento aberto',
    pedidosEmAndamento: 'tem pedido em andamento',
    titulosVencidos: 'tem títulos vencidos',
    agendaAberta: 'tem agenda aberta',
    diasSemCompra: 'dias sem compra',
    diasSemContato: 'dias sem contato',
    classes: 'classe de venda',
    categorias: 'categoria',
  },
};

/** Follow-up boards, known by their names; stages that keep their name keep their place for links. */
export const boardParts: PartRules = {
  kind: 'boards',
  schema: Strict({
    ...{ nome, descricao, ativo },
    etapas: Type.Array(Strict({ nome: stage.nome, cor: stage.cor, regra: stage.regra }), {
      minItems: 1,
      maxItems: 12,
    }),
  }),
  keyOf: (content) => keyOfName(asBoard(content).nome),
  titleOf: (content) => asBoard(content).nome,
  async standing(db) {
    return (await boardList(db)).map((board) => {
      const content = {
        ...{ nome: board.nome, descricao: board.descricao, ativo: board.ativo },
        etapas: board.etapas.map(({ nome, cor, regra }) => ({ nome, cor, regra })),
      };
      return {
        ...{ id: board.id, version: board.versao, key: keyOfName(board.nome), title: board.nome, content },
        stays: board.etapas.some(({ regra }) => regra === null)
          ? 'Uma etapa tem uma regra que não vale mais. Abra o quadro e corrija-a.'
          : null,
      };
    });
  },
  changes: (before, after) => (before ? changesBetween(before, after, WORDS) : []),
  async write(tx, ctx, { conteudo }, { standing }) {
    const board = asBoard(conteudo);
    if (!standing) {
      await writeNewBoard(tx, ctx, { body: board });
      return;
    }
    const standingStages = (await boardList(tx)).find(({ id }) => id === standing.id)?.etapas ?? [];
    const free = [...standingStages];
    const stages = board.etapas.map((one) => {
      const at = free.findIndex(({ nome }) => foldedText(nome) === foldedText(one.nome));
      const [same] = at < 0 ? [] : free.splice(at, 1);
      return same ? { ...one, id: same.id } : one;
    });
    const body = { ...board, etapas: stages, versao: standing.version };
    await writeBoard(tx, ctx, { params: { id: standing.id }, body });
  },
  async remove(tx, ctx, { id }) {
    await deleteBoard(tx, ctx, { params: { id } });
  },
};

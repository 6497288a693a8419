import { blockSources, isSourceKind, sourcesOf } from '#contract/rules/dashboards/blockSources.ts';
import {
  BLOCK_WIDTHS,
  type BlockKind,
  type BlockWidth,
  type DashboardBlock,
  MAX_BLOCK_HEIGHT,
} from '#contract/rules/dashboards/dashboard.ts';
import type { Content } from '../editorProps.ts';
import { moved } from '../jsonPointer.ts';

export const blocksIn = (content: Content): DashboardBlock[] =>
  Array.isArray(content.blocos) ? (content.blocos as DashboardBlock[]) : [];

/** A dashboard after an edit, and the block that is selected then. */
export interface Edited {
  content: Content;
  index: number;
}

const withBlocks = (content: Content, blocos: DashboardBlock[], index: number): Edited => ({
  content: { ...content, blocos },
  index,
});

/** How large a block is to begin with. */
const SIZES: Record<BlockKind, Pick<DashboardBlock, 'largura' | 'altura'>> = {
  RELATORIO: { largura: 6, altura: 5 },
  NUMERO: { largura: 3, altura: 2 },
  LISTA: { largura: 6, altura: 5 },
  TEXTO: { largura: 12, altura: 1 },
  PROXIMO: { largura: 4, altura: 3 },
  REGISTROS: { largura: 6, altura: 5 },
  CONTADORES: { largura: 12, altura: 2 },
  META: { largura: 4, altura: 3 },
  CONTEUDO: { largura: 12, altura: 4 },
};

/** Inserted after the selected block, otherwise at the end. */
export function withNewBlock(
  content: Content,
  block: Pick<DashboardBlock, 'tipo' | 'relatorio' | 'coluna' | 'texto' | 'fonte'>,
  after: number | null,
): Edited {
  const blocks = blocksIn(content);
  const at = after === null ? blocks.length : after + 1;
  const added: DashboardBlock = {
    chave: freeKey(block.relatorio ?? block.fonte ?? 'texto', blocks),
    ...JSON.parse(JSON.stringify(block)),
    ...SIZES[block.tipo],
  };
  return withBlocks(content, [...blocks.slice(0, at), added, ...blocks.slice(at)], at);
}

const MAX_KEY = 40;

function freeKey(name: string, blocks: readonly DashboardBlock[]): string {
  const base = name.replace(/^[^a-z]+/, '').slice(0, MAX_KEY - 3) || 'bloco';
  const takenKeys = new Set(blocks.map(({ chave }) => chave));
  if (!takenKeys.has(base)) return base;
  let number = 2;
  while (takenKeys.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}

/** The same content where there is no such place. */
export function withBlockMoved(content: Content, from: number, to: number): Edited {
  const blocks = blocksIn(content);
  if (from === to || to < 0 || to >= blocks.length) return { content, index: from };
  return withBlocks(content, moved(blocks, from, to), to);
}

/** The neighbour is selected then, so that several can be removed one after the other. */
export function withoutBlock(content: Content, index: number): Edited {
  const blocks = blocksIn(content).filter((_, each) => each !== index);
  return withBlocks(content, blocks, Math.min(index, blocks.length - 1));
}

/** One step wider or narrower; the same content at either end. */
export function withWidth(content: Content, index: number, by: -1 | 1): Edited {
  const { largura } = blocksIn(content)[index] ?? {};
  const next = BLOCK_WIDTHS[BLOCK_WIDTHS.indexOf(largura as BlockWidth) + by];
  return next === undefined ? { content, index } : withBlock(content, index, { largura: next });
}

/** One row taller or lower; the same content at either end. */
export function withHeight(content: Content, index: number, by: -1 | 1): Edited {
  const next = (blocksIn(content)[index]?.altura ?? 1) + by;
  return next < 1 || next > MAX_BLOCK_HEIGHT
    ? { content, index }
    : withBlock(content, index, { altura: next });
}

/** Changes keys of one block; those that are `undefined` are left out. */
export function withBlock(
  content: Content,
  index: number,
  change: Partial<Record<keyof DashboardBlock, unknown>>,
): Edited {
  const blocks = blocksIn(content).map((block, each) =>
    each === index ? (JSON.parse(JSON.stringify({ ...block, ...change })) as DashboardBlock) : block,
  );
  return withBlocks(content, blocks, index);
}

/** What a block keeps when it becomes another kind. */
export function withKind(content: Content, index: number, tipo: BlockKind): Edited {
  const { relatorio, texto, fonte, parametros } = blocksIn(content)[index] ?? {};
  const none = { mostra: undefined, coluna: undefined, comparacao: undefined };
  const ofReport = tipo !== 'TEXTO' && !isSourceKind(tipo);
  const keptSource = fonte && isSourceKind(tipo) && blockSources[fonte].tipo === tipo ? fonte : undefined;
  return withBlock(content, index, {
    ...{ tipo, ...none },
    relatorio: ofReport ? relatorio : undefined,
    parametros: ofReport ? parametros : undefined,
    texto: tipo === 'TEXTO' ? (texto ?? '') : undefined,
    fonte: isSourceKind(tipo) ? (keptSource ?? sourcesOf(tipo)[0]) : undefined,
  });
}

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BLOCK_WIDTHS } from '#contract/rules/dashboards/dashboard.ts';
import {
  blocksIn,
  withBlockMoved,
  withHeight,
  withNewBlock,
  withoutBlock,
  withWidth,
} from '#src/custom/schemaStudio/dashboards/dashboardEdits.ts';

describe('edits of a dashboard', () => {
  type Edit = (content: { blocos: unknown[] }, index: number) => { content: object; index: number };
  const edits: Edit[] = [
    (content, index) => withBlockMoved(content, index, index + 1),
    (content, index) => withBlockMoved(content, index, index - 1),
    (content, index) => withWidth(content, index, 1),
    (content, index) => withWidth(content, index, -1),
    (content, index) => withHeight(content, index, 1),
    (content, index) => withHeight(content, index, -1),
    (content, index) => withNewBlock(content, { tipo: 'LISTA', relatorio: 'metas' }, index),
    (content) => withNewBlock(content, { tipo: 'TEXTO', texto: 'a' }, null),
    withoutBlock,
  ];
  it('leave every block of a size that there is, under a key of its own', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(edits.length - 1), fc.nat(12)), { maxLength: 40 }), (steps) => {
        let content: { blocos: unknown[] } = { blocos: [] };
        for (const [edit, at] of steps) {
          const length = content.blocos.length;
          if (length === 0 && edit !== 6 && edit !== 7) continue;
          const made = edits[edit]?.(content, length === 0 ? -1 : at % length);
          content = made?.content as typeof content;
          expect(made?.index).toBeLessThan(Math.max(1, content.blocos.length));
        }
        const blocks = blocksIn(content);
        expect(new Set(blocks.map(({ chave }) => chave)).size).toBe(blocks.length);
        for (const { chave, largura, altura } of blocks) {
          expect(chave).toMatch(/^[a-z][a-z0-9-]{0,39}$/);
          expect(BLOCK_WIDTHS).toContain(largura);
          expect(altura).toBeGreaterThanOrEqual(1);
          expect(altura).toBeLessThanOrEqual(8);
        }
      }),
    );
  });
});

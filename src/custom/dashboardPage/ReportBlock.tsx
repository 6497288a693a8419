import { listText } from '#contract/rules/text.ts';
import type { ShownBlock } from '#contract/sac/reports/shownBlocks.ts';
import { reportPath } from '#src/resources/reports/shared/reportAddress.tsx';
import { BlockContent } from './BlockContent.tsx';
import { GridCell, WholeLink } from './DashboardGrid.tsx';
import { type BlockQuestion, useBlock } from './useBlock.ts';

interface ReportBlockProps {
  block: ShownBlock;
  question: BlockQuestion;
}

/** A part of a report, or a text, in its place. */
export function ReportBlock({ block, question }: ReportBlockProps) {
  const answer = useBlock(block, question);
  const { data, isLoading, isPlaceholderData } = answer;
  const cut = data && data.naoAplicados.length > 0;
  return (
    <GridCell
      block={block}
      name={block.acesso ? 'Texto' : 'Bloco sem acesso'}
      busy={isLoading}
      stale={isPlaceholderData}
      actions={
        block.relatorio &&
        data && (
          <WholeLink
            label={`Ver tudo: ${block.titulo}`}
            // Its filters come with the answer.
            disabled={isPlaceholderData}
            to={reportPath(block.relatorio, data.filtros)}
          />
        )
      }
      footer={cut && `Este relatório não filtra por ${listText(data.naoAplicados)}.`}
    >
      <BlockContent block={block} answer={answer} />
    </GridCell>
  );
}

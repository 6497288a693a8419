import CloseOutlined from '@mui/icons-material/CloseOutlined';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import type { ReportCell } from '#contract/rules/reports/results.ts';
import { reportRoutes } from '#contract/sac/reports/reports.ts';
import { useRoute } from '#data/useRoute.ts';
import { type FilterValues, factsText } from '#src/resources/reports/shared/useReportRun.ts';
import { CloseCross, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { Answered, EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { ResultTable } from './ResultTable.tsx';

/** A figure of a result: its column, and the values that name its group. */
export interface ChosenFigure {
  coluna: string;
  grupo: Record<string, ReportCell>;
  /** When the result was made. */
  em: string;
  /** 'Matriz · out/2026: 12' */
  titulo: string;
}

interface FigureRowsProps {
  idRelatorio: string;
  filtros: FilterValues;
  figure: ChosenFigure;
  onClose: () => void;
}

/** The rows that a figure was made of, as far as the person may see them, with links to their records. */
export function FigureRows({ idRelatorio, filtros, figure, onClose }: FigureRowsProps) {
  const title = useId();
  const { coluna, grupo, em } = figure;
  const answer = useRoute(
    reportRoutes.rows,
    { params: { idRelatorio }, body: { coluna, grupo, filtros, em } },
    { staleTime: 0, gcTime: 0, retry: false },
  );
  return (
    <DialogFrame
      open
      onClose={onClose}
      confirmsDiscard={false}
      maxWidth="lg"
      fullWidth
      fullScreen="phone"
      aria-labelledby={title}
    >
      <DialogTitle id={title} sx={{ pr: 12, overflowWrap: 'anywhere' }}>
        {figure.titulo}
      </DialogTitle>
      <CloseCross aria-label="Fechar" sx={{ position: 'absolute', top: 8, right: 8 }}>
        <CloseOutlined />
      </CloseCross>
      <DialogContent
        sx={{ display: 'grid', gap: 3, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        <Answered answer={answer} skeleton={<p role="status">Buscando as linhas…</p>}>
          {({ data: result }) => (
            <>
              <p role="status" style={{ margin: 0 }}>
                {result.cortado
                  ? `As primeiras ${result.limite} linhas. Restrinja os filtros do relatório para ver as demais.`
                  : factsText(result)}
              </p>
              {result.linhas.length === 0 ? (
                <EmptyState
                  title="Nenhuma linha que você veja"
                  text="O que este número conta mudou depois que o relatório foi gerado, ou está fora do seu acesso."
                />
              ) : (
                <ResultTable result={result} label={`Linhas de ${figure.titulo}`} />
              )}
            </>
          )}
        </Answered>
      </DialogContent>
    </DialogFrame>
  );
}

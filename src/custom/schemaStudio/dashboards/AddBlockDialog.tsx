import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useMemo, useState } from 'react';
import { blockKinds, type DashboardDefinition } from '#contract/rules/dashboards/dashboard.ts';
import type { ReportColumn } from '#contract/rules/reports/report.ts';
import { isFigure } from '#contract/rules/reports/results.ts';
import { foldedText } from '#contract/rules/text.ts';
import { type ReportCard, reportRoutes } from '#contract/sac/reports/reports.ts';
import { useRoute } from '#data/useRoute.ts';
import { ReportChoice } from '#src/resources/reports/shared/ReportFilters.tsx';
import { SearchField } from '#ui/components/FilterBar/SearchField.tsx';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { choicesOf } from '#ui/components/inputs/PropertyFields.tsx';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';
import { BlockContent } from '../../dashboardPage/BlockContent.tsx';
import { asShown, useBlockPreview } from './useBlockPreview.ts';

interface NewBlock {
  tipo: 'RELATORIO' | 'NUMERO' | 'LISTA';
  relatorio: string;
  coluna?: string;
}

interface AddBlockDialogProps {
  filtros: DashboardDefinition['filtros'];
  onAdd: (block: NewBlock) => void;
  onClose: () => void;
}

/** A report to choose, and what a block of it would show. */
export function AddBlockDialog({ filtros, onAdd, onClose }: AddBlockDialogProps) {
  const titleId = useId();
  const [report, setReport] = useState<ReportCard | null>(null);
  return (
    <DialogFrame
      open
      onClose={onClose}
      maxWidth="md"
      fullWidth
      fullScreen="phone"
      confirmsDiscard={false}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>{report ? report.titulo : 'Que relatório este bloco mostra?'}</DialogTitle>
      {report ? (
        <BlockChoice report={report} filtros={filtros} onBack={() => setReport(null)} onAdd={onAdd} />
      ) : (
        <ReportsToChoose onChoose={setReport} />
      )}
    </DialogFrame>
  );
}

function ReportsToChoose({ onChoose }: { onChoose: (report: ReportCard) => void }) {
  const answer = useRoute(reportRoutes.list, { query: {} });
  const { data = [] } = answer;
  const [term, setTerm] = useState('');
  const found = useMemo(() => {
    const words = foldedText(term).split(' ').filter(Boolean);
    return data.filter(({ titulo, descricao, grupo }) => {
      const text = foldedText(`${titulo} ${descricao} ${grupo}`);
      return words.every((word) => text.includes(word));
    });
  }, [data, term]);
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 3, alignContent: 'start' }}>
        <SearchField label="Buscar relatórios" value={term} onChange={setTerm} debounceMs={150} autoFocus />
        <Failure answer={answer} />
        {answer.isPending && <ListSkeleton rows={5} />}
        {answer.data && found.length === 0 && <Typography>Nenhum relatório com estas palavras.</Typography>}
        <Box component="ul" sx={LIST}>
          {found.map((card) => (
            <li key={card.id} style={{ display: 'grid' }}>
              <ReportChoice card={card} onChoose={() => onChoose(card)} />
            </li>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <CloseButton>Cancelar</CloseButton>
      </DialogActions>
    </>
  );
}

const LIST = {
  ...{ display: 'grid', gap: 2, m: 0, p: 0, listStyle: 'none' },
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
};

interface BlockChoiceProps {
  report: ReportCard;
  filtros: DashboardDefinition['filtros'];
  onBack: () => void;
  onAdd: (block: NewBlock) => void;
}

const { RELATORIO, NUMERO, LISTA } = blockKinds;
const OF_REPORTS = { RELATORIO, NUMERO, LISTA };

function BlockChoice({ report, filtros, onBack, onAdd }: BlockChoiceProps) {
  const answer = useBlockPreview(report.id, filtros);
  const columns = (answer.data?.resultado.colunas ?? []) as ReportColumn[];
  const figures = columns.filter((column) => isFigure(column) && !column.abre);
  const [tipo, setTipo] = useState<NewBlock['tipo']>('RELATORIO');
  const [chosen, setChosen] = useState('');
  const summed = figures.find(({ total }) => total) ?? figures[0];
  const coluna = chosen || summed?.campo || '';
  const block = {
    ...{ chave: 'previa', tipo, relatorio: report.id, largura: 6 as const, altura: 4 },
    ...(tipo === 'NUMERO' && { coluna }),
  };
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 3, alignContent: 'start' }}>
        <ChoiceField
          label="O que mostrar"
          value={tipo}
          onChange={(next) => setTipo(next as NewBlock['tipo'])}
          choices={choicesOf(OF_REPORTS)}
        />
        {tipo === 'NUMERO' && (
          <ChoiceField
            label="Número"
            value={coluna}
            onChange={setChosen}
            choices={figures.map(({ campo, titulo }) => ({ value: campo, label: titulo }))}
          />
        )}
        <Box component="section" aria-label="Prévia" sx={{ height: 300, overflow: 'auto' }}>
          <BlockContent
            block={asShown(block, [report], answer.data?.resultado.grafico != null)}
            answer={answer}
          />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onBack}>Outro relatório</Button>
        <Button
          variant="contained"
          disabled={tipo === 'NUMERO' && coluna === ''}
          onClick={() => onAdd({ tipo, relatorio: report.id, ...(tipo === 'NUMERO' && { coluna }) })}
        >
          Incluir
        </Button>
      </DialogActions>
    </>
  );
}

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import type { AgendaImportBatch } from '../../../contract/callcenter/agendaImport.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { countText } from '../../ui/components/countText.ts';
import { FigureTile } from '../../ui/components/detail/FigureTile.tsx';
import type { AgendaImport } from './useAgendaImport.ts';

interface ImportSummaryProps {
  batch: AgendaImportBatch;
  flow: AgendaImport;
}

/** How many lines hold, how many fail, and what can be done about it. */
export function ImportSummary({ batch, flow }: ImportSummaryProps) {
  const { validas, recusadas, importadas, importada, total, message } = batch;
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))',
          maxWidth: 640,
        }}
      >
        <FigureTile label="Linhas lidas" value={countText(total)} />
        {importada ? (
          <FigureTile label="Importadas" value={countText(importadas)} tone="sucesso" />
        ) : (
          <FigureTile label="Prontas" value={countText(validas)} tone="sucesso" />
        )}
        <FigureTile label="Recusadas" value={countText(recusadas)} tone="perigo" />
      </Box>
      <div role="status">
        {importada && <Alert severity={recusadas > 0 ? 'warning' : 'success'}>{message}</Alert>}
        {!importada && validas === 0 && (
          <Alert severity="warning">
            Nenhuma linha pode ser importada. Corrija a planilha pelos motivos abaixo e envie-a de novo.
          </Alert>
        )}
      </div>
      {flow.busy === 'importing' && <LinearProgress aria-label="Importando" />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {!importada && validas > 0 && (
          <Button variant="contained" loading={flow.busy === 'importing'} onClick={() => void flow.confirm()}>
            {`Importar ${formatCount(validas, 'agenda', 'agendas')}`}
          </Button>
        )}
        {recusadas > 0 && (
          <>
            <Button variant="outlined" onClick={() => void flow.failures('xlsx')}>
              Baixar recusadas em Excel
            </Button>
            <Button onClick={() => void flow.failures('csv')}>Em CSV</Button>
          </>
        )}
      </Box>
    </Box>
  );
}

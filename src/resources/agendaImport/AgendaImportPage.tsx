import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { Link } from 'react-router-dom';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { ImportStart } from './ImportStart.tsx';
import { ImportSummary } from './ImportSummary.tsx';
import { LinesTable } from './LinesTable.tsx';
import { useAgendaImport } from './useAgendaImport.ts';

/** `/agendas/importar`: a sheet is judged line by line, then what holds is imported. */
export function AgendaImportPage() {
  return (
    <Guarded permission="AGENDA_EDITAR">
      <Import />
    </Guarded>
  );
}

function Import() {
  const flow = useAgendaImport();
  const { batch } = flow;
  return (
    <Page
      title="Importar agendas"
      actions={
        batch && (
          <Button onClick={flow.restart} disabled={flow.busy !== null}>
            {batch.importada ? 'Importar outra planilha' : 'Escolher outra planilha'}
          </Button>
        )
      }
    >
      <Stack spacing={4}>
        {flow.problem && (
          <Alert severity="error" sx={{ whiteSpace: 'pre-line' }}>
            {flow.problem}
          </Alert>
        )}
        {batch ? (
          <>
            <ImportSummary batch={batch} flow={flow} />
            <LinesTable lines={batch.linhas} />
            {batch.importada && (
              <Button component={Link} to="/agendas" variant="contained" sx={{ alignSelf: 'flex-start' }}>
                Ver agendas
              </Button>
            )}
          </>
        ) : (
          <ImportStart flow={flow} />
        )}
      </Stack>
    </Page>
  );
}

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { AgendaImportBatch } from '../../../contract/callcenter/agendaImport.ts';
import { AGENDA_COLUMNS, type AgendaColumn } from '../../../contract/rules/agendaImport/agendaLine.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { countText } from '../../ui/components/countText.ts';
import { FigureTile } from '../../ui/components/detail/FigureTile.tsx';
import { Section } from '../../ui/components/detail/Section.tsx';
import { DropZone } from '../../ui/components/files/DropZone.tsx';
import { sortFiles } from '../../ui/components/files/fileRules.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { LinesTable } from './LinesTable.tsx';
import { type AgendaImport, type ImportFor, useAgendaImport } from './useAgendaImport.ts';

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

interface ImportSummaryProps {
  batch: AgendaImportBatch;
  flow: AgendaImport;
}

/** How many lines hold, how many fail, and what can be done about it. */
function ImportSummary({ batch, flow }: ImportSummaryProps) {
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

const ACCEPT = ['.xlsx', '.csv'];
const MOST_BYTES = 8 * 1024 * 1024;

/** Whose agendas, the template, and where the sheet is dropped. */
function ImportStart({ flow }: { flow: AgendaImport }) {
  const [refused, setRefused] = useState('');
  const take = (files: readonly File[]) => {
    const sorted = sortFiles(files, 0, { accept: ACCEPT, maxCount: 1, maxFileBytes: MOST_BYTES });
    setRefused(sorted.refused.map(({ name, reason }) => `${name}: ${reason}`).join('\n'));
    const [file] = sorted.accepted;
    if (file) void flow.send(file);
  };
  return (
    <Section
      title="Planilha"
      description="Cada linha é conferida antes: nada é gravado até você confirmar. Até 5.000 linhas."
    >
      <Box sx={{ display: 'grid', gap: 4 }}>
        {flow.mayTeam && (
          <ToggleButtonGroup
            exclusive
            size="small"
            value={flow.whose}
            onChange={(_, value: ImportFor | null) => value && flow.setWhose(value)}
            aria-label="De quem são as agendas"
          >
            <ToggleButton value="team">De vários colaboradores</ToggleButton>
            <ToggleButton value="mine">Minhas</ToggleButton>
          </ToggleButtonGroup>
        )}
        <DropZone
          label="Planilha de agendas"
          accept={ACCEPT}
          hint="Excel (.xlsx) ou CSV, até 8 MB"
          isFull={flow.busy !== null}
          onFiles={take}
          pasteAnywhere={false}
          single
        >
          <div role="alert" style={{ whiteSpace: 'pre-line', fontSize: 13 }}>
            {refused}
          </div>
          {flow.busy && (
            <Box role="status">
              <Typography variant="body2" gutterBottom>
                {flow.busy === 'sending' ? 'Enviando a planilha…' : 'Conferindo as linhas…'}
              </Typography>
              <LinearProgress
                aria-label="Andamento"
                {...(flow.busy === 'sending' ? { variant: 'determinate' as const, value: flow.sent } : {})}
              />
            </Box>
          )}
        </DropZone>
        <Columns withCollaborator={flow.whose === 'team'} />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <Button variant="outlined" onClick={() => void flow.template('xlsx')}>
            Baixar modelo em Excel
          </Button>
          <Button onClick={() => void flow.template('csv')}>Baixar modelo em CSV</Button>
        </Box>
      </Box>
    </Section>
  );
}

const HINTS: Partial<Record<AgendaColumn, string>> = {
  colaborador: 'código, CPF ou matrícula',
  cliente: 'código, CPF ou CNPJ',
  data: 'DD/MM/AAAA',
  hora: 'HH:MM',
  tipo: 'Contato ou Cobrança; vazio é Contato',
  descricao: 'opcional',
};

const Columns = ({ withCollaborator }: { withCollaborator: boolean }) => (
  <Typography variant="body2" color="text.secondary">
    Colunas:{' '}
    {(Object.keys(AGENDA_COLUMNS) as AgendaColumn[])
      .filter((column) => withCollaborator || column !== 'colaborador')
      .map((column) => `${AGENDA_COLUMNS[column]}${HINTS[column] ? ` (${HINTS[column]})` : ''}`)
      .join(' · ')}
  </Typography>
);

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { AGENDA_COLUMNS, type AgendaColumn } from '../../../contract/rules/agendaImport/agendaLine.ts';
import { Section } from '../../ui/components/detail/Section.tsx';
import { DropZone } from '../../ui/components/files/DropZone.tsx';
import { sortFiles } from '../../ui/components/files/fileRules.ts';
import type { AgendaImport, ImportFor } from './useAgendaImport.ts';

const ACCEPT = ['.xlsx', '.csv'];
const MOST_BYTES = 8 * 1024 * 1024;

/** Whose agendas, the template, and where the sheet is dropped. */
export function ImportStart({ flow }: { flow: AgendaImport }) {
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

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Section } from '../../ui/components/detail/Section.tsx';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
import { SecondaryText } from '../../ui/components/display/SecondaryText.ts';
import { ImportResult } from './ImportResult.tsx';
import { type ImportView, sentText, stateText } from './importWords.ts';

/** Imports before the last one; each opens in its place. */
export function OlderImports({ jobs }: { jobs: readonly ImportView[] }) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Section title="Importações anteriores">
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
        {jobs.map((job) => (
          <li key={job.id}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
              <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
                {sentText(job)}
                <SecondaryText as="div">
                  {stateText(job)} · {job.colaborador} · <RelativeDate value={job.datahora_criacao} />
                </SecondaryText>
              </Box>
              <Button
                size="small"
                aria-expanded={open === job.id}
                onClick={() => setOpen(open === job.id ? null : job.id)}
              >
                {open === job.id ? 'Fechar' : 'Ver resultado'}
              </Button>
            </Box>
            {open === job.id && <ImportResult job={job} />}
          </li>
        ))}
      </Box>
    </Section>
  );
}

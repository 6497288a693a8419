import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { IMPORT_PURPOSE } from '../../../../contract/config/platform.ts';
import { importRoutes } from '../../../../contract/records/imports.ts';
import type { RecordKey, RecordTypeView } from '../../../../contract/records/routes.ts';
import { importFields } from '../../../../contract/rules/imports/matchColumns.ts';
import { uploadFile } from '../../../dataProvider/upload.ts';
import { useRouteCommand } from '../../../dataProvider/useRoute.ts';
import { Section } from '../../../ui/components/detail/Section.tsx';
import { DropZone } from '../../../ui/components/files/DropZone.tsx';
import { sortFiles } from '../../../ui/components/files/fileRules.ts';
import { errorText } from '../../../ui/shell/errorText.ts';
import { Page } from '../../../ui/shell/Page.tsx';
import { OwnImports } from './OwnImports.tsx';
import { Presets } from './Presets.tsx';

const ACCEPT = ['.csv', '.txt', '.xlsx', '.json', '.ndjson'];
const MOST_BYTES = 200 * 1024 * 1024;

/** `/cadastros/{chave}/importar`: where a file is dropped, and what was imported before. */
export function ImportStartPage({ type }: { type: RecordTypeView }) {
  const chave = type.chave as RecordKey;
  const navigate = useNavigate();
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const start = useRouteCommand(importRoutes.start);
  const take = async (files: readonly File[]) => {
    const sorted = sortFiles(files, 0, { accept: ACCEPT, maxCount: 1, maxFileBytes: MOST_BYTES });
    setProblem(sorted.refused.map(({ name, reason }) => `${name}: ${reason}`).join('\n'));
    const [file] = sorted.accepted;
    if (!file) return;
    setSent(0);
    try {
      const { id } = await uploadFile(file, {
        purpose: IMPORT_PURPOSE,
        onProgress: (done, total) => setSent(Math.round((done / total) * 100)),
      });
      const { data } = await start.mutateAsync({ params: { chave }, body: { arquivo: { id } } });
      navigate(`/cadastros/${chave}/importar/${data.id}`);
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setSent(null);
    }
  };
  return (
    <Page title={`Importar ${type.titulo.muitos}`}>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Section
          title="Arquivo"
          description="De qualquer programa. Nada é gravado antes de você ver o que vai mudar e confirmar."
        >
          <Box sx={{ display: 'grid', gap: 4 }}>
            {problem && (
              <Alert severity="error" sx={{ whiteSpace: 'pre-line' }}>
                {problem}
              </Alert>
            )}
            <DropZone
              label={`Arquivo de ${type.titulo.muitos}`}
              accept={ACCEPT}
              hint="CSV, Excel (.xlsx), JSON ou NDJSON, até 200 MB"
              isFull={sent !== null}
              onFiles={(files) => void take(files)}
              pasteAnywhere={false}
              single
            >
              {sent !== null && (
                <Box role="status">
                  <Typography variant="body2" gutterBottom>
                    {sent < 100 ? 'Enviando o arquivo…' : 'Lendo as primeiras linhas…'}
                  </Typography>
                  <LinearProgress
                    aria-label="Andamento"
                    {...(sent < 100 && { variant: 'determinate' as const, value: sent })}
                  />
                </Box>
              )}
            </DropZone>
            <Fields type={type} />
          </Box>
        </Section>
        <Presets chave={chave} />
        <OwnImports chave={chave} />
      </Box>
    </Page>
  );
}

/** What a column may be; which of them a new record needs, and by which it is known. */
function Fields({ type }: { type: RecordTypeView }) {
  const fields = importFields(type.campos as Parameters<typeof importFields>[0]);
  const words = fields.map(({ path, title, field }) =>
    type.codigo.includes(path) ? `${title} (chave)` : field.obrigatorio ? `${title} *` : title,
  );
  return (
    <Typography variant="body2" color="text.secondary">
      Colunas que podem vir, em qualquer ordem e com o título que tiverem: {words.join(' · ')}. Cada{' '}
      {type.titulo.um} é reconhecid{type.titulo.genero === 'f' ? 'a' : 'o'} pela chave: quando já existe, é
      atualizad{type.titulo.genero === 'f' ? 'a' : 'o'}; quando não, criad
      {type.titulo.genero === 'f' ? 'a' : 'o'}. * exigido em um registro novo.
    </Typography>
  );
}

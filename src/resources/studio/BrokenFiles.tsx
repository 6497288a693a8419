import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import type { definitionRoutes } from '../../../contract/config/definitions.ts';
import type { Output } from '../../../contract/route.ts';
import { countOf } from '../../custom/schemaStudio/definitionWords.ts';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';

type BrokenFile = Output<typeof definitionRoutes.list>['quebrados'][number];

/** Files below schemas/ that could not be taken: where in them, and what to do. What was published goes on. */
export function BrokenFiles({ files }: { files: readonly BrokenFile[] }) {
  if (files.length === 0) return null;
  return (
    <Alert severity="error" sx={{ flex: 'none', mb: 2, maxHeight: 260, overflowY: 'auto' }}>
      <AlertTitle>
        {countOf(files.length, 'arquivo não pôde ser lido', 'arquivos não puderam ser lidos')}. O que está
        publicado continua valendo.
      </AlertTitle>
      {files.map(({ arquivo, visto, problemas }) => (
        <section key={arquivo} aria-label={arquivo}>
          <strong>schemas/{arquivo}</strong> · visto <RelativeDate value={visto} />
          <ul style={{ margin: '2px 0 8px', paddingLeft: 18 }}>
            {problemas.map(({ ponteiro, linha, mensagem }) => (
              <li key={`${ponteiro} ${mensagem}`} style={{ overflowWrap: 'anywhere' }}>
                {linha !== undefined && `Linha ${linha}`}
                {ponteiro && ` (${ponteiro})`}: {mensagem}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Alert>
  );
}

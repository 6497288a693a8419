import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { nfeImportRoutes } from '../../../contract/config/nfeImports.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { Section } from '../../ui/components/detail/Section.tsx';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';

const COUNT_CAP = 10_000;
const ASK_EVERY = 15_000;

/** The folder of the server that is read by itself, where one is set. */
export function WatchedFolder() {
  const { data } = useRoute(nfeImportRoutes.folder, {}, { refetchInterval: ASK_EVERY });
  const folder = data?.data;
  if (!folder) return null;
  const { caminho, ultimaLeitura, problema, esperando, recusados } = folder;
  return (
    <Section
      title="Pasta lida sozinha"
      description="XMLs e ZIPs deixados nela entram sem ninguém enviar; depois vão para as pastas lidas ou recusadas, estas com o motivo ao lado."
    >
      {problema && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {problema}
        </Alert>
      )}
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere', fontWeight: 500 }}>
        {caminho}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {ultimaLeitura ? (
          <>
            Lida <RelativeDate value={ultimaLeitura} />
          </>
        ) : (
          'Ainda não lida'
        )}
        {` · ${formatCount(esperando, 'arquivo à espera', 'arquivos à espera', COUNT_CAP)} · ${formatCount(recusados, 'recusado', 'recusados', COUNT_CAP)}`}
      </Typography>
    </Section>
  );
}

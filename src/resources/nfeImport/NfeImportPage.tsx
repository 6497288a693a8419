import Stack from '@mui/material/Stack';
import { nfeImportRoutes } from '../../../contract/config/nfeImports.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { ImportResult } from './ImportResult.tsx';
import { isRunning } from './importWords.ts';
import { OlderImports } from './OlderImports.tsx';
import { SendFiles } from './SendFiles.tsx';
import { UnknownEmitters } from './UnknownEmitters.tsx';
import { WatchedFolder } from './WatchedFolder.tsx';

/** `/cadastros/notas/importar-xml`: signed files become invoices, customers and products. */
export function NfeImportPage() {
  return (
    <Guarded permission="NOTAS_IMPORTAR_XML">
      <Page title="Importar notas de XML">
        <Imports />
      </Page>
    </Guarded>
  );
}

const ASK_EVERY = 1_000;

function Imports() {
  const { data, error, refetch } = useRoute(
    nfeImportRoutes.list,
    {},
    { refetchInterval: ({ state }) => (state.data?.some(isRunning) ? ASK_EVERY : false) },
  );
  const [latest, ...older] = data ?? [];
  const running = data?.some(isRunning) ?? false;
  return (
    <Stack spacing={4}>
      <SendFiles />
      <WatchedFolder />
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      <UnknownEmitters running={running} />
      {latest && <ImportResult key={latest.id} job={latest} />}
      {older.length > 0 && <OlderImports jobs={older} />}
    </Stack>
  );
}

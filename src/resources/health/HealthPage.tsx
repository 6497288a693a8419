import RefreshOutlined from '@mui/icons-material/RefreshOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type Health, healthRoutes } from '../../../contract/config/health.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { HealthFigures } from './HealthFigures.tsx';
import { BackupTable, NodeTable, QueueTable, SlowTable } from './HealthTables.tsx';

const ASK_EVERY_MS = 30_000;

/** `/saude`: how the installation does, for whoever administers it. */
export function HealthPage() {
  return (
    <Guarded permission="CONFIGURACAO_SAUDE">
      <ServerHealth />
    </Guarded>
  );
}

function ServerHealth() {
  const { data, error, isPending, isFetching, refetch } = useRoute(
    healthRoutes.get,
    {},
    { refetchInterval: ASK_EVERY_MS },
  );
  if (isPending) return <PageSkeleton />;
  const health = data?.data;
  return (
    <Page
      title="Saúde"
      count={
        health && (
          <>
            Balcão {health.versao} · PostgreSQL {health.banco} · apurado <RelativeDate value={health.agora} />
          </>
        )
      }
      actions={
        <Button
          variant="outlined"
          startIcon={<RefreshOutlined />}
          loading={isFetching}
          loadingPosition="start"
          onClick={() => refetch()}
        >
          Atualizar
        </Button>
      }
    >
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {error && <ErrorState error={error} onRetry={() => refetch()} {...(health && { children: ' ' })} />}
        {health && <Found health={health} />}
      </Box>
    </Page>
  );
}

const Found = ({ health }: { health: Health }) => (
  <>
    <Warnings health={health} />
    <HealthFigures health={health} />
    <BackupTable runs={health.copias.recentes} />
    <NodeTable nodes={health.processos} />
    <QueueTable queues={health.trabalhos} />
    <SlowTable statements={health.comandosLentos} />
  </>
);

/** What somebody should do today, in sentences. */
function Warnings({ health: { copias, disco, processos } }: { health: Health }) {
  const releases = new Set(processos.map(({ versao }) => versao));
  return (
    <>
      {copias.atrasada && (
        <Alert severity="warning">
          {copias.ultima ? (
            <>
              A última cópia de segurança terminou <RelativeDate value={copias.ultima} exact />. Faça uma por
              dia com <code>npm run backup</code>.
            </>
          ) : (
            <>
              Nenhuma cópia de segurança foi feita. Faça uma por dia com <code>npm run backup</code>, e
              guarde-a em outra máquina.
            </>
          )}
        </Alert>
      )}
      {disco && disco.espaco !== 'OK' && (
        <Alert severity={disco.espaco === 'CHEIO' ? 'error' : 'warning'}>
          {disco.espaco === 'CHEIO'
            ? 'O disco do servidor está cheio: nada mais pode ser gravado. Libere espaço agora.'
            : 'O disco do servidor tem pouco espaço. Libere espaço antes que ele acabe.'}
        </Alert>
      )}
      {releases.size > 1 && (
        <Alert severity="info">
          Há processos de versões diferentes no ar: uma atualização está em curso ou ficou pela metade.
        </Alert>
      )}
    </>
  );
}

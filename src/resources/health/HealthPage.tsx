import BackupOutlined from '@mui/icons-material/BackupOutlined';
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import DnsOutlined from '@mui/icons-material/DnsOutlined';
import OutboxOutlined from '@mui/icons-material/OutboxOutlined';
import StorageOutlined from '@mui/icons-material/StorageOutlined';
import SyncAltOutlined from '@mui/icons-material/SyncAltOutlined';
import UnsubscribeOutlined from '@mui/icons-material/UnsubscribeOutlined';
import WebhookOutlined from '@mui/icons-material/WebhookOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { type Health, healthRoutes } from '#contract/config/health.ts';
import { countText, formatCount } from '#contract/rules/format.ts';
import { listText } from '#contract/rules/text.ts';
import { useRoute } from '#data/useRoute.ts';
import { FigureTile } from '#ui/components/detail/FigureTile.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { RefreshButton } from '#ui/components/RefreshButton.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { PageSkeleton } from '#ui/shell/states/skeletons.tsx';
import { BackupTable, NodeTable, QueueTable, SlowTable } from './HealthTables.tsx';

const POLL_INTERVAL_MS = 30_000;

/** `/saude`: the state of the installation, for its administrators. */
export function HealthPage() {
  return (
    <RequirePermission permission="CONFIGURACAO_SAUDE">
      <ServerHealth />
    </RequirePermission>
  );
}

function ServerHealth() {
  const { data, error, isPending, isFetching, refetch } = useRoute(
    healthRoutes.get,
    {},
    { refetchInterval: POLL_INTERVAL_MS },
  );
  if (isPending) return <PageSkeleton />;
  const health = data?.data;
  return (
    <Page
      title={{ menu: 'Saúde' }}
      count={
        health && (
          <>
            Balcão {health.versao} · PostgreSQL {health.banco} · apurado <RelativeDate value={health.agora} />
          </>
        )
      }
      actions={<RefreshButton isFetching={isFetching} onAsk={refetch} />}
    >
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Failure answer={{ data, error, refetch }} />
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

/** Problems that need attention today, in plain sentences. */
function Warnings({ health }: { health: Health }) {
  const { copias, disco, espacoBanco, processos, replica, configuracoesDiferentes, provedor } = health;
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
      {espacoBanco !== 'OK' && (
        <Alert severity={espacoBanco === 'CHEIO' ? 'error' : 'warning'}>
          {espacoBanco === 'CHEIO'
            ? 'O disco do banco de dados está cheio: nada mais pode ser gravado. Libere espaço agora.'
            : 'O disco do banco de dados tem pouco espaço. Libere espaço antes que ele acabe.'}
        </Alert>
      )}
      {replica && replica.situacao !== 'EM_DIA' && (
        <Alert severity="warning">{REPLICA_SENTENCES[replica.situacao]}</Alert>
      )}
      {provedor && !provedor.responde && (
        <Alert severity="error">
          {`${provedor.nome} não responde, e ninguém entra por ela: ${provedor.motivo}`}
        </Alert>
      )}
      {provedor && provedor.semDestino.length > 0 && (
        <Alert severity="warning" sx={{ whiteSpace: 'pre-line' }}>
          {provedor.semDestino.join('\n')}
        </Alert>
      )}
      {configuracoesDiferentes.length > 0 && (
        <Alert severity="warning">
          {`Os processos no ar não têm a mesma configuração: ${listText(configuracoesDiferentes)}. O que um pedido encontra depende de quem o responde.`}
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

const REPLICA_SENTENCES = {
  ATRASADA:
    'A réplica de leitura está atrasada: o banco principal responde por ela até que alcance. Veja se a rede e o disco dela dão conta, e se há relatórios longos demais.',
  FORA: 'A réplica de leitura não responde: o banco principal responde por ela. Veja se o servidor de DATABASE_READ_URL está no ar.',
  RECUSADA:
    'O servidor de DATABASE_READ_URL não é uma réplica deste banco e não é usado: o banco principal responde por ela. Corrija o endereço ou refaça a réplica.',
} as const;
const REPLICA_LABELS = {
  EM_DIA: 'Em dia',
  ATRASADA: 'Atrasada',
  FORA: 'Fora',
  RECUSADA: 'Recusada',
} as const;

/** Seconds of delay from which the change feed counts as late. */
const LATE_AFTER_SECONDS = 60;

/** The most important figures, coloured where something needs to be done. */
function HealthFigures({ health }: { health: Health }) {
  const { copias, processos, emails, entregas, mudancas, disco, replica } = health;
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: GRID }}>
      <FigureTile
        label="Última cópia"
        icon={<BackupOutlined />}
        tone={copias.atrasada ? 'aviso' : 'sucesso'}
        value={copias.ultima ? <RelativeDate value={copias.ultima} /> : 'Nunca'}
        note={copias.ultima === null ? 'faça a primeira' : copias.atrasada ? 'mais de um dia' : 'em dia'}
      />
      <FigureTile
        label="Processos no ar"
        icon={<DnsOutlined />}
        value={countText(processos.length)}
        note={formatCount(new Set(processos.map(({ maquina }) => maquina)).size, 'máquina', 'máquinas')}
      />
      <FigureTile
        label="E-mails falhos"
        icon={<OutboxOutlined />}
        tone={emails.desistiu > 0 ? 'perigo' : undefined}
        value={countText(emails.desistiu)}
        note={`${countText(emails.esperando)} esperando`}
        to="/emails"
      />
      <FigureTile
        label="E-mails não lidos"
        icon={<UnsubscribeOutlined />}
        tone={emails.naoLidos > 0 ? 'aviso' : undefined}
        value={countText(emails.naoLidos)}
        note="recebidos e postos de lado"
        to={`/emails-recebidos?filter=${encodeURIComponent(JSON.stringify({ situacao: 'ESPERA' }))}`}
      />
      <FigureTile
        label="Webhooks falhos"
        icon={<WebhookOutlined />}
        tone={entregas.desistiu > 0 ? 'perigo' : undefined}
        value={countText(entregas.desistiu)}
        note={`${countText(entregas.esperando)} esperando`}
        to={`/entregas?filter=${encodeURIComponent(JSON.stringify({ situacao: 'DESISTIU' }))}`}
      />
      <FigureTile
        label="Fila de mudanças"
        icon={<SyncAltOutlined />}
        tone={mudancas.segundos > LATE_AFTER_SECONDS ? 'aviso' : undefined}
        value={`${countText(Math.round(mudancas.segundos))} s`}
        note={`${countText(mudancas.esperando)} esperando`}
      />
      {disco && (
        <FigureTile
          label="Disco livre"
          icon={<StorageOutlined />}
          tone={DISK_TONES[disco.espaco]}
          value={gigabytes(disco.livre)}
          note={`de ${gigabytes(disco.total)}`}
        />
      )}
      {replica && (
        <FigureTile
          label="Réplica de leitura"
          icon={<ContentCopyOutlined />}
          tone={replica.situacao === 'EM_DIA' ? 'sucesso' : 'aviso'}
          value={REPLICA_LABELS[replica.situacao]}
          note={`${formatCount(replica.leituras, 'leitura', 'leituras')}, ${formatCount(replica.devolvidas, 'devolvida', 'devolvidas')}`}
        />
      )}
    </Box>
  );
}

const gigabytes = (bytes: number) => `${countText(Math.floor(bytes / 1024 ** 3))} GB`;

const GRID = { xs: '1fr 1fr', sm: 'repeat(3, 1fr)', xl: 'repeat(6, 1fr)' };
const DISK_TONES = { OK: undefined, POUCO: 'aviso', CHEIO: 'perigo' } as const;

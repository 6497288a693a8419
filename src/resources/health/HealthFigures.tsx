import BackupOutlined from '@mui/icons-material/BackupOutlined';
import DnsOutlined from '@mui/icons-material/DnsOutlined';
import OutboxOutlined from '@mui/icons-material/OutboxOutlined';
import StorageOutlined from '@mui/icons-material/StorageOutlined';
import SyncAltOutlined from '@mui/icons-material/SyncAltOutlined';
import WebhookOutlined from '@mui/icons-material/WebhookOutlined';
import Box from '@mui/material/Box';
import type { Health } from '../../../contract/config/health.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { countText } from '../../ui/components/countText.ts';
import { FigureTile } from '../../ui/components/detail/FigureTile.tsx';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';

/** From here on the feed of changes is behind. */
const LATE_SECONDS = 60;

/** What is looked at first: each is coloured where something is to be done. */
export function HealthFigures({ health }: { health: Health }) {
  const { copias, processos, emails, entregas, mudancas, disco } = health;
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
        tone={mudancas.segundos > LATE_SECONDS ? 'aviso' : undefined}
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
    </Box>
  );
}

const gigabytes = (bytes: number) => `${countText(Math.floor(bytes / 1024 ** 3))} GB`;

const GRID = 'repeat(auto-fill, minmax(min(140px, 100%), 1fr))';
const DISK_TONES = { OK: undefined, POUCO: 'aviso', CHEIO: 'perigo' } as const;

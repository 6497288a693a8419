import Typography from '@mui/material/Typography';
import type { CatalogRow } from '#contract/catalogs/catalog.ts';
import {
  BackupRun,
  type Health,
  ServerNode,
  SlowStatementRow,
  WorkQueueRow,
  workQueueName,
} from '#contract/config/health.ts';
import { formatFileSize } from '#contract/rules/files.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import type { DataTableProps } from '#ui/components/DataTable/tableProps.ts';
import { Section } from '#ui/components/detail/Section.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { chip, count, exactly } from '#ui/lists/shown.tsx';

type Run = Health['copias']['recentes'][number];

/** An empty list is good news here: a sentence replaces the table and takes little space. */
const Rows = <Row,>({ empty, ...table }: DataTableProps<Row>) =>
  table.rows.length > 0 ? (
    <DataTable {...table} />
  ) : (
    <Typography variant="body2" color="text.secondary">
      {empty}
    </Typography>
  );

export const BackupTable = ({ runs }: { runs: readonly Run[] }) => (
  <Section
    title="Cópias de segurança"
    description="Uma por dia, guardada em outra máquina. Restaurar uma de vez em quando é a única prova de que ela serve."
  >
    <Rows
      label="Últimas cópias e restaurações"
      columns={RUNS}
      rows={runs}
      rowId={({ fim, tipo }) => `${tipo} ${fim}`}
      empty="Nenhuma cópia ainda. Quem cuida do servidor faz uma com npm run backup, de preferência todo dia."
    />
  </Section>
);

const RESULTS: readonly CatalogRow[] = [
  { value: 'OK', label: 'Feita', color: 'sucesso', icon: 'CheckCircle' },
  { value: 'COM_FALTAS', label: 'Com faltas', color: 'aviso', icon: 'Warning' },
  { value: 'FALHOU', label: 'Falhou', color: 'perigo', icon: 'Warning' },
];

const RUNS: readonly Column<Run>[] = [
  fieldColumn(BackupRun, 'fim', { width: 190, card: 'title', shown: exactly }),
  fieldColumn(BackupRun, 'tipo', {
    width: 120,
    card: 'fact',
    render: ({ tipo }) => (tipo === 'COPIA' ? 'Cópia' : 'Restauração'),
  }),
  fieldColumn(BackupRun, 'resultado', { width: 140, card: 'corner', shown: chip(RESULTS) }),
  fieldColumn(BackupRun, 'bytes', {
    width: 150,
    card: 'fact',
    render: ({ bytes }) => (bytes > 0 ? formatFileSize(bytes) : null),
  }),
  fieldColumn(BackupRun, 'arquivo', { card: 'fact', render: ({ arquivo, motivo }) => motivo || arquivo }),
];

export const NodeTable = ({ nodes }: { nodes: readonly ServerNode[] }) => (
  <Section title="Processos" description="Cada um confirma a cada 15 segundos que está no ar.">
    <Rows
      label="Processos no ar"
      columns={NODES}
      rows={nodes}
      rowId={({ no }) => no}
      empty="Nenhum processo confirmado. O servidor acabou de iniciar; em segundos ele aparece aqui."
    />
  </Section>
);

const NODES: readonly Column<ServerNode>[] = [
  fieldColumn(ServerNode, 'no', { card: 'title' }),
  fieldColumn(ServerNode, 'versao', { width: 110, card: 'corner' }),
  fieldColumn(ServerNode, 'desde', { width: 190, card: 'fact', shown: exactly }),
  fieldColumn(ServerNode, 'visto', { width: 120, card: 'fact' }),
];

export const QueueTable = ({ queues }: { queues: readonly WorkQueueRow[] }) => (
  <Section
    title="Trabalhos"
    description="O que é feito em segundo plano: lotes, importações e relatórios agendados."
  >
    <Rows
      label="Filas de trabalho"
      columns={QUEUES}
      rows={queues}
      rowId={({ fila }) => fila}
      empty="Nenhum trabalho. Nada foi pedido em segundo plano nos últimos dias."
    />
  </Section>
);

const COUNTED = ['esperando', 'executando', 'falharam'] as const;

const QUEUES: readonly Column<WorkQueueRow>[] = [
  fieldColumn(WorkQueueRow, 'fila', { card: 'title', render: ({ fila }) => workQueueName[fila] ?? fila }),
  ...COUNTED.map((key) => fieldColumn(WorkQueueRow, key, { width: 120, card: 'fact', shown: count })),
];

export const SlowTable = ({ statements: { fonte, itens } }: { statements: Health['comandosLentos'] }) => (
  <Section
    title="Comandos lentos do banco"
    description={
      fonte === 'PG_STAT_STATEMENTS'
        ? 'Como o PostgreSQL os conta (pg_stat_statements), os que mais tempo tomaram.'
        : 'Os de mais de um segundo desde o início de cada processo. Os valores não são guardados.'
    }
  >
    <Rows
      label="Comandos lentos"
      columns={SLOW}
      rows={itens}
      rowId={({ comando }) => comando}
      empty="Nenhum comando lento. Nenhum passou do limite desde o início."
    />
  </Section>
);

const SLOW: readonly Column<SlowStatementRow>[] = [
  fieldColumn(SlowStatementRow, 'comando', { card: 'title' }),
  ...(['vezes', 'mediaMs', 'piorMs'] as const).map((key) =>
    fieldColumn(SlowStatementRow, key, { width: 110, card: 'fact', shown: count }),
  ),
];

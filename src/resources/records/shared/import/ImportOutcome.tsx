import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { importRoutes } from '#contract/records/routes/imports.ts';
import type { ImportProblem, RecordImport } from '#contract/records/routes/recordImport.ts';
import { countText, formatCount } from '#contract/rules/format.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { FigureTile } from '#ui/components/detail/FigureTile.tsx';
import { Section } from '#ui/components/detail/Section.tsx';
import { PersonalGate } from '#ui/shell/RequirePermission.tsx';
import { CorrectLineDialog } from './CorrectLineDialog.tsx';
import type { ImportFlow, ImportPlace } from './importFlow.ts';

/** Number of problems shown at first, since a phone shows each as a card. */
const FIRST = 12;

interface ImportOutcomeProps {
  job: RecordImport;
  flow: ImportFlow;
  place: ImportPlace;
  /** Whether columns or settings were changed on the page since the trial run. */
  outdated: boolean;
}

/** The result of a trial run or import, and the next possible steps. Renders nothing before the first trial run. */
export function ImportOutcome({ job, flow, place, outdated }: ImportOutcomeProps) {
  const [all, setAll] = useState(false);
  const [correcting, setCorrecting] = useState<number | null>(null);
  const { linhas, criados, mudados, iguais, recusados, mantidos } = job.contagens;
  if (linhas === 0 && job.situacao !== 'CONCLUIDO')
    return job.objetos ? (
      <Box>
        <Button variant="contained" loading={flow.busy} onClick={() => flow.match({})}>
          Simular
        </Button>
      </Box>
    ) : null;
  const writes = criados + mudados;
  const tried = job.situacao === 'CONFERENCIA';
  return (
    <>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))',
          maxWidth: 760,
        }}
      >
        <FigureTile label="Linhas lidas" value={countText(linhas)} />
        <FigureTile label={tried ? 'A criar' : 'Criados'} value={countText(criados)} tone="sucesso" />
        <FigureTile label={tried ? 'A alterar' : 'Alterados'} value={countText(mudados)} tone="informacao" />
        <FigureTile label="Iguais" value={countText(iguais)} />
        <FigureTile
          label="Recusados"
          value={countText(recusados)}
          tone={recusados > 0 ? 'perigo' : undefined}
        />
        {mantidos > 0 && <FigureTile label="Com campos mantidos" value={countText(mantidos)} />}
      </Box>
      <div role="status">
        {job.situacao === 'CONCLUIDO' && (
          <Alert severity={recusados > 0 ? 'warning' : 'success'}>
            {`${formatCount(writes, 'registro gravado', 'registros gravados')}. `}
            {recusados > 0
              ? `${formatCount(recusados, 'linha recusada', 'linhas recusadas')}: baixe-as, corrija e importe o arquivo corrigido.`
              : 'Nenhuma linha foi recusada.'}
          </Alert>
        )}
        {job.situacao === 'CANCELADO' && (
          <Alert severity="info">
            {job.simulacao
              ? 'Simulação parada.'
              : `Gravação parada: ${formatCount(writes, 'registro ficou gravado', 'registros ficaram gravados')}.`}
          </Alert>
        )}
        {tried && outdated && (
          <Alert severity="info">As colunas mudaram depois da simulação. Simule de novo para gravar.</Alert>
        )}
        {tried && writes === 0 && recusados === 0 && (
          <Alert severity="info">Tudo o que está no arquivo já está no cadastro.</Alert>
        )}
      </div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {job.objetos && (job.situacao === 'FALHOU' || job.situacao === 'CANCELADO') && (
          <Button variant="contained" loading={flow.busy} onClick={() => flow.match({})}>
            Simular de novo
          </Button>
        )}
        {tried && job.simulada && writes > 0 && !outdated && (
          <Button variant="contained" loading={flow.busy} onClick={flow.run}>
            {`Gravar ${formatCount(writes, 'registro', 'registros')}`}
          </Button>
        )}
        {job.situacao === 'CONCLUIDO' && (
          <Button component={Link} to={place.list} variant="contained">
            Ver {place.type.titulo.muitos}
          </Button>
        )}
        {recusados > 0 && (
          <>
            <PersonalGate route={importRoutes.refused}>
              <Button variant="outlined" onClick={() => void flow.refused('csv')}>
                Baixar linhas recusadas
              </Button>
            </PersonalGate>
            <PersonalGate route={importRoutes.refused}>
              <Button onClick={() => void flow.refused('xlsx')}>Em Excel</Button>
            </PersonalGate>
          </>
        )}
      </Box>
      {job.problemas.length > 0 && (
        <Section
          title="Problemas"
          description={
            recusados > job.problemas.length
              ? `Os primeiros ${job.problemas.length}. Todos estão no arquivo das linhas recusadas.`
              : 'Linha e coluna são as do arquivo.'
          }
        >
          <DataTable
            label="Linhas com problema"
            columns={job.objetos ? PROBLEM_COLUMNS : [...PROBLEM_COLUMNS, correctColumn(job, setCorrecting)]}
            rows={all ? job.problemas : job.problemas.slice(0, FIRST)}
            rowId={(row) => job.problemas.indexOf(row)}
            maxHeight="50vh"
          />
          {!all && job.problemas.length > FIRST && (
            <Button onClick={() => setAll(true)}>
              {`Mostrar todos os ${job.problemas.length} problemas`}
            </Button>
          )}
        </Section>
      )}
      {job.corrigidas.length > 0 && !job.simulada && job.situacao === 'CONFERENCIA' && (
        <Alert severity="info">
          {`${formatCount(job.corrigidas.length, 'linha corrigida', 'linhas corrigidas')} aqui. Simule de novo para conferir.`}
        </Alert>
      )}
      {correcting !== null && (
        <CorrectLineDialog
          chave={place.type.chave}
          job={job}
          line={correcting}
          onClose={() => setCorrecting(null)}
          onRefused={flow.refetch}
          onCorrected={(answer) => {
            setCorrecting(null);
            flow.keep(answer);
          }}
        />
      )}
      {job.mantidos.length > 0 && (
        <Section
          title="Campos mantidos"
          description={`O console manda nestes campos: o que o arquivo diz deles ${tried ? 'fica' : 'ficou'} de fora.${
            mantidos > job.mantidos.length ? ` As primeiras ${job.mantidos.length} linhas.` : ''
          }`}
        >
          <DataTable
            label="Linhas com campos mantidos"
            columns={KEPT_COLUMNS}
            rows={job.mantidos}
            rowId={({ linha }) => linha}
            maxHeight="50vh"
          />
        </Section>
      )}
      {tried && job.mudancas.length > 0 && (
        <Section title="O que muda" description="As primeiras mudanças, campo a campo.">
          <DataTable
            label="Campos que mudam"
            columns={CHANGE_COLUMNS}
            rows={job.mudancas}
            rowId={(row) => job.mudancas.indexOf(row)}
            maxHeight="50vh"
          />
        </Section>
      )}
    </>
  );
}

const PROBLEM_COLUMNS: Column<ImportProblem>[] = [
  {
    id: 'linha',
    label: 'Linha',
    kind: 'number',
    align: 'left',
    width: 110,
    card: 'title',
    render: ({ linha }) => `Linha ${linha}`,
  },
  { id: 'coluna', label: 'Coluna', width: 180, card: 'fact', render: ({ coluna }) => coluna ?? '—' },
  {
    id: 'problema',
    label: 'Problema',
    minWidth: 320,
    card: 'fact',
    render: ({ problema }) => <span title={problema}>{problema}</span>,
  },
];

const correctColumn = (
  { corrigidas }: RecordImport,
  onCorrect: (line: number) => void,
): Column<ImportProblem> => ({
  id: 'corrigir',
  label: 'Correção',
  width: 130,
  card: 'corner',
  render: ({ linha }) => (
    <PersonalGate route={importRoutes.correctLine}>
      <Button size="small" aria-label={`Corrigir a linha ${linha}`} onClick={() => onCorrect(linha)}>
        {corrigidas.includes(linha) ? 'Corrigida' : 'Corrigir'}
      </Button>
    </PersonalGate>
  ),
});

const KEPT_COLUMNS: Column<RecordImport['mantidos'][number]>[] = [
  {
    id: 'linha',
    label: 'Linha',
    kind: 'number',
    align: 'left',
    width: 110,
    card: 'title',
    render: ({ linha }) => `Linha ${linha}`,
  },
  {
    id: 'campos',
    label: 'Campos',
    minWidth: 320,
    card: 'fact',
    render: ({ campos }) => campos.join(', '),
  },
];

type Change = RecordImport['mudancas'][number];
const CHANGE_COLUMNS: Column<Change>[] = [
  {
    id: 'linha',
    label: 'Linha',
    kind: 'number',
    align: 'left',
    width: 110,
    card: 'title',
    render: ({ linha }) => `Linha ${linha}`,
  },
  { id: 'campo', label: 'Campo', width: 180, card: 'fact', render: ({ campo }) => campo },
  { id: 'antes', label: 'Antes', minWidth: 160, card: 'fact', render: ({ antes }) => antes || '—' },
  { id: 'depois', label: 'Depois', minWidth: 160, card: 'fact', render: ({ depois }) => depois || '—' },
];

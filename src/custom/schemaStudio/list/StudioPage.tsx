import AddOutlined from '@mui/icons-material/AddOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useNotify } from 'ra-core';
import { Suspense, useMemo, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { definitionFileRoutes } from '#contract/config/definitionFiles.ts';
import { type DefinitionSummary, definitionRoutes } from '#contract/config/definitions.ts';
import type { Output } from '#contract/route.ts';
import {
  DEFINITION_KINDS,
  type DefinitionKind,
  definitionKinds,
} from '#contract/rules/definitions/definition.ts';
import { foldedText } from '#contract/rules/text.ts';
import { downloadRoute } from '#data/fileTransfer.ts';
import { useRoute } from '#data/useRoute.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { FilterBar } from '#ui/components/FilterBar/FilterBar.tsx';
import { type FilterValues, listOf } from '#ui/components/FilterBar/filters.ts';
import { someOf } from '#ui/lists/filterKinds.ts';
import { NothingFound } from '#ui/lists/list.tsx';
import { UnknownPath } from '#ui/shell/LoadedPage.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { Forbidden } from '#ui/shell/RequirePermission.tsx';
import { EmptyState, errorText } from '#ui/shell/states/StateMessage.tsx';
import { PageSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { BundlesDialog } from '../bundles/BundlesDialog.tsx';
import { ExportDialog } from '../bundles/ExportDialog.tsx';
import { ImportDialog } from '../bundles/ImportDialog.tsx';
import { countOf, definitionState } from '../definitionWords.ts';
import { useColumns } from './definitionColumns.tsx';
import { NewDialog } from './NewDialog.tsx';

/**
 * `/configuracao/{tipo}`: the definitions made by administrators, by kind; without a kind, the first one that the person may
 * edit.
 */
export function StudioPage() {
  const { tipo } = useParams();
  const { can, isPending } = useCan();
  if (isPending) return <PageSkeleton />;
  const own = DEFINITION_KINDS.filter((kind) => can(definitionKinds[kind].permission));
  const kind = tipo === undefined ? own[0] : DEFINITION_KINDS.find((each) => each === tipo);
  if (tipo !== undefined && !kind) return <UnknownPath />;
  if (!kind || !own.includes(kind))
    return <Forbidden permission={definitionKinds[kind ?? 'reports'].permission} what="Estúdio" />;
  return <Definitions key={kind} tipo={kind} own={own} />;
}

interface DefinitionsProps {
  tipo: DefinitionKind;
  own: readonly DefinitionKind[];
}

function Definitions({ tipo, own }: DefinitionsProps) {
  const navigate = useNavigate();
  const query = useRoute(definitionRoutes.list, { params: { tipo } }, { refetchInterval: FILES_ARE_WATCHED });
  const { values, setValues } = useAddressFilters();
  const [open, setOpen] = useState<'new' | 'import' | 'export' | 'bundles' | 'examples' | null>(null);
  const columns = useColumns(tipo);
  const all = query.data?.itens ?? NO_ROWS;
  const rows = useMemo(
    () => searchDefinitions(all, String(values.q ?? ''), listOf(values, 'estado')),
    [all, values],
  );
  return (
    <Page
      title={{ menu: 'Estúdio' }}
      count={query.data && countOf(all.length, 'definição', 'definições')}
      actions={
        <>
          <Button variant="outlined" onClick={() => setOpen('import')}>
            Importar
          </Button>
          <ExportMenu tipo={tipo} onChoose={() => setOpen('export')} />
          <Button variant="outlined" onClick={() => setOpen('bundles')}>
            Pacotes
          </Button>
          {tipo === 'rules' && (
            <Button variant="outlined" onClick={() => setOpen('examples')}>
              Exemplos
            </Button>
          )}
          <Button variant="contained" startIcon={<AddOutlined />} onClick={() => setOpen('new')}>
            Novo
          </Button>
        </>
      }
      fill
    >
      <Tabs
        value={tipo}
        onChange={(_event, next: DefinitionKind) => navigate(`/configuracao/${next}`)}
        aria-label="O que se define"
        sx={{ flex: 'none', mb: 2 }}
      >
        {own.map((kind) => (
          <Tab key={kind} value={kind} label={definitionKinds[kind].plural} />
        ))}
      </Tabs>
      <BrokenFiles files={query.data?.quebrados ?? []} />
      <FilterBar
        filters={FILTERS}
        values={values}
        onChange={setValues}
        search={{ key: 'q', label: 'Buscar definições', placeholder: 'Título, descrição ou chave' }}
      />
      <DataTable
        label={definitionKinds[tipo].plural}
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowLink={rowLink}
        loading={query.isPending}
        answer={query}
        empty={
          all.length > 0 ? (
            <NothingFound none="Nenhuma definição" onClear={() => setValues({})} />
          ) : (
            <EmptyState
              title={`Nada em ${definitionKinds[tipo].plural.toLowerCase()}`}
              text={
                tipo === 'rules'
                  ? 'Comece de um exemplo, crie uma regra em branco ou importe um arquivo exportado de outro ambiente.'
                  : 'Crie uma definição ou importe um arquivo exportado de outro ambiente.'
              }
            />
          )
        }
        rowCount={rows.length}
        maxHeight="100%"
      />
      {open === 'new' && <NewDialog tipo={tipo} existing={all} onClose={() => setOpen(null)} />}
      {open === 'examples' && (
        <Suspense fallback={null}>
          <ExamplesDialog existing={all} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {open === 'export' && <ExportDialog own={own} onClose={() => setOpen(null)} />}
      {open === 'bundles' && (
        <BundlesDialog onClose={() => setOpen(null)} onUndone={() => void query.refetch()} />
      )}
      {open === 'import' && (
        <ImportDialog
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null);
            void query.refetch();
          }}
        />
      )}
    </Page>
  );
}

const ExamplesDialog = lazyScreen(() => import('../rules/ExamplesDialog.tsx'), 'ExamplesDialog');

/** Polling interval in ms: a file dropped into the folder is read within seconds, and the list shows it just as soon. */
const FILES_ARE_WATCHED = 5000;
const NO_ROWS: DefinitionSummary[] = [];
const rowId = ({ chave }: DefinitionSummary) => chave;
const rowLink = ({ tipo, chave }: DefinitionSummary) => `/configuracao/${tipo}/${chave}`;
const FILTERS = [
  someOf(
    'estado',
    'Estado',
    [
      ...definitionState.map(({ value, label }) => ({ value, label })),
      { value: 'COM_RASCUNHO', label: 'Com rascunho em andamento' },
      { value: 'PADRAO_MUDOU', label: 'O padrão mudou' },
    ],
    { pinned: true },
  ),
];

/** Search and filters are kept in the address, so that Back or a link restores them. */
function useAddressFilters() {
  const [search, setSearch] = useSearchParams();
  const values: FilterValues = useMemo(
    () => ({
      ...(search.get('q') && { q: search.get('q') ?? '' }),
      ...(search.has('estado') && { estado: search.getAll('estado') }),
    }),
    [search],
  );
  const setValues = (next: FilterValues) => {
    const search = new URLSearchParams();
    for (const key of ['q', 'estado']) for (const value of listOf(next, key)) search.append(key, value);
    setSearch(search, { replace: true });
  };
  return { values, setValues };
}

/** The rows that match the search and the selected states, ignoring case and accents. */
function searchDefinitions(
  rows: readonly DefinitionSummary[],
  term: string,
  states: readonly string[],
): DefinitionSummary[] {
  const words = foldedText(term).split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    const text = foldedText(`${row.titulo} ${row.descricao} ${row.chave}`);
    return words.every((word) => text.includes(word)) && (states.length === 0 || states.some(isOf(row)));
  });
}

const isOf =
  ({ estado, temRascunho, baseMudou }: DefinitionSummary) =>
  (state: string): boolean =>
    state === estado || (state === 'COM_RASCUNHO' && temRascunho) || (state === 'PADRAO_MUDOU' && baseMudou);

type BrokenFile = Output<typeof definitionRoutes.list>['quebrados'][number];

/**
 * Files below schemas/ that could not be read, or that nothing reads: where the problem is, and what to do. The published
 * version stays in effect.
 */
function BrokenFiles({ files }: { files: readonly BrokenFile[] }) {
  if (files.length === 0) return null;
  return (
    <Alert severity="error" sx={{ flex: 'none', mb: 2, maxHeight: 260, overflowY: 'auto' }}>
      <AlertTitle>
        {countOf(
          files.length,
          'arquivo ou pasta de schemas/ ficou de fora',
          'arquivos ou pastas de schemas/ ficaram de fora',
        )}
        . O que está publicado continua valendo.
      </AlertTitle>
      {files.map(({ arquivo, visto, problemas }) => (
        <section key={arquivo} aria-label={arquivo}>
          <strong>schemas/{arquivo}</strong> · visto <RelativeDate value={visto} />
          <ul style={{ margin: '2px 0 8px', paddingLeft: 18 }}>
            {problemas.map(({ ponteiro, linha, mensagem }) => (
              <li key={`${ponteiro} ${mensagem}`} style={{ overflowWrap: 'anywhere' }}>
                {placePrefix(ponteiro, linha)}
                {mensagem}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Alert>
  );
}

/** A problem's place in its file, as far as it is known. */
function placePrefix(pointer: string, line: number | undefined): string {
  if (line === undefined) return pointer && `${pointer}: `;
  return `Linha ${line}${pointer && ` (${pointer})`}: `;
}

/** Exports the published definitions as one file that another console can import. */
function ExportMenu({ tipo, onChoose }: { tipo: DefinitionKind; onChoose: () => void }) {
  const notify = useNotify();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const download = async (only: DefinitionKind | undefined) => {
    setAnchor(null);
    try {
      const query = only ? { tipo: only } : {};
      await downloadRoute(definitionFileRoutes.exportFile, { query }, `${only ?? 'definicoes'}.json`);
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    }
  };
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        Exportar
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => download(tipo)}>{definitionKinds[tipo].plural}</MenuItem>
        <MenuItem onClick={() => download(undefined)}>Tudo o que você pode mudar</MenuItem>
        <MenuItem
          onClick={() => {
            setAnchor(null);
            onChoose();
          }}
        >
          Escolher o que levar…
        </MenuItem>
      </Menu>
    </>
  );
}

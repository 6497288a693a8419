import AddOutlined from '@mui/icons-material/AddOutlined';
import RuleOutlined from '@mui/icons-material/RuleOutlined';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { RECORDS_CHANGED } from '#contract/realtime.ts';
import { personalKind } from '#contract/records/fields/personalFields.ts';
import type { RecordField, RecordFields } from '#contract/records/fields/recordField.ts';
import { isOwnType, standardType } from '#contract/records/index.ts';
import { inSentence } from '#contract/records/recordType.ts';
import {
  type RecordKey,
  type RecordTypeView,
  recordRoutes,
  type StoredRecord,
} from '#contract/records/routes/records.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { isMenuWord } from '#contract/words/menu.ts';
import { downloadProgress } from '#data/fileTransfer.ts';
import { recordQuery } from '#data/recordsProvider.ts';
import { SelectionBar, type TableSelection } from '#ui/components/DataTable/selection.tsx';
import { ExportButton } from '#ui/lists/ExportButton.tsx';
import { ListTable } from '#ui/lists/ListTable.tsx';
import { listCount, NothingFound, useList } from '#ui/lists/list.tsx';
import { useFilterValues } from '#ui/lists/useDropInvalidFilters.ts';
import type { LiveSource } from '#ui/live/ListLive.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { useCan, usePersonalSearchHint } from '#ui/shell/usePerson.ts';
import { ProposedPrices } from './prices/ProposedPrices.tsx';
import { changeable, RecordBulkDialog } from './RecordBulkDialog.tsx';
import { recordFilters } from './recordFilters.ts';
import { channelsOfRecords, RECORDS_MS, recordColumns } from './shared/recordColumns.tsx';

/** `/cadastros/{chave}`: the records of a type; search, filters and page in the address, selectable columns. */
export function RecordList({ type }: { type: RecordTypeView }) {
  const { chave, titulo, pode } = type;
  const { can } = useCan();
  const seesPersonal = can('DADOS_PESSOAIS');
  const list = useList<StoredRecord>(`cadastros/${chave}`, { field: type.lista.ordem, order: 'ASC' });
  const { values, setValues } = useFilterValues(list);
  const columns = useMemo(() => recordColumns(type, seesPersonal), [type, seesPersonal]);
  const filters = useMemo(() => recordFilters(type), [type]);
  const hint = usePersonalSearchHint(searchHint(type), openSearchHint(type));
  const findsPersonal = type.busca.some((key) => {
    const field = (type.campos as RecordFields)[key];
    return field !== undefined && personalKind(field) !== null;
  });
  const selected = useRecordSelection(list.data ?? NO_ROWS);
  const noun: [string, string] = [titulo.um, titulo.muitos];
  const title = upperFirst(titulo.muitos);
  return (
    <Page
      title={!isOwnType(type) && isMenuWord(title) ? { menu: title } : title}
      count={listCount(list, noun)}
      actions={
        <>
          {can('CONFIGURACAO_PARAMETROS') && (
            <Button component={Link} to={`/cadastros/${chave}/origem`} startIcon={<RuleOutlined />}>
              Origem dos campos
            </Button>
          )}
          {pode.importar && (
            <Button component={Link} to={`/cadastros/${chave}/importar`} startIcon={<UploadFileOutlined />}>
              Importar
            </Button>
          )}
          {pode.criar && <CreateButton type={type} />}
        </>
      }
      fill
    >
      {chave === 'produtos' && <ProposedPrices />}
      <ListTable
        list={list}
        values={values}
        onValues={setValues}
        noun={noun}
        sums="cadastros"
        columnsKey={`cadastros-${chave}`}
        columns={columns}
        filters={filters}
        search={{
          key: 'q',
          label: `Buscar em ${titulo.muitos}`,
          placeholder: findsPersonal ? hint : searchHint(type),
        }}
        rowLink={({ id }) => `/cadastros/${chave}/${id}`}
        {...(pode.alterar && changeable(type).length > 0 && { selection: selected.selection })}
        live={{ list: liveRecords(type, list.data ?? NO_ROWS), words: newWords(type) }}
        tools={<ExportRecords type={type} values={values} sort={list.sort} />}
        bulk={<RecordBulkBar type={type} selected={selected} total={list.total ?? 0} />}
        nothingFound={<NothingFound none={noneOf(titulo)} term={values.q} onClear={() => setValues({})} />}
        empty={<EmptyState title={noneOf(titulo)} text={type.descricao} />}
      />
    </Page>
  );
}

const NO_ROWS: StoredRecord[] = [];

const noneOf = ({ um, genero }: RecordTypeView['titulo']): string =>
  `${genero === 'f' ? 'Nenhuma' : 'Nenhum'} ${um}`;

const liveRecords = (type: RecordTypeView, rows: readonly StoredRecord[]): LiveSource => ({
  resource: `cadastros/${type.chave}`,
  channels: channelsOfRecords(type, rows),
  event: RECORDS_CHANGED,
  throttleMs: RECORDS_MS,
  byIds: (ids) => ({ id: ids }),
});

const newWords = ({ titulo: { um, muitos, genero } }: RecordTypeView): [string, string] =>
  genero === 'f' ? [`${um} nova`, `${muitos} novas`] : [`${um} novo`, `${muitos} novos`];

const CreateButton = ({ type: { chave, titulo } }: { type: RecordTypeView }) => (
  <Button component={Link} to={`/cadastros/${chave}/create`} variant="contained" startIcon={<AddOutlined />}>
    Criar {titulo.um}
  </Button>
);

const searchHint = ({ campos, busca }: RecordTypeView): string =>
  busca.map((key) => (campos[key] as { titulo?: string } | undefined)?.titulo ?? key).join(', ');

/**
 * What finds records for people who see personal data masked: the fields of the search that are not personal; of a custom type,
 * only its code, its name and its customer.
 */
const openSearchHint = ({ chave, campos, busca, codigo, nome }: RecordTypeView): string => {
  const searched = standardType(chave)
    ? busca
    : [...new Set([...codigo, ...busca.filter((key) => key === nome || isOfCustomers(campos[key]))])];
  const open = searched.flatMap((key) => {
    const field = (campos as RecordFields)[key];
    if (!field) return [];
    if (isOfCustomers(field)) return ['nome ou CNPJ do cliente'];
    return personalKind(field) === null ? [inSentence(field.titulo)] : [];
  });
  return open.join(', ') || 'filtros: a busca olha dados pessoais';
};

const isOfCustomers = (field: unknown): boolean =>
  (field as RecordField | undefined)?.referencia === 'clientes';

interface ExportRecordsProps {
  type: RecordTypeView;
  values: Readonly<Record<string, unknown>>;
  sort: { field: string; order: 'ASC' | 'DESC' };
}

/** Exports all records that the list finds as a file. */
function ExportRecords({ type, values, sort }: ExportRecordsProps) {
  return (
    <ExportButton
      download={(formato, options) =>
        downloadProgress(
          recordRoutes.exportFile,
          {
            params: { chave: type.chave as RecordKey },
            query: {
              formato,
              orderBy: sort.field,
              direction: sort.order,
              ...recordQuery(values),
            },
          },
          { name: `${type.titulo.muitos}.${formato}`, ...options },
        )
      }
    />
  );
}

interface RecordBulkBarProps {
  type: RecordTypeView;
  selected: SelectedRecords;
  total: number;
}

/** Maximum number of records per change; the server accepts no more. */
const MAX_SELECTED = 1_000;

/** Bulk action for the selected records: changes one field in all of them. */
function RecordBulkBar({ type, selected, total }: RecordBulkBarProps) {
  const [open, setOpen] = useState(false);
  const { um, muitos, genero } = type.titulo;
  const ticked = genero === 'f' ? 'selecionada' : 'selecionado';
  return (
    <>
      <SelectionBar
        count={selected.ids.length}
        words={[`${um} ${ticked}`, `${muitos} ${ticked}s`]}
        total={total}
        onClear={selected.clear}
      >
        {selected.ids.length > MAX_SELECTED && <span>Até {MAX_SELECTED} por vez</span>}
        <Button
          size="small"
          variant="outlined"
          disabled={selected.ids.length > MAX_SELECTED}
          onClick={() => setOpen(true)}
        >
          Mudar um campo
        </Button>
      </SelectionBar>
      {open && (
        <RecordBulkDialog
          type={type}
          ids={selected.ids}
          onClose={() => setOpen(false)}
          onDone={selected.clear}
        />
      )}
    </>
  );
}

type Ids = ReadonlySet<string | number>;
const NONE: Ids = new Set();

/** The selected records, across pages. */
function useRecordSelection(rows: readonly StoredRecord[]) {
  const [ids, setIds] = useState<Ids>(NONE);
  return useMemo(() => {
    const selection: TableSelection<StoredRecord> = {
      ids,
      onChange: setIds,
      label: ({ id }) => `Selecionar linha ${rows.findIndex((row) => row.id === id) + 1}`,
    };
    return { selection, ids: [...ids].map(Number), clear: () => setIds(NONE) };
  }, [ids, rows]);
}

type SelectedRecords = ReturnType<typeof useRecordSelection>;

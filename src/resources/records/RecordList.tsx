import AddOutlined from '@mui/icons-material/AddOutlined';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import { useListController } from 'ra-core';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { upperFirst } from '../../../contract/records/recordType.ts';
import {
  type RecordKey,
  type RecordTypeView,
  recordRoutes,
  type StoredRecord,
} from '../../../contract/records/routes.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { recordColumns } from '../../custom/records/recordColumns.tsx';
import { downloadProgress } from '../../dataProvider/downloadProgress.ts';
import { DEFAULT_PREFERENCES } from '../../ui/components/ColumnChooser/columnPreferences.ts';
import { ExportButton } from '../../ui/lists/ExportButton.tsx';
import { useFilterValues } from '../../ui/lists/useFilterValues.ts';
import { ViewedTable } from '../../ui/lists/ViewedTable.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { EmptyState } from '../../ui/shell/states/EmptyState.tsx';
import { RecordBulkBar } from './RecordBulkBar.tsx';
import { changeable } from './RecordBulkDialog.tsx';
import { recordFilters } from './recordFilters.ts';
import { useRecordSelection } from './useRecordSelection.ts';

/** Most that the server counts. */
const COUNT_CAP = 10_000;

/** `/cadastros/{chave}`: the records of a type; search, filters and page in the address, columns to choose. */
export function RecordList({ type }: { type: RecordTypeView }) {
  const { chave, titulo, pode } = type;
  const list = useListController<StoredRecord>({
    resource: `cadastros/${chave}`,
    perPage: 25,
    sort: { field: type.lista.ordem, order: 'ASC' },
    debounce: 0,
  });
  const { values, setValues } = useFilterValues(list);
  const columns = useMemo(() => recordColumns(type), [type]);
  const filters = useMemo(() => recordFilters(type), [type]);
  const selected = useRecordSelection(list.data ?? NO_ROWS);
  const noun: [string, string] = [titulo.um, titulo.muitos];
  const title = upperFirst(titulo.muitos);
  return (
    <Page
      title={title}
      count={list.total === undefined ? null : formatCount(list.total, ...noun, COUNT_CAP)}
      actions={
        <>
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
      <ViewedTable
        list={list}
        values={values}
        onValues={setValues}
        label={title}
        noun={noun}
        columnsKey={`cadastros-${chave}`}
        columns={columns}
        defaults={DEFAULT_PREFERENCES}
        filters={filters}
        search={{ key: 'q', label: `Buscar em ${titulo.muitos}`, placeholder: searchHint(type) }}
        rowLink={({ id }) => `/cadastros/${chave}/${id}`}
        {...(pode.alterar && changeable(type).length > 0 && { selection: selected.selection })}
        tools={<ExportRecords type={type} values={values} sort={list.sort} />}
        bulk={<RecordBulkBar type={type} selected={selected} total={list.total ?? 0} />}
        empty={
          Object.keys(values).length > 0 ? (
            <EmptyState
              title={`Nenhum resultado em ${titulo.muitos}`}
              text="Tire um filtro ou procure por outra palavra."
            />
          ) : (
            <EmptyState
              title={`${titulo.genero === 'f' ? 'Nenhuma' : 'Nenhum'} ${titulo.um}`}
              text={type.descricao}
            />
          )
        }
      />
    </Page>
  );
}

const NO_ROWS: StoredRecord[] = [];

const CreateButton = ({ type: { chave, titulo } }: { type: RecordTypeView }) => (
  <Button component={Link} to={`/cadastros/${chave}/create`} variant="contained" startIcon={<AddOutlined />}>
    Criar {titulo.um}
  </Button>
);

const searchHint = ({ campos, busca }: RecordTypeView): string =>
  busca.map((key) => (campos[key] as { titulo?: string } | undefined)?.titulo ?? key).join(', ');

interface ExportRecordsProps {
  type: RecordTypeView;
  values: Readonly<Record<string, unknown>>;
  sort: { field: string; order: 'ASC' | 'DESC' };
}

/** All that the list finds, as a file. */
function ExportRecords({ type, values: { q, ...filter }, sort }: ExportRecordsProps) {
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
              ...(typeof q === 'string' && { q }),
              ...(Object.keys(filter).length > 0 && { filtro: JSON.stringify(filter) }),
            },
          },
          { name: `${type.titulo.muitos}.${formato}`, ...options },
        )
      }
    />
  );
}

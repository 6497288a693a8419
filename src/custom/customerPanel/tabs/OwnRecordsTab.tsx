import AddOutlined from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { keepPreviousData } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import {
  type RecordKey,
  type RecordTypeView,
  recordRoutes,
  type StoredRecord,
} from '#contract/records/routes/records.ts';
import { draftName } from '#contract/rules/drafts.ts';
import { DISPLAY_CAP, formatCount } from '#contract/rules/format.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { useRoute } from '#data/useRoute.ts';
import { recordColumns, useRecordsLive } from '#src/resources/records/shared/recordColumns.tsx';
import { useOwnTypes } from '#src/resources/records/shared/useOwnTypes.ts';
import type { Sort } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { AnswerPages } from '#ui/components/PageLinks/PageLinks.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Answered, EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import type { PanelTabProps } from '../panelTabProps.ts';
import { usePanelCustomer } from '../usePanel.ts';

const RecordDialog = lazyScreen(
  () => import('#src/resources/records/shared/RecordDialog.tsx'),
  'RecordDialog',
);

const PER_PAGE = 10;

const NO_ROWS: StoredRecord[] = [];

const rowId = ({ id }: StoredRecord) => id;

/** The customer's records of a company-defined type. */
export const ownRecordsTab = (chave: string) =>
  function OwnRecordsTab({ idCli, item, onItem }: PanelTabProps) {
    const customer = usePanelCustomer(idCli).data?.data;
    const owner = useOwnTypes().data?.itens.find((type) => type.chave === chave)?.noPainelDoCliente;
    return (
      <RelatedRecords
        chave={chave}
        of={{ idCli }}
        filledIn={owner && customer ? { [owner]: customer.cnpj } : {}}
        owner="deste cliente"
        item={item}
        onItem={onItem}
      />
    );
  };

interface RelatedRecordsProps {
  chave: string;
  /** The owner whose records are listed. */
  of: { idCli: number };
  /** Initial values of a new record: the fields that identify its owner. They need no column here. */
  filledIn: Readonly<Record<string, string>>;
  /** E.g. 'deste cliente'. */
  owner: string;
  /** The open record; `null` for none. */
  item: number | null;
  onItem: (id: number | null) => void;
}

/** The records of a type that belong to another entity, listed, opened and created on that entity's screen. */
function RelatedRecords(props: RelatedRecordsProps) {
  const { chave } = props;
  const answer = useRoute(recordRoutes.type, { params: { chave } }, { staleTime: 5 * 60_000 });
  return (
    <Answered answer={answer} skeleton={<ListSkeleton rows={6} />}>
      {({ data: type }) => <Listed {...props} type={type} />}
    </Answered>
  );
}

function Listed({ type, of, filledIn, owner, item, onItem }: RelatedRecordsProps & { type: RecordTypeView }) {
  const { chave, titulo, pode } = type;
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<Sort>({ field: type.lista.ordem, direction: 'ASC' });
  const [creating, setCreating] = useState(false);
  const { data, error, isPending, refetch } = useRoute(
    recordRoutes.list,
    {
      params: { chave: chave as RecordKey },
      query: { ...of, page, take: PER_PAGE, orderBy: sort.field, direction: sort.direction },
    },
    { placeholderData: keepPreviousData },
  );
  const rows = (data?.itens as StoredRecord[] | undefined) ?? NO_ROWS;
  useRecordsLive(type, rows, refetch);
  const seesPersonal = useCan().can('DADOS_PESSOAIS');
  const fields = Object.keys(filledIn).join();
  const columns = useMemo(
    () => recordColumns(type, seesPersonal).filter(({ id }) => !fields.split(',').includes(id)),
    [type, seesPersonal, fields],
  );
  const open = useMemo(
    () =>
      ({ id }: StoredRecord) =>
        onItem(id),
    [onItem],
  );
  const total = data?.paginator.total ?? 0;
  const begins = { values: filledIn, draft: draftName('customerRecord', chave, of.idCli) };
  const close = () => {
    setCreating(false);
    if (item !== null) onItem(null);
  };
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 2,
          mb: 2,
        }}
      >
        <Box component="span" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          {data && formatCount(total, titulo.um, titulo.muitos, DISPLAY_CAP, data.paginator.mais)}
        </Box>
        {pode.criar && (
          <Button startIcon={<AddOutlined />} onClick={() => setCreating(true)}>
            Criar {titulo.um}
          </Button>
        )}
      </Box>
      <DataTable
        label={upperFirst(titulo.muitos)}
        columns={columns}
        rows={rows}
        rowId={rowId}
        onOpen={open}
        sort={sort}
        onSort={(next) => {
          setSort(next);
          setPage(1);
        }}
        loading={isPending}
        answer={{ data, error, refetch }}
        empty={
          <EmptyState
            title={`${titulo.genero === 'f' ? 'Nenhuma' : 'Nenhum'} ${titulo.um} ${owner}`}
            text={type.descricao}
          />
        }
        rowCount={data?.paginator.total}
        rowOffset={(page - 1) * PER_PAGE}
      />
      {data && total > 0 && (
        <AnswerPages
          page={page}
          paginator={data.paginator}
          onPage={setPage}
          noun={[titulo.um, titulo.muitos]}
        />
      )}
      <Suspense>
        {(creating || item !== null) && (
          <RecordDialog type={type} id={creating ? null : item} begins={begins} onClose={close} />
        )}
      </Suspense>
    </>
  );
}

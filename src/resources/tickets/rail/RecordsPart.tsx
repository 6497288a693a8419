import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { Suspense, useState } from 'react';
import type { OwnRecordType } from '#contract/records/routes/ownTypes.ts';
import {
  type RecordKey,
  type RecordTypeView,
  recordRoutes,
  type StoredRecord,
} from '#contract/records/routes/records.ts';
import { missingDocument } from '#contract/rules/documents.ts';
import { draftName } from '#contract/rules/drafts.ts';
import { upperFirst } from '#contract/rules/text.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { useRoute } from '#data/useRoute.ts';
import { recordName, useRecordsLive } from '#src/resources/records/shared/recordColumns.tsx';
import { SecondaryText } from '#ui/components/display/Texts.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Answered, together } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { RailSection } from './RailParts.tsx';

const RecordDialog = lazyScreen(
  () => import('#src/resources/records/shared/RecordDialog.tsx'),
  'RecordDialog',
);
const FIRST = 5;
const MAX_RECORDS = 100;
const NO_ROWS: StoredRecord[] = [];

interface RecordsPartProps {
  ticket: Ticket;
  own: OwnRecordType;
}

/** The records of a company-defined type that refer to the ticket or belong to its customer. */
export function RecordsPart({ ticket, own }: RecordsPartProps) {
  const { chave, titulo, pode } = own;
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const [take, setTake] = useState(FIRST);
  const params = { chave: chave as RecordKey };
  const of = own.noTicket?.ticket ? { idTicket: ticket.id } : { idCli: ticket.cliente.id };
  const type = useRoute(recordRoutes.type, { params }, { staleTime: 5 * 60_000 });
  const list = useRoute(
    recordRoutes.list,
    { params, query: { ...of, take } },
    { placeholderData: (before) => before },
  );
  const view = type.data?.data;
  const rows = list.data?.itens as StoredRecord[] | undefined;
  useRecordsLive(view, rows ?? NO_ROWS, list.refetch);
  const total = list.data?.paginator.total ?? 0;
  const answer = together(type, list);
  const label = `Criar ${titulo.um}`;
  return (
    <RailSection
      title={upperFirst(titulo.muitos)}
      action={
        pode.criar &&
        view && (
          <IconButton size="small" aria-label={label} title={label} onClick={() => setOpen('new')}>
            <AddOutlined fontSize="small" />
          </IconButton>
        )
      }
    >
      <Answered answer={answer} skeleton={<TextSkeleton lines={2} />}>
        {() => view && rows && <Named type={view} rows={rows} onOpen={setOpen} none={noneOf(own)} />}
      </Answered>
      {rows && total > rows.length && take < MAX_RECORDS && (
        <Button size="small" onClick={() => setTake(MAX_RECORDS)}>
          Mostrar mais
        </Button>
      )}
      <Suspense>
        {view && open !== null && (
          <RecordDialog
            type={view}
            id={open === 'new' ? null : open}
            begins={{
              values: prefilledValues(own, ticket),
              draft: draftName('ticketRecord', chave, ticket.id),
            }}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </RailSection>
  );
}

const noneOf = ({ titulo: { um, genero }, noTicket }: OwnRecordType) =>
  `${genero === 'f' ? 'Nenhuma' : 'Nenhum'} ${um} ${noTicket?.ticket ? 'deste ticket' : 'deste cliente'}.`;

/** For a final consumer, the ticket contains their own document instead of the customer's; a customer may have none yet. */
const prefilledValues = ({ noTicket }: OwnRecordType, { id, cliente, contato, consumidorFinal }: Ticket) => ({
  ...(noTicket?.ticket && { [noTicket.ticket]: `${id}` }),
  ...(noTicket?.cliente &&
    !consumidorFinal && { [noTicket.cliente]: contato.documento || missingDocument(cliente.id) }),
});

interface NamedProps {
  type: RecordTypeView;
  rows: readonly StoredRecord[];
  onOpen: (id: number) => void;
  none: string;
}

function Named({ type, rows, onOpen, none }: NamedProps) {
  if (rows.length === 0) return <SecondaryText>{none}</SecondaryText>;
  return (
    <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {rows.map((row) => (
        <li key={row.id}>
          <Button
            color="inherit"
            size="small"
            fullWidth
            onClick={() => onOpen(row.id)}
            sx={{ justifyContent: 'space-between', gap: 2, textAlign: 'left', fontWeight: 400, px: 0 }}
          >
            <span style={{ overflowWrap: 'anywhere' }}>{recordName(type, row)}</span>
            {type.situacao && row[type.situacao] === false && <SecondaryText>Arquivado</SecondaryText>}
          </Button>
        </li>
      ))}
    </ul>
  );
}

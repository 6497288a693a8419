import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { type NoteWait, noteWait } from '#contract/catalogs/nfe.ts';
import { nfeImportRoutes, type WaitingNote } from '#contract/config/nfeImports.ts';
import type { Permission } from '#contract/permissions.ts';
import { formatDocument } from '#contract/rules/documents.ts';
import { countText, formatMoney } from '#contract/rules/format.ts';
import { formatAccessKey, parseAccessKey } from '#contract/rules/nfe/accessKey.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { routeKey, useRoute, useRouteCommand } from '#data/useRoute.ts';
import { InvoicePapersDialog } from '#src/resources/invoicePapers/shared/InvoicePapers.tsx';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { Section } from '#ui/components/detail/Section.tsx';
import { SecondaryText } from '#ui/components/display/Texts.tsx';
import { AnswerPages } from '#ui/components/PageLinks/PageLinks.tsx';
import { Answered, EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { DeclareSale } from './DeclareSale.tsx';

const PER_PAGE = 25;
/** Notes are judged again in the background when what they wait for comes. */
const REFRESH_INTERVAL = 15_000;

/** The kept notes that wait for something, by what is missing, each with the way to it. */
export function WaitingNotes({ running }: { running: boolean }) {
  const client = useQueryClient();
  const review = useRouteCommand(nfeImportRoutes.review, {
    onSuccess: () => client.invalidateQueries({ queryKey: routeKey(nfeImportRoutes.list) }),
  });
  const answer = useRoute(nfeImportRoutes.waits, {}, { refetchInterval: REFRESH_INTERVAL });
  useEffect(() => {
    // What an import leaves waiting is known when it has ended.
    if (running) return;
    for (const route of [nfeImportRoutes.waits, nfeImportRoutes.waiting])
      void client.invalidateQueries({ queryKey: routeKey(route) });
  }, [client, running]);
  return (
    <Section
      title="Notas guardadas que esperam algo"
      description="Quando a filial, o cliente, o produto, a nota ou o CFOP que falta chega ao Balcão, elas são lidas de novo sozinhas."
      actions={
        <Button size="small" loading={review.isPending} disabled={running} onClick={() => review.mutate({})}>
          Ler de novo
        </Button>
      }
    >
      {review.error && <Alert severity="error">{review.error.message}</Alert>}
      <Answered answer={answer}>
        {(counts) =>
          counts.length === 0 ? (
            <EmptyState title="Nenhuma nota espera" text="Tudo o que foi guardado já teve o seu efeito." />
          ) : (
            <Waiting counts={counts as Count[]} />
          )
        }
      </Answered>
    </Section>
  );
}

interface Count {
  motivo: NoteWait;
  quantidade: number;
}

function Waiting({ counts }: { counts: readonly Count[] }) {
  const [chosen, setChosen] = useState<NoteWait | null>(null);
  const [page, setPage] = useState(1);
  const motivo = counts.find((each) => each.motivo === chosen)?.motivo ?? counts[0]?.motivo ?? 'ITEM';
  const answer = useRoute(
    nfeImportRoutes.waiting,
    { query: { motivo, page, take: PER_PAGE } },
    { refetchInterval: REFRESH_INTERVAL, placeholderData: keepPreviousData },
  );
  const choose = (value: NoteWait | null) => {
    if (!value) return;
    setChosen(value);
    setPage(1);
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={motivo}
        onChange={(_, value: NoteWait | null) => choose(value)}
        aria-label="O que falta"
        sx={{ flexWrap: 'wrap' }}
      >
        {noteWait.flatMap((row) => {
          const found = counts.find((each) => each.motivo === row.value);
          return found
            ? [
                <ToggleButton key={row.value} value={row.value}>
                  {row.label} ({countText(found.quantidade)})
                </ToggleButton>,
              ]
            : [];
        })}
      </ToggleButtonGroup>
      <DataTable
        label="Notas guardadas que esperam algo"
        columns={COLUMNS}
        rows={(answer.data?.itens as WaitingNote[] | undefined) ?? []}
        rowId={rowOf}
        answer={answer}
        loading={answer.isPending}
        empty={<EmptyState title="Nenhuma nota" text="Nenhuma nota guardada espera isto." />}
        maxHeight="60vh"
      />
      <AnswerPages page={page} paginator={answer.data?.paginator} onPage={setPage} noun={['nota', 'notas']} />
    </Box>
  );
}

const rowOf = ({ chave, evento, falta }: WaitingNote) => `${chave}${evento ? falta : ''}`;

const numberOf = ({ chave, evento }: WaitingNote): string =>
  `${evento ? 'Evento da nota' : 'Nota'} ${Number(parseAccessKey(chave)?.number ?? 0)}`;

const COLUMNS: Column<WaitingNote>[] = [
  {
    id: 'nota',
    label: 'Nota',
    minWidth: 200,
    card: 'title',
    render: (row) => (
      <span style={{ whiteSpace: 'normal' }}>
        {numberOf(row)}
        <SecondaryText as="div">
          {[row.data && formatCalendarDate(row.data), row.valor && formatMoney(row.valor, 2)]
            .filter(Boolean)
            .join(' · ')}
        </SecondaryText>
      </span>
    ),
  },
  {
    id: 'falta',
    label: 'O que falta',
    minWidth: 280,
    card: 'fact',
    render: (row) => (
      <span style={{ whiteSpace: 'normal' }}>
        {row.falta} <WayToIt row={row} />
      </span>
    ),
  },
  {
    id: 'partes',
    label: 'De e para',
    minWidth: 200,
    card: 'fact',
    render: ({ emitente, emitenteNome, destinatario }) => (
      <span style={{ whiteSpace: 'normal' }}>
        {[emitenteNome, formatDocument(emitente)].filter(Boolean).join(' · ')}
        {destinatario && <SecondaryText as="div">Para {formatDocument(destinatario)}</SecondaryText>}
      </span>
    ),
  },
  {
    id: 'chave',
    label: 'Chave de acesso',
    width: 190,
    card: 'fact',
    render: ({ chave }) => <span style={{ whiteSpace: 'normal' }}>{formatAccessKey(chave)}</span>,
  },
];

const REGISTERS: Partial<Record<NoteWait, { to: string; label: string; permission: Permission }>> = {
  EMITENTE: { to: '/cadastros/filiais', label: 'Filiais', permission: 'CADASTROS_EMPRESA' },
  DESTINATARIO: {
    to: '/cadastros/filiais/create',
    label: 'Criar filial',
    permission: 'CADASTROS_EMPRESA',
  },
  CLIENTE: { to: '/cadastros/clientes/create', label: 'Criar cliente', permission: 'CADASTROS_CLIENTES' },
};

/** Leads to what is missing: its registration, or a person's decision. */
function WayToIt({ row }: { row: WaitingNote }) {
  const { can } = useCan();
  const [open, setOpen] = useState(false);
  const register = REGISTERS[row.motivo];
  if (row.podeSerVenda) return <DeclareSale chave={row.chave} name={numberOf(row)} text={row.falta} />;
  if (register && can(register.permission))
    return (
      <Button size="small" component={RouterLink} to={register.to}>
        {register.label}
      </Button>
    );
  if (row.motivo !== 'ITEM' || !row.venda || !can('SAC_TICKETS')) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)} aria-label={`${numberOf(row)}: vincular itens`}>
        Ligar itens
      </Button>
      {open && <InvoicePapersDialog numNf={row.venda} onClose={() => setOpen(false)} />}
    </>
  );
}

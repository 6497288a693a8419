import Button from '@mui/material/Button';
import { type KeyboardEvent, useCallback, useState } from 'react';
import {
  NEGOTIATION_ROWS,
  type Negotiation,
  negotiationRoutes,
} from '#contract/callcenter/quotes/negotiations.ts';
import { downloadProgress } from '#data/fileTransfer.ts';
import type { RowId } from '#ui/components/DataTable/columns.ts';
import { focusFirstRow } from '#ui/components/DataTable/tableProps.ts';
import type { FilterValues } from '#ui/components/FilterBar/filters.ts';
import { ExportButton } from '#ui/lists/ExportButton.tsx';
import { ListTable } from '#ui/lists/ListTable.tsx';
import { listCount, NothingFound, useList } from '#ui/lists/list.tsx';
import { RowResultsDialog } from '#ui/lists/RowResultsDialog.tsx';
import { useFilterValues } from '#ui/lists/useDropInvalidFilters.ts';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { useShortcuts } from '#ui/shell/shortcuts/shortcuts.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import {
  type Decision,
  DecisionDialog,
  type DecisionKind,
  doneText,
  NegotiationSelection,
  rowName,
  rowsFor,
  useDecide,
  useNegotiationRefresh,
} from './DecisionDialog.tsx';
import {
  NegotiationTabs,
  negotiationColumns,
  negotiationFilters,
  waitingColumns,
} from './negotiationTable.tsx';
import { QuotePrices } from './QuotePrices.tsx';

/** `/negociacoes`: requested prices, pending ones first. */
export function NegotiationList() {
  return (
    <RequirePermission permission="PRECO_NEGOCIADO">
      <List />
    </RequirePermission>
  );
}

function List() {
  const list = useList<Negotiation>('negociacoes', { field: 'dtHorInc', order: 'DESC' });
  const rows = list.data ?? NO_ROWS;
  const [ticked, setTicked] = useState<ReadonlySet<RowId>>(NOTHING_TICKED);
  const [opened, setOpened] = useState<Negotiation | null>(null);
  const [decision, setDecision] = useState<Decision | null>(null);
  const refresh = useNegotiationRefresh();
  const decide = useDecide(refresh);
  const untick = useCallback(() => setTicked(NOTHING_TICKED), []);
  const { values, setValues } = useFilterValues(list, untick);
  const ask = (next: Decision) => {
    // Acknowledging a decision needs no confirmation.
    if (next.kind === 'ciente') void decide.run(next, { motivo: '' }).then(() => setTicked(NOTHING_TICKED));
    else setDecision(next);
  };
  const onRowKeyDown = (event: KeyboardEvent, row: Negotiation) => {
    const kind = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key];
    if (!kind) return;
    const fitting = rowsFor(kind, [row]);
    if (fitting.length === 0) return;
    event.preventDefault();
    ask({ kind, rows: fitting });
  };
  useShortcuts('Preços negociados', SHORTCUTS);
  // The tab is a filter too, so that a list of one is not empty only because of what was typed.
  const none = <NoNegotiations values={values} onClear={() => setValues({ status: 'TODOS' })} />;
  return (
    <Page
      title={{ menu: 'Negociações de Preço' }}
      count={listCount(list, ['preço', 'preços'])}
      actions={<ExportButton download={(formato, options) => exported({ formato, values }, options)} />}
      fill
    >
      <ListTable
        list={list}
        mostRows={NEGOTIATION_ROWS}
        values={values}
        onValues={setValues}
        label="Preços negociados"
        noun={['preço', 'preços']}
        columns={values.status === undefined ? waitingColumns : negotiationColumns}
        filters={negotiationFilters}
        search={{
          key: 'termo',
          label: 'Buscar preços negociados',
          placeholder: 'Orçamento, cliente ou produto',
        }}
        tabs={<NegotiationTabs values={values} onChange={setValues} />}
        live={{ list: 'negociacoes', words: ['preço novo', 'preços novos'] }}
        onOpen={setOpened}
        onRowKeyDown={onRowKeyDown}
        selection={{ ids: ticked, onChange: setTicked, label: tickLabel }}
        bulk={
          <NegotiationSelection
            rows={rows.filter(({ id }) => ticked.has(id))}
            onClear={() => setTicked(NOTHING_TICKED)}
            onDecide={ask}
          />
        }
        cardFacts={5}
        nothingFound={none}
        empty={none}
      />
      {opened && (
        <QuotePrices
          idPedido={opened.idPedido}
          first={opened.id}
          onDecide={ask}
          onClose={() => setOpened(null)}
        />
      )}
      {decision && (
        <DecisionDialog
          decision={decision}
          onRun={async (requested, words) => {
            await decide.run(requested, words);
            setTicked(NOTHING_TICKED);
          }}
          onClose={() => setDecision(null)}
        />
      )}
      <RowResultsDialog
        results={decide.results?.answer ?? null}
        title="Preços negociados"
        doneText={(count) => (decide.results ? doneText(decide.results.kind, count) : '')}
        rowName={(id) => nameOf(rows, id)}
        onClose={decide.closeResults}
      />
    </Page>
  );
}

const NO_ROWS: Negotiation[] = [];
const NOTHING_TICKED: ReadonlySet<RowId> = new Set();
const tickLabel = (row: Negotiation) => `Selecionar ${rowName(row)}`;

const KEYS: Record<string, DecisionKind | undefined> = { a: 'autorizar', n: 'negar' };

/** Within a row the table itself handles j and k; from anywhere else they move the focus to the rows. */
const SHORTCUTS = [
  { keys: 'j', label: 'Próxima linha', run: focusFirstRow },
  { keys: 'k', label: 'Linha anterior', run: focusFirstRow },
  { keys: 'a', label: 'Autorizar o preço da linha', run: focusFirstRow },
  { keys: 'n', label: 'Negar o preço da linha', run: focusFirstRow },
];

/** A row that is no longer on the page is identified by its number. */
function nameOf(rows: readonly Negotiation[], id: number): string {
  const row = rows.find((each) => each.id === id);
  return row ? rowName(row) : `Negociação ${id}`;
}

const exported = (
  { formato, values }: { formato: 'csv' | 'xlsx'; values: FilterValues },
  options: { signal: AbortSignal; onProgress: (loaded: number) => void },
) =>
  downloadProgress(
    negotiationRoutes.export,
    { query: { ...values, formato } as never },
    { name: `precos-negociados.${formato}`, ...options },
  );

interface NoNegotiationsProps {
  values: FilterValues;
  onClear: () => void;
}

/** Why the list is empty, and what to do about it. */
function NoNegotiations({ values, onClear }: NoNegotiationsProps) {
  const { status, ...others } = values;
  if (Object.keys(others).length > 0)
    return <NothingFound none="Nenhum preço" hint="outro orçamento, cliente ou produto" onClear={onClear} />;
  return status === undefined ? (
    <EmptyState
      title="Nada para decidir"
      text="Quando alguém solicitar um preço abaixo da tabela, ele aparece aqui."
      actions={
        <Button variant="outlined" onClick={onClear}>
          Ver todos
        </Button>
      }
    />
  ) : (
    <EmptyState
      title="Nenhum preço nesta situação"
      text="Os preços são solicitados na linha do produto, dentro do orçamento."
    />
  );
}

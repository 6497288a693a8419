import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { quoteRoutes } from '../../../contract/callcenter/quotes.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import type { RowResults } from '../../../contract/sac/rowResults.ts';
import { attemptKeys } from '../../dataProvider/attemptKeys.ts';
import { call } from '../../dataProvider/call.ts';
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx';
import type { RowId } from '../../ui/components/DataTable/columns.ts';
import { SelectionBar } from '../../ui/components/DataTable/SelectionBar.tsx';
import { RowResultsDialog } from '../../ui/lists/RowResultsDialog.tsx';

interface ReleasedSelectionProps {
  customerId: number;
  ids: ReadonlySet<RowId>;
  onDone: () => void;
  onClear: () => void;
}

/** Takes the ticked quotes back from the shop or the field sales, and says of each what became of it. */
export function ReleasedSelection({ customerId, ids, onDone, onClear }: ReleasedSelectionProps) {
  const [asked, setAsked] = useState(false);
  const [results, setResults] = useState<RowResults | null>(null);
  const keyOf = useRef(attemptKeys());
  const recover = async () => {
    const body = { clienteId: customerId, orcamentos: [...ids].map(Number) };
    const { data } = await call(
      quoteRoutes.importReleased,
      { body },
      { idempotencyKey: keyOf.current(body) },
    );
    keyOf.current.done();
    setResults(data);
    setAsked(false);
    onDone();
  };
  return (
    <>
      <SelectionBar
        count={ids.size}
        words={['orçamento selecionado', 'orçamentos selecionados']}
        onClear={onClear}
      >
        <Button size="small" color="inherit" onClick={() => setAsked(true)}>
          Recuperar
        </Button>
      </SelectionBar>
      <ConfirmDialog
        open={asked}
        title={`Recuperar ${formatCount(ids.size, 'orçamento', 'orçamentos')}?`}
        text="Eles saem da loja ou da força de vendas e voltam a ser editados aqui. Preços autorizados antes da liberação voltam aos de tabela."
        confirmLabel="Recuperar"
        onConfirm={recover}
        onCancel={() => setAsked(false)}
      />
      <RowResultsDialog
        results={results}
        title="Orçamentos liberados"
        doneText={(done) => `${formatCount(done, 'orçamento recuperado', 'orçamentos recuperados')}.`}
        rowName={(id) => `Orçamento ${id}`}
        onClose={() => setResults(null)}
      />
    </>
  );
}

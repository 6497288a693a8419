import Button from '@mui/material/Button';
import { useState } from 'react';
import type { StalledRow } from '#contract/callcenter/orders/orderRow.ts';
import { salesLookupRoutes } from '#contract/callcenter/salesLookups.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { RowResults } from '#contract/sharedShapes.ts';
import type { Command } from '#data/call.ts';
import { useCommand, useRoute } from '#data/useRoute.ts';
import { LossFields } from '#src/resources/orders/shared/ActionQuestion.tsx';
import { type ActionInput, runAction } from '#src/resources/orders/shared/runAction.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import type { RowId } from '#ui/components/DataTable/columns.ts';
import { SelectionBar } from '#ui/components/DataTable/selection.tsx';
import { FieldProblems, useFieldProblem } from '#ui/components/fieldProblems.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { RowResultsDialog } from '#ui/lists/RowResultsDialog.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';

type BulkAction = 'RENOVAR' | 'PERDER' | 'TRANSFERIR';

interface StalledSelectionProps {
  rows: readonly StalledRow[];
  ids: ReadonlySet<RowId>;
  onDone: () => void;
  onClear: () => void;
}

/** Renews, abandons or transfers the selected quotes, and shows the result of each. */
export function StalledSelection({ rows, ids, onDone, onClear }: StalledSelectionProps) {
  const { can } = useCan();
  const [requested, setRequested] = useState<BulkAction | null>(null);
  const [input, setInput] = useState<ActionInput>({});
  const [results, setResults] = useState<RowResults | null>(null);
  const command = useCommand();
  const ask = (action: BulkAction) => {
    setInput({});
    setRequested(action);
  };
  const run = async (action: BulkAction) => {
    if (action === 'PERDER' && !input.motivoId)
      throw new FieldProblems({ motivoId: 'Escolha o motivo da perda.' });
    if (action === 'TRANSFERIR' && !input.idColab)
      throw new FieldProblems({ idColab: 'Escolha o vendedor.' });
    setResults(
      await eachOf(
        rows.filter(({ id }) => ids.has(id)),
        action,
        input,
        command,
      ),
    );
    setRequested(null);
    onDone();
  };
  const count = formatCount(ids.size, 'orçamento', 'orçamentos');
  return (
    <>
      <SelectionBar count={ids.size} words={TICKED} onClear={onClear}>
        {can('ORCAMENTO_EDITAR') && (
          <>
            <Button size="small" color="inherit" onClick={() => ask('RENOVAR')}>
              Renovar
            </Button>
            <Button size="small" color="inherit" onClick={() => ask('PERDER')}>
              Dar como perdidos
            </Button>
          </>
        )}
        {can('ORCAMENTO_TRANSFERIR') && (
          <Button size="small" color="inherit" onClick={() => ask('TRANSFERIR')}>
            Transferir vendedor
          </Button>
        )}
      </SelectionBar>
      <ConfirmDialog
        open={requested !== null}
        title={requested ? `${DIALOG_TEXTS[requested].title} ${count}?` : ''}
        text={requested ? DIALOG_TEXTS[requested].text : undefined}
        confirmLabel={requested ? DIALOG_TEXTS[requested].label : ''}
        tone={requested === 'PERDER' ? 'error' : 'primary'}
        onConfirm={async () => {
          if (requested) await run(requested);
        }}
        onCancel={() => setRequested(null)}
      >
        {requested === 'PERDER' && (
          <LossFields input={input} onChange={(part) => setInput((before) => ({ ...before, ...part }))} />
        )}
        {requested === 'TRANSFERIR' && (
          <SellerField value={input.idColab} onChange={(idColab) => setInput({ idColab })} />
        )}
      </ConfirmDialog>
      <RowResultsDialog
        results={results}
        title="Orçamentos parados"
        doneText={(done) => `${formatCount(done, 'orçamento tratado', 'orçamentos tratados')}.`}
        rowName={(id) => `Orçamento ${id}`}
        onClose={() => setResults(null)}
      />
    </>
  );
}

const DIALOG_TEXTS: Record<BulkAction, { title: string; label: string; text: string }> = {
  RENOVAR: { title: 'Renovar', label: 'Renovar', text: 'Só os vencidos são renovados, a partir de hoje.' },
  PERDER: {
    title: 'Dar como perdidos',
    label: 'Dar como perdidos',
    text: 'Os orçamentos são encerrados com este motivo.',
  },
  TRANSFERIR: {
    title: 'Transferir',
    label: 'Transferir',
    text: 'O vendedor escolhido passa a responder por eles.',
  },
};

/** Runs one after the other; refusals are reported and do not stop the rest. */
async function eachOf(
  rows: readonly StalledRow[],
  action: BulkAction,
  input: ActionInput,
  command: Command,
): Promise<RowResults> {
  const results: RowResults = { processados: rows.length, sucesso: [], falhas: [] };
  for (const { id, versao } of rows) {
    try {
      await runAction(action, { id, versao, isPedido: false }, input, command);
      results.sucesso.push(id);
    } catch (error) {
      results.falhas.push({ id, codigo: '', mensagem: errorText(error) });
    }
  }
  return results;
}

function SellerField({ value, onChange }: { value: number | undefined; onChange: (id: number) => void }) {
  const { data = [] } = useRoute(salesLookupRoutes.sellerNames, {});
  const problem = useFieldProblem('idColab', value);
  return (
    <ChoiceField
      required
      label="Para o vendedor"
      value={value ?? null}
      onChange={onChange}
      error={Boolean(problem)}
      helperText={problem}
      fullWidth
      sx={{ mt: 4 }}
      choices={data.map(({ id, nome }) => ({ value: id, label: nome }))}
    />
  );
}

const TICKED = ['orçamento selecionado', 'orçamentos selecionados'] as const;

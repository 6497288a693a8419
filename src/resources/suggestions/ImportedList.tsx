import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import {
  MAX_SUGGESTION_LINES,
  type Suggestion,
  type SuggestionBatch,
  suggestionRoutes,
} from '#contract/callcenter/quotes/suggestions.ts';
import { formatCount } from '#contract/rules/format.ts';
import { call } from '#data/call.ts';
import { uploadFile } from '#data/fileTransfer.ts';
import { useCommand } from '#data/useRoute.ts';
import { Section } from '#ui/components/detail/Section.tsx';
import { DropZone } from '#ui/components/files/DropZone.tsx';
import { sortFiles } from '#ui/components/files/fileRules.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import type { Basket } from './SuggestionRows.tsx';
import { SuggestionRows } from './SuggestionRows.tsx';

const ACCEPT = ['.xlsx', '.csv'];
const MAX_BYTES = 8 * 1024 * 1024;

interface ImportedListProps {
  idCli: number;
  idFil: number;
  basket: Basket;
}

/** Imports a customer's own list: checked line by line, then added to the basket. */
export function ImportedList({ idCli, idFil, basket }: ImportedListProps) {
  const [batch, setBatch] = useState<SuggestionBatch | null>(null);
  const [taken, setTaken] = useState<Suggestion[] | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const command = useCommand();
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  const send = (files: readonly File[]) => {
    const { accepted, refused } = sortFiles(files, 0, {
      accept: ACCEPT,
      maxCount: 1,
      maxFileBytes: MAX_BYTES,
    });
    const [file] = accepted;
    if (!file) return setProblem(refused.map(({ name, reason }) => `${name}: ${reason}`).join('\n'));
    void attempt(async () => {
      const arquivo = await uploadFile(file, { purpose: 'PLANILHA' });
      setBatch(await call(suggestionRoutes.check, { body: { arquivo } }));
    });
  };
  const take = (idLote: number) =>
    attempt(async () => {
      const rows = await command(suggestionRoutes.take, { params: { idCli, idFil }, body: { idLote } });
      for (const { produto, quantidade } of rows) basket.set(produto.id, quantidade);
      setTaken(rows);
      setBatch(null);
    });
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      {problem && (
        <Alert severity="error" sx={{ whiteSpace: 'pre-line' }}>
          {problem}
        </Alert>
      )}
      {taken && <SuggestionRows rows={taken} loading={false} basket={basket} />}
      {batch ? (
        <BatchLines
          batch={batch}
          busy={busy}
          onTake={() => void take(batch.id)}
          onDrop={() => setBatch(null)}
        />
      ) : (
        <Section
          title="Planilha do cliente"
          description={`Colunas Código e Quantidade. Cada linha é conferida antes; até ${MAX_SUGGESTION_LINES} linhas.`}
        >
          <DropZone
            label="Lista de produtos"
            accept={ACCEPT}
            hint="Excel (.xlsx) ou CSV, até 8 MB"
            isFull={busy}
            onFiles={send}
            pasteAnywhere={false}
            single
          >
            {busy && <Typography role="status">Conferindo a lista…</Typography>}
          </DropZone>
        </Section>
      )}
    </Box>
  );
}

interface BatchLinesProps {
  batch: SuggestionBatch;
  busy: boolean;
  onTake: () => void;
  onDrop: () => void;
}

function BatchLines({ batch: { validas, recusadas, linhas }, busy, onTake, onDrop }: BatchLinesProps) {
  const refused = linhas.filter(({ motivo }) => motivo !== null);
  return (
    <Section
      title={`${formatCount(validas, 'linha pronta', 'linhas prontas')}, ${formatCount(recusadas, 'recusada', 'recusadas')}`}
      description="Nada foi gravado ainda."
      actions={
        <Box sx={{ display: 'flex', gap: 2 }}>
          <Button onClick={onDrop} disabled={busy}>
            Enviar outra
          </Button>
          <Button variant="contained" onClick={onTake} loading={busy} disabled={validas === 0}>
            Usar as linhas prontas
          </Button>
        </Box>
      }
    >
      {refused.length > 0 && (
        <ul style={{ margin: 0, paddingInlineStart: 20 }}>
          {refused.map(({ linha, codigo, motivo }) => (
            <li key={linha}>
              Linha {linha} ({codigo || 'sem código'}): {motivo}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

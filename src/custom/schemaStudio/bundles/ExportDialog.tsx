import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { definitionFileRoutes } from '#contract/config/definitionFiles.ts';
import { definitionRoutes } from '#contract/config/definitions.ts';
import { type BundleKind, bundleKind, isPartKind } from '#contract/rules/definitions/bundleParts.ts';
import type { DefinitionKind } from '#contract/rules/definitions/definition.ts';
import { foldedText, lowerFirst } from '#contract/rules/text.ts';
import { call } from '#data/call.ts';
import { downloadRoute } from '#data/fileTransfer.ts';
import { routeKey, useRoute } from '#data/useRoute.ts';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { Answered, errorText } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { countOf } from '../definitionWords.ts';
import { BesideLines, nameOf } from './BesideLines.tsx';
import { Lines, STACKED } from './Lines.tsx';

interface ExportDialogProps {
  /** The kinds that the person may change. */
  own: readonly DefinitionKind[];
  onClose: () => void;
}

/** Something that may go into a file. */
interface Choice {
  tipo: BundleKind;
  chave: string;
  titulo: string;
  /** Why it stays; empty if it may go. */
  fica?: string | null;
}

/** Chooses published definitions and rows of any kind, says what they use, and saves all of it as one file. */
export function ExportDialog({ own, onClose }: ExportDialogProps) {
  const id = useId();
  const [term, setTerm] = useState('');
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const published = usePublished(own);
  const plan = useRoute(
    definitionFileRoutes.planExport,
    { body: { escolhidas: chosen.map(({ tipo, chave }) => ({ tipo, chave })) } },
    { enabled: chosen.length > 0, staleTime: 0, gcTime: 0, placeholderData: keepPreviousData },
  );
  const lines = chosen.length > 0 ? (plan.data ?? []) : [];
  const takenLines = lines.filter((line) => line.levada && !left.includes(nameOf(line)));
  const names = chosen.map(nameOf);
  const toggle = (row: Choice) =>
    setChosen(
      names.includes(nameOf(row)) ? chosen.filter((one) => nameOf(one) !== nameOf(row)) : [...chosen, row],
    );
  const save = async () => {
    setBusy(true);
    setProblem('');
    try {
      const query = { itens: takenLines.map(nameOf).join(',') };
      await downloadRoute(definitionFileRoutes.exportFile, { query }, 'pacote.json');
      onClose();
    } catch (error) {
      setProblem(errorText(error));
    }
    setBusy(false);
  };
  return (
    <DialogFrame open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Escolher o que levar</DialogTitle>
      <DialogContent sx={STACKED}>
        <TextField
          label="Buscar definições, perfis, parâmetros…"
          value={term}
          onChange={(event) => setTerm(event.target.value)}
          sx={{ mt: 1 }}
          fullWidth
        />
        <Answered answer={published} skeleton={<TextSkeleton lines={6} />}>
          {(rows) => <Choices rows={found(rows, term)} chosen={names} onToggle={toggle} />}
        </Answered>
        <BesideLines lines={lines} left={left} onLeave={setLeft} />
        {(problem || plan.error) && <Alert severity="error">{problem || errorText(plan.error)}</Alert>}
      </DialogContent>
      <DialogActions>
        <CloseButton>Cancelar</CloseButton>
        <Button
          variant="contained"
          onClick={() => void save()}
          loading={busy}
          disabled={takenLines.length === 0 || plan.isPending || plan.isPlaceholderData || plan.isError}
        >
          {takenLines.length === 0 ? 'Exportar' : `Exportar ${countOf(takenLines.length, 'item', 'itens')}`}
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}

/** The published definitions of all these kinds and what may travel beside them, by title. */
function usePublished(own: readonly DefinitionKind[]) {
  const parts = useRoute(definitionFileRoutes.parts, {}, { staleTime: 0 });
  return useQueries({
    queries: own.map((tipo) => ({
      queryKey: routeKey(definitionRoutes.list, { params: { tipo } }),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(definitionRoutes.list, { params: { tipo } }, { signal }),
    })),
    combine: (lists) => {
      const answers = [...lists, parts];
      const error = answers.find((one) => one.error)?.error ?? null;
      const isPending = answers.some((one) => one.isPending);
      const rows: Choice[] = [
        ...lists.flatMap(({ data }) => data?.itens ?? []).filter(({ estado }) => estado === 'PUBLICADO'),
        ...(parts.data ?? []),
      ].sort((a, b) => a.titulo.localeCompare(b.titulo, 'pt-BR'));
      return {
        data: isPending || error ? undefined : rows,
        error,
        isPending,
        refetch: () => Promise.all(answers.map((one) => one.refetch())),
      };
    },
  });
}

function found(rows: readonly Choice[], term: string): Choice[] {
  const words = foldedText(term).split(/\s+/).filter(Boolean);
  return rows.filter(({ tipo, chave, titulo }) => {
    const text = foldedText(`${titulo} ${chave} ${bundleKind(tipo).singular}`);
    return words.every((word) => text.includes(word));
  });
}

interface ChoicesProps {
  rows: readonly Choice[];
  chosen: readonly string[];
  onToggle: (row: Choice) => void;
}

function Choices({ rows, chosen, onToggle }: ChoicesProps) {
  if (rows.length === 0) return <p style={{ margin: 0 }}>Nada publicado com estas palavras.</p>;
  return (
    <Lines aria-label="O que pode ir" style={{ maxHeight: '38vh', overflowY: 'auto' }} tabIndex={0}>
      {rows.map((row) => (
        <li key={nameOf(row)}>
          <Checkbox
            checked={chosen.includes(nameOf(row))}
            disabled={Boolean(row.fica)}
            onChange={() => onToggle(row)}
            slotProps={{ input: { 'aria-label': `Levar ${row.titulo}` } }}
          />
          <div>
            <strong>{row.titulo}</strong>
            <span className="second">
              {bundleKind(row.tipo).singular}
              {!isPartKind(row.tipo) && ` · ${row.chave}`}
              {row.fica && ` · Fica: ${lowerFirst(row.fica)}`}
            </span>
          </div>
        </li>
      ))}
    </Lines>
  );
}

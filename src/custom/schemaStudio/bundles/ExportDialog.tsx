import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { definitionFileRoutes } from '#contract/config/definitionFiles.ts';
import { type DefinitionSummary, definitionRoutes } from '#contract/config/definitions.ts';
import type { Output } from '#contract/route.ts';
import { type DefinitionKind, definitionKinds } from '#contract/rules/definitions/definition.ts';
import { foldedText, listText } from '#contract/rules/text.ts';
import { call } from '#data/call.ts';
import { downloadRoute } from '#data/fileTransfer.ts';
import { routeKey, useRoute } from '#data/useRoute.ts';
import { Tag } from '#ui/components/display/Chips.tsx';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { Answered, errorText } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { countOf } from '../definitionWords.ts';
import { Lines } from './Lines.tsx';

interface ExportDialogProps {
  /** The kinds that the person may change. */
  own: readonly DefinitionKind[];
  onClose: () => void;
}

type PlanLine = Output<typeof definitionFileRoutes.planExport>[number];

const nameOf = ({ tipo, chave }: Pick<DefinitionSummary, 'tipo' | 'chave'>): string => `${tipo}/${chave}`;

/** Chooses published definitions of any kind, says what they use, and saves all of it as one file. */
export function ExportDialog({ own, onClose }: ExportDialogProps) {
  const id = useId();
  const [term, setTerm] = useState('');
  const [chosen, setChosen] = useState<readonly DefinitionSummary[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const published = usePublished(own);
  const plan = useRoute(
    definitionFileRoutes.planExport,
    { body: { escolhidas: chosen.map(({ tipo, chave }) => ({ tipo, chave })) } },
    { enabled: chosen.length > 0, staleTime: 0, gcTime: 0, placeholderData: keepPreviousData },
  );
  const lines = chosen.length > 0 ? (plan.data ?? []) : [];
  const taken = lines.filter(({ levada }) => levada);
  const names = chosen.map(nameOf);
  const toggle = (row: DefinitionSummary) =>
    setChosen(
      names.includes(nameOf(row)) ? chosen.filter((one) => nameOf(one) !== nameOf(row)) : [...chosen, row],
    );
  const save = async () => {
    setBusy(true);
    setProblem('');
    try {
      const query = { itens: taken.map(nameOf).join(',') };
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
      <DialogContent sx={{ display: 'grid', gap: 3, alignContent: 'start' }}>
        <TextField
          label="Buscar definições"
          value={term}
          onChange={(event) => setTerm(event.target.value)}
          sx={{ mt: 1 }}
          fullWidth
        />
        <Answered answer={published} skeleton={<TextSkeleton lines={6} />}>
          {(rows) => <Choices rows={found(rows, term)} chosen={names} onToggle={toggle} />}
        </Answered>
        <BesideLines lines={lines} />
        {(problem || plan.error) && <Alert severity="error">{problem || errorText(plan.error)}</Alert>}
      </DialogContent>
      <DialogActions>
        <CloseButton>Cancelar</CloseButton>
        <Button
          variant="contained"
          onClick={() => void save()}
          loading={busy}
          disabled={chosen.length === 0 || plan.isPending || plan.isPlaceholderData || plan.isError}
        >
          {taken.length === 0 ? 'Exportar' : `Exportar ${countOf(taken.length, 'definição', 'definições')}`}
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}

/** The published definitions of all these kinds, by title. */
function usePublished(own: readonly DefinitionKind[]) {
  return useQueries({
    queries: own.map((tipo) => ({
      queryKey: routeKey(definitionRoutes.list, { params: { tipo } }),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(definitionRoutes.list, { params: { tipo } }, { signal }),
    })),
    combine: (answers) => {
      const error = answers.find((one) => one.error)?.error ?? null;
      const isPending = answers.some((one) => one.isPending);
      const rows = answers
        .flatMap(({ data }) => data?.itens ?? [])
        .filter(({ estado }) => estado === 'PUBLICADO')
        .sort((a, b) => a.titulo.localeCompare(b.titulo, 'pt-BR'));
      return {
        data: isPending || error ? undefined : rows,
        error,
        isPending,
        refetch: () => Promise.all(answers.map((one) => one.refetch())),
      };
    },
  });
}

function found(rows: readonly DefinitionSummary[], term: string): DefinitionSummary[] {
  const words = foldedText(term).split(/\s+/).filter(Boolean);
  return rows.filter(({ tipo, chave, titulo }) => {
    const text = foldedText(`${titulo} ${chave} ${definitionKinds[tipo].singular}`);
    return words.every((word) => text.includes(word));
  });
}

interface ChoicesProps {
  rows: readonly DefinitionSummary[];
  chosen: readonly string[];
  onToggle: (row: DefinitionSummary) => void;
}

function Choices({ rows, chosen, onToggle }: ChoicesProps) {
  if (rows.length === 0) return <p style={{ margin: 0 }}>Nenhuma definição publicada com estas palavras.</p>;
  return (
    <Lines aria-label="Definições publicadas" style={{ maxHeight: '38vh', overflowY: 'auto' }} tabIndex={0}>
      {rows.map((row) => (
        <li key={nameOf(row)}>
          <Checkbox
            checked={chosen.includes(nameOf(row))}
            onChange={() => onToggle(row)}
            slotProps={{ input: { 'aria-label': `Levar ${row.titulo}` } }}
          />
          <div>
            <strong>{row.titulo}</strong>
            <span className="second">
              {definitionKinds[row.tipo].singular} · {row.chave}
            </span>
          </div>
        </li>
      ))}
    </Lines>
  );
}

/** What goes along because something uses it, and what cannot. */
function BesideLines({ lines }: { lines: readonly PlanLine[] }) {
  const beside = lines.filter(({ escolhida }) => !escolhida);
  if (beside.length === 0) return null;
  return (
    <section aria-label="Vai junto">
      <p style={{ margin: '0 0 4px' }}>
        {countOf(beside.length, 'outra é usada por elas', 'outras são usadas por elas')}:
      </p>
      <Lines>
        {beside.map((line) => (
          <li key={nameOf(line)}>
            <div>
              <strong>{line.titulo}</strong>
              <span className="second">
                {definitionKinds[line.tipo].singular} · usada por {listText(line.usadaPor)}
              </span>
            </div>
            {line.levada ? (
              <Tag tone="sucesso">
                <span>Vai junto</span>
              </Tag>
            ) : (
              <Tag tone="aviso">
                <span>Fica: o seu perfil não muda este tipo de definição</span>
              </Tag>
            )}
          </li>
        ))}
      </Lines>
    </section>
  );
}

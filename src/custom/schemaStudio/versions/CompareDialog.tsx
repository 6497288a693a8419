import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { type DefinitionDetail, definitionRoutes } from '#contract/config/definitions.ts';
import type { DefinitionKind } from '#contract/rules/definitions/definition.ts';
import { sortedKeys } from '#contract/rules/definitions/jsonLines.ts';
import { call } from '#data/call.ts';
import { useRoute } from '#data/useRoute.ts';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { Answered, Failure } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import type { Content } from '../editorProps.ts';
import type { Checked } from '../frame/useChecks.ts';
import { jsonText } from '../frame/useEditing.ts';

interface CompareDialogProps {
  tipo: DefinitionKind;
  chave: string;
  older: number;
  newer: number;
  onClose: () => void;
}

/** The changes from one version to another. */
export function CompareDialog({ tipo, chave, older, newer, onClose }: CompareDialogProps) {
  const id = useId();
  const query = useRoute(definitionRoutes.version, {
    params: { tipo, chave, numero: newer },
    query: { com: older },
  });
  return (
    <DialogFrame open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>
        Da versão {older} à versão {newer}
      </DialogTitle>
      <DialogContent>
        {query.isPending && <TextSkeleton />}
        <Failure answer={query} />
        {query.data && (
          <ChangeList
            changes={query.data.mudancas}
            before={query.data.outro}
            after={query.data.conteudo}
            empty="As duas versões dizem o mesmo."
          />
        )}
      </DialogContent>
      <DialogActions>
        <CloseButton>Fechar</CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}

interface ComparisonProps {
  definition: Pick<DefinitionDetail, 'tipo' | 'chave'>;
  /** What `before` is. */
  com: 'PUBLICADO' | 'RASCUNHO' | 'PADRAO';
  before: Content;
  after: Content;
}

/** The differences of a content from another one that is stored; the server words them. */
export function Comparison({ definition: { tipo, chave }, com, before, after }: ComparisonProps) {
  const query = useQuery({
    queryKey: ['comparison', tipo, chave, com, before, after],
    queryFn: async ({ signal }) => {
      const body = { chave, conteudo: after, com };
      return (await call(definitionRoutes.check, { params: { tipo }, body }, { signal })).mudancas;
    },
  });
  return (
    <Answered answer={query} skeleton={<TextSkeleton />}>
      {(changes) => (
        <ChangeList changes={changes} before={before} after={after} empty="Os dois dizem o mesmo." />
      )}
    </Answered>
  );
}

interface ChangeListProps {
  changes: Checked['mudancas'];
  before: unknown;
  after: unknown;
  /** Text shown when nothing differs. */
  empty?: string;
}

/** The differences in plain sentences, and the JSON diff on request. */
export function ChangeList({ changes, before, after, empty = 'Nada muda.' }: ChangeListProps) {
  const [showJson, setShowJson] = useState(false);
  const texts = useMemo(() => [comparable(before), comparable(after)] as const, [before, after]);
  const differs = texts[0] !== texts[1];
  if (!differs && changes.length === 0) return <Typography color="text.secondary">{empty}</Typography>;
  return (
    <>
      <ul style={{ margin: '0 0 8px', paddingLeft: 20 }}>
        {changes.length === 0 && (
          <li>{before ? 'Mudou só o que não aparece no uso.' : 'É a primeira versão.'}</li>
        )}
        {changes.map(({ ponteiro, frase }) => (
          <li key={`${ponteiro} ${frase}`} style={{ overflowWrap: 'anywhere' }}>
            {frase}
          </li>
        ))}
      </ul>
      {differs && (
        <Button size="small" aria-expanded={showJson} onClick={() => setShowJson(!showJson)}>
          {showJson ? 'Ocultar o JSON' : 'Ver no JSON'}
        </Button>
      )}
      {showJson && <JsonDiff before={texts[0]} after={texts[1]} />}
    </>
  );
}

/** With sorted keys: the database and the editor each write them in an order of their own. */
const comparable = (content: unknown) => jsonText(sortedKeys(content ?? {}));

const MARKS = { same: ' ', added: '+', removed: '−' } as const;

const CHANGE_LABELS = { same: '', added: 'entrou', removed: 'saiu' } as const;

/** Removed and added lines, with a few lines of context. */
function JsonDiff({ before, after }: { before: string; after: string }) {
  const numbered = useMemo(
    () => withoutSame(lineDiff(before, after)).map((line, number) => ({ line, number })),
    [before, after],
  );
  return (
    <Code role="group" aria-label="Diferença no JSON" tabIndex={0}>
      {numbered.map(({ line, number }) =>
        line ? (
          <div key={number} className={line.kind}>
            <span aria-hidden>{MARKS[line.kind]}</span> {line.text}
            {CHANGE_LABELS[line.kind] && <span className="words"> ({CHANGE_LABELS[line.kind]})</span>}
          </div>
        ) : (
          <div key={number} className="gap">
            ⋯
          </div>
        ),
      )}
    </Code>
  );
}

const Code = styled('div')(({ theme }) => {
  const { actions, components } = theme.vars.palette;
  return {
    maxHeight: 360,
    overflow: 'auto',
    padding: '4px 0',
    border: `1px solid ${components.linha}`,
    borderRadius: 6,
    fontSize: 12,
    lineHeight: '18px',
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    '& > div': { padding: '0 8px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
    '& .added': { backgroundColor: actions.sucesso.soft, color: actions.sucesso.text },
    '& .removed': { backgroundColor: actions.perigo.soft, color: actions.perigo.text },
    // For screen readers.
    '& .words': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
    '& .gap': { color: components.textoFraco },
  };
});

interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** If either text has more lines than this between the first and the last difference, that part is shown as replaced. */
const MAX_LINES = 3000;

/** A line diff of two texts, with removed lines before added ones. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a[a.length - 1 - tail] === b[b.length - 1 - tail])
    tail += 1;
  return [
    ...lines('same', a.slice(0, head)),
    ...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...lines('same', tail > 0 ? a.slice(-tail) : []),
  ];
}

/** Keeps only the lines around differences, with `null` where others were left out. */
export function withoutSame(diff: readonly DiffLine[], around = 3): (DiffLine | null)[] {
  const near = diff.map((_, index) =>
    diff.slice(Math.max(0, index - around), index + around + 1).some(({ kind }) => kind !== 'same'),
  );
  return diff.flatMap((line, index) => {
    if (near[index]) return [line];
    return index === 0 || near[index - 1] ? [null] : [];
  });
}

const lines = (kind: DiffLine['kind'], texts: readonly string[]): DiffLine[] =>
  texts.map((text) => ({ kind, text }));

function middle(a: readonly string[], b: readonly string[]): DiffLine[] {
  if (a.length === 0 || b.length === 0 || a.length > MAX_LINES || b.length > MAX_LINES)
    return [...lines('removed', a), ...lines('added', b)];
  const longest = commonLengths(a, b);
  const width = b.length + 1;
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  const diff: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      diff.push({ kind: 'same', text: a[i] as string });
      i += 1;
      j += 1;
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) {
      diff.push({ kind: 'removed', text: a[i] as string });
      i += 1;
    } else {
      diff.push({ kind: 'added', text: b[j] as string });
      j += 1;
    }
  }
  return diff;
}

/** Lengths of the longest common subsequence from (i, j) onwards, row by row. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint16Array {
  const width = b.length + 1;
  const table = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const skip = Math.max(table[(i + 1) * width + j] ?? 0, table[i * width + j + 1] ?? 0);
      table[i * width + j] = a[i] === b[j] ? (table[(i + 1) * width + j + 1] ?? 0) + 1 : skip;
    }
  }
  return table;
}

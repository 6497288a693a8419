import { styled } from '@mui/material/styles';
import { useMemo } from 'react';
import { lineDiff, withoutSame } from './lineDiff.ts';

const MARKS = { same: ' ', added: '+', removed: '−' } as const;
const WORDS = { same: '', added: 'entrou', removed: 'saiu' } as const;

/** Lines that left and lines that came, with a few around them. */
export function JsonDiff({ before, after }: { before: string; after: string }) {
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
            {WORDS[line.kind] && <span className="words"> ({WORDS[line.kind]})</span>}
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
    // For those who hear the lines.
    '& .words': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
    '& .gap': { color: components.textoFraco },
  };
});

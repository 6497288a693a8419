import { styled, useTheme } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import type { CodeProblem } from './codeSetup.ts';
import { type CodeHandle, mountCode } from './codeSetup.ts';
import type { Meta } from './metaSchemaAt.ts';

interface CodeEditorProps {
  /** The editor's accessible name: 'JSON do fluxo'. */
  label: string;
  language: 'json' | 'sql';
  value: string;
  onChange: (text: string) => void;
  problems: readonly CodeProblem[];
  /** JSON only: the meta-schema whose keys and values are offered as completions. */
  meta?: Meta | undefined;
  /** SQL only: tables with their columns. */
  tables?: Readonly<Record<string, readonly string[]>> | undefined;
  readOnly?: boolean | undefined;
  /** Moves the cursor to this line; a different `turn` moves it there again. */
  line?: { number: number; turn: number } | undefined;
  height?: string | undefined;
}

/** A text editor with highlighting, completion, folding, and problems marked at their lines. Loaded when first shown. */
export function CodeEditor(props: CodeEditorProps) {
  const { label, language, value, problems, meta, tables, readOnly = false, line, height = '60vh' } = props;
  const host = useRef<HTMLDivElement>(null);
  const handle = useRef<CodeHandle>(null);
  const onChange = useStableCallback(props.onChange);
  const first = useRef({ value, meta, tables });
  const { spacing } = useTheme();
  useEffect(() => {
    const mounted = mountCode(host.current as HTMLElement, {
      label,
      language,
      readOnly,
      text: first.current.value,
      tables: first.current.tables,
      onChange,
    });
    handle.current = mounted;
    return () => {
      mounted.destroy();
      handle.current = null;
    };
  }, [label, language, readOnly, onChange]);
  useEffect(() => handle.current?.setText(value), [value]);
  useEffect(() => handle.current?.setMeta(meta), [meta]);
  useEffect(() => handle.current?.setProblems(problems), [problems]);
  useEffect(() => {
    if (line) handle.current?.goTo(line.number);
  }, [line]);
  return <CodeFrame ref={host} style={{ height, minHeight: spacing(40) }} />;
}

/** The frame of a code editor. The editor's own colours are light only; these follow the theme. */
const CodeFrame = styled('div')(({ theme }) => {
  const { components, actions } = theme.vars.palette;
  return {
    border: `1px solid ${components.campo}`,
    borderRadius: 6,
    overflow: 'hidden',
    backgroundColor: components.superficie,
    '&:focus-within': { borderColor: components.foco, boxShadow: `0 0 0 1px ${components.foco}` },
    '& .cm-editor': { height: '100%', fontSize: 13, color: components.texto },
    '& .cm-editor.cm-focused': { outline: 'none' },
    '& .cm-scroller': {
      fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
      lineHeight: '20px',
    },
    '& .cm-content': { caretColor: components.texto },
    '& .cm-cursor': { borderLeftColor: components.texto },
    '& .cm-gutters': {
      backgroundColor: components.cabecalho,
      color: components.textoFraco,
      borderRight: `1px solid ${components.linha}`,
    },
    '& .cm-activeLine, & .cm-activeLineGutter': { backgroundColor: components.realce },
    '& .cm-editor .cm-selectionBackground, & .cm-editor.cm-focused .cm-selectionBackground': {
      backgroundColor: `${components.selecionado} !important`,
    },
    '& .cm-matchingBracket': { backgroundColor: `${components.selecionado} !important` },
    '& .cm-fold': { cursor: 'pointer', padding: '0 4px', color: components.textoFraco },
    '& .cm-foldPlaceholder': {
      backgroundColor: components.realce,
      border: `1px solid ${components.linha}`,
      color: components.textoSecundario,
    },
    '& .cm-tooltip': {
      border: `1px solid ${components.linhaForte}`,
      borderRadius: 6,
      backgroundColor: components.elevada,
      color: components.texto,
      boxShadow: '0 8px 24px rgb(0 0 0 / 0.14)',
      maxWidth: 'min(420px, 90vw)',
    },
    '& .cm-tooltip-autocomplete > ul': { borderRadius: 6 },
    '& .cm-tooltip-autocomplete > ul > li': { padding: '3px 8px !important' },
    '& .cm-tooltip-autocomplete > ul > li[aria-selected]': {
      backgroundColor: `${components.selecionado} !important`,
      color: `${components.texto} !important`,
    },
    '& .cm-completionDetail': { color: components.textoSecundario, fontStyle: 'normal' },
    '& .cm-completionMatchedText': { textDecoration: 'none', fontWeight: 700 },
    '& .cm-tooltip.cm-completionInfo': { padding: 8, fontSize: 12, maxWidth: 320 },
    '& .cm-panels': {
      backgroundColor: components.cabecalho,
      color: components.texto,
      borderColor: components.linha,
    },
    '& .cm-textfield': {
      backgroundColor: components.superficie,
      color: components.texto,
      border: `1px solid ${components.campo}`,
      borderRadius: 4,
    },
    '& .cm-button': {
      backgroundImage: 'none',
      backgroundColor: components.superficie,
      color: components.texto,
      border: `1px solid ${components.linhaForte}`,
      borderRadius: 4,
    },
    '& .cm-searchMatch': { backgroundColor: actions.aviso.soft },
    '& .cm-diagnostic': { padding: '6px 10px', whiteSpace: 'pre-line', fontFamily: 'inherit' },
    '& .cm-diagnostic-error': { borderLeftColor: actions.perigo.main },
    '& .cm-diagnostic-warning': { borderLeftColor: actions.aviso.main },
    '& .code-key': { color: actions.primaria.text },
    '& .code-text': { color: actions.sucesso.text },
    '& .code-number': { color: actions.aviso.text },
    '& .code-word, & .code-keyword': { color: actions.perigo.text },
    '& .code-type': { color: actions.informacao.text },
    '& .code-comment': { color: components.textoFraco, fontStyle: 'italic' },
    '& .code-invalid': { textDecoration: `underline wavy ${actions.perigo.main}` },
  };
});

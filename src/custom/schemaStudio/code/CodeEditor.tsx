import { useTheme } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { useStableCallback } from '../../../ui/components/useStableCallback.ts';
import { CodeFrame } from './CodeFrame.ts';
import type { CodeProblem } from './codeProblems.ts';
import { type CodeHandle, mountCode } from './codeSetup.ts';
import type { Meta } from './metaSchemaAt.ts';

export interface CodeEditorProps {
  /** What the editor is called by a screen reader: 'JSON do fluxo'. */
  label: string;
  language: 'json' | 'sql';
  value: string;
  onChange: (text: string) => void;
  problems: readonly CodeProblem[];
  /** JSON: keys and values that the meta-schema knows are offered. */
  meta?: Meta | undefined;
  /** SQL: tables with their columns. */
  tables?: Readonly<Record<string, readonly string[]>> | undefined;
  readOnly?: boolean | undefined;
  /** The cursor goes to this line; another `turn` leads there again. */
  line?: { number: number; turn: number } | undefined;
  height?: string | undefined;
}

/** Text with colours, completion, folding, and problems at their lines. Loaded when it is first shown. */
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

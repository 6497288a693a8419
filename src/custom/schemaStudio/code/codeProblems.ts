import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import type { EditorState, TransactionSpec } from '@codemirror/state';

/** A problem at a line, from 1. */
export interface CodeProblem {
  line: number;
  message: string;
  severity: 'ERRO' | 'AVISO';
}

/** Problems underline what is written on their lines. */
export const showProblems = (state: EditorState, problems: readonly CodeProblem[]): TransactionSpec =>
  setDiagnostics(
    state,
    problems.map((problem): Diagnostic => {
      const line = state.doc.line(Math.min(Math.max(1, problem.line), state.doc.lines));
      const indent = /^\s*/.exec(line.text)?.[0].length ?? 0;
      return {
        from: line.from + Math.min(indent, line.length),
        to: line.to,
        severity: problem.severity === 'ERRO' ? 'error' : 'warning',
        message: problem.message,
      };
    }),
  );

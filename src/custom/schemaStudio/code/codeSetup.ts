import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  startCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Annotation, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { pageNonce } from '../../../ui/theme/pageNonce.ts';
import { codeColors } from './codeColors.ts';
import { type CodeProblem, showProblems } from './codeProblems.ts';
import { codeWords } from './codeWords.ts';
import { jsonCompletion } from './jsonCompletion.ts';
import type { Meta } from './metaSchemaAt.ts';

interface Setup {
  label: string;
  language: 'json' | 'sql';
  text: string;
  readOnly: boolean;
  tables: Readonly<Record<string, readonly string[]>> | undefined;
  onChange: (text: string) => void;
}

export interface CodeHandle {
  setText: (text: string) => void;
  setMeta: (meta: Meta | undefined) => void;
  setProblems: (problems: readonly CodeProblem[]) => void;
  goTo: (line: number) => void;
  destroy: () => void;
}

/** Put in from outside: not told to outside again. */
const fromOutside = Annotation.define<boolean>();

/** Puts an editor into an element. The page's content policy lets its style element in by the nonce. */
export function mountCode(parent: HTMLElement, setup: Setup): CodeHandle {
  let meta: Meta | undefined;
  const nonce = pageNonce();
  const view = new EditorView({
    parent,
    doc: setup.text,
    extensions: [
      ...(nonce ? [EditorView.cspNonce.of(nonce)] : []),
      EditorView.contentAttributes.of({ 'aria-label': setup.label, 'aria-multiline': 'true', tabindex: '0' }),
      EditorState.phrases.of(codeWords),
      EditorState.readOnly.of(setup.readOnly),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !update.transactions.some((each) => each.annotation(fromOutside)))
          setup.onChange(update.state.doc.toString());
      }),
      ...base,
      languageOf(setup, () => meta),
    ],
  });
  return {
    setText: (text) => {
      const now = view.state.doc.toString();
      if (text === now) return;
      view.dispatch({
        changes: { from: 0, to: now.length, insert: text },
        annotations: fromOutside.of(true),
      });
    },
    setMeta: (next) => {
      meta = next;
    },
    setProblems: (problems) => view.dispatch(showProblems(view.state, problems)),
    goTo: (number) => {
      const line = view.state.doc.line(Math.min(Math.max(1, number), view.state.doc.lines));
      const at = line.from + (/^\s*/.exec(line.text)?.[0].length ?? 0);
      view.dispatch({
        selection: { anchor: at },
        effects: EditorView.scrollIntoView(at, { y: 'center' }),
      });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}

const base: Extension[] = [
  lineNumbers(),
  highlightActiveLineGutter(),
  history(),
  foldGutter({ markerDOM: foldMarker }),
  drawSelection(),
  EditorState.tabSize.of(2),
  indentOnInput(),
  syntaxHighlighting(codeColors),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  lintGutter(),
  EditorView.lineWrapping,
  keymap.of([
    { key: 'Ctrl-i', run: startCompletion },
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
    ...lintKeymap,
    indentWithTab,
  ]),
];

function languageOf({ language, tables }: Setup, meta: () => Meta | undefined): Extension {
  if (language === 'json')
    return [json(), autocompletion({ override: [jsonCompletion(meta)], icons: false, closeOnBlur: true })];
  return [
    sql({ dialect: PostgreSQL, ...(tables && { schema: tables as Record<string, string[]> }) }),
    autocompletion({ icons: false }),
  ];
}

function foldMarker(open: boolean): HTMLElement {
  const mark = document.createElement('span');
  mark.className = 'cm-fold';
  mark.textContent = open ? '▾' : '▸';
  mark.title = open ? 'Recolher' : 'Mostrar';
  return mark;
}

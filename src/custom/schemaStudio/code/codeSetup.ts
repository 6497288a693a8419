import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  snippetCompletion,
  startCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Annotation, EditorState, type Extension, type TransactionSpec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { pageNonce } from '#ui/theme/theme.tsx';
import { jsonPlaceAt, keySuggestions, type Meta, type Suggestion, valueSuggestions } from './metaSchemaAt.ts';

/** Sets class names only; CodeFrame assigns the palette's colours to them, for light and dark. */
const codeColors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], class: 'code-key' },
  { tag: [tags.string, tags.special(tags.string)], class: 'code-text' },
  { tag: [tags.number, tags.integer, tags.float], class: 'code-number' },
  { tag: [tags.bool, tags.null, tags.atom], class: 'code-word' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], class: 'code-keyword' },
  { tag: [tags.typeName, tags.standard(tags.name)], class: 'code-type' },
  { tag: [tags.lineComment, tags.blockComment, tags.comment], class: 'code-comment' },
  { tag: [tags.invalid], class: 'code-invalid' },
]);

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

/** Marks changes set from outside, which must not be reported back. */
const fromOutside = Annotation.define<boolean>();

/** Mounts an editor in an element. The nonce makes the content security policy accept its style element. */
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

/** The editor's built-in texts, in Portuguese. */
const codeWords = {
  'Control character': 'Caractere de controle',
  'Selection deleted': 'Seleção apagada',
  'Folded lines': 'Linhas recolhidas',
  'Unfolded lines': 'Linhas mostradas',
  'Fold line': 'Recolher',
  'Unfold line': 'Mostrar',
  to: 'até',
  'folded code': 'trecho recolhido',
  unfold: 'mostrar',
  'Go to line': 'Ir para a linha',
  go: 'ir',
  Find: 'Buscar',
  Replace: 'Trocar por',
  next: 'próxima',
  previous: 'anterior',
  all: 'todas',
  'match case': 'diferenciar maiúsculas',
  regexp: 'expressão regular',
  'by word': 'palavra inteira',
  replace: 'trocar',
  'replace all': 'trocar todas',
  close: 'fechar',
  'current match': 'ocorrência atual',
  'replaced $ matches': '$ ocorrências trocadas',
  'replaced match on line $': 'ocorrência trocada na linha $',
  'on line': 'na linha',
  Completions: 'Sugestões',
  Diagnostics: 'Problemas',
  'No diagnostics': 'Nenhum problema',
} as const;

/** Offers the meta-schema's suggestions for the cursor position. */
const jsonCompletion =
  (meta: () => Meta | undefined) =>
  (context: CompletionContext): CompletionResult | null => {
    const schema = meta();
    const text = context.state.doc.toString();
    const place = schema && jsonPlaceAt(text, context.pos);
    if (!place) return null;
    if (place.from === context.pos && !context.explicit) return null;
    const rest = /^[\w$-]*"?/.exec(text.slice(context.pos))?.[0] ?? '';
    const to = context.pos + rest.length;
    const hasColon = /^\s*:/.test(text.slice(to));
    const options =
      place.kind === 'key'
        ? keySuggestions(schema, place.path)
            .filter(({ label }) => !place.keys.includes(label))
            .map((each) => keyOption(each, hasColon))
        : valueSuggestions(schema, place.path).map(valueOption);
    return options.length > 0 ? { from: place.from, to, options, filter: true } : null;
  };

function keyOption({ label, detail, info }: Suggestion, hasColon: boolean) {
  const more = { ...(detail && { detail }), ...(info && { info }) };
  const text = JSON.stringify(label);
  if (hasColon) return { label: text, displayLabel: label, type: 'property', ...more };
  return snippetCompletion(`${text}: \${}`, { label: text, displayLabel: label, type: 'property', ...more });
}

const valueOption = ({ label, info }: Suggestion) =>
  label === '{}' || label === '[]'
    ? snippetCompletion(`${label[0]}\${}${label[1]}`, { label, type: 'class', ...(info && { info }) })
    : { label, type: 'enum', ...(info && { info }) };

/** A problem at a line, counted from 1. */
export interface CodeProblem {
  line: number;
  message: string;
  severity: 'ERRO' | 'AVISO';
}

/** Underlines the text of lines that have problems. */
const showProblems = (state: EditorState, problems: readonly CodeProblem[]): TransactionSpec =>
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

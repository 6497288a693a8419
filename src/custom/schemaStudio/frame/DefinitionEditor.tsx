import Alert from '@mui/material/Alert';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { DefinitionDetail, Problem } from '#contract/config/definitions.ts';
import { isMacro } from '#contract/rules/companyRules/companyRule.ts';
import { placeText } from '#contract/rules/definitions/changes.ts';
import { definitionKinds } from '#contract/rules/definitions/definition.ts';
import { kindLabels } from '#contract/rules/definitions/kindLabels.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { useUnsaved } from '#ui/components/frame/unsaved.ts';
import { InvalidTextsContext } from '#ui/components/inputs/useTypedText.ts';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import type { Meta } from '../code/metaSchemaAt.ts';
import type { Place } from '../editorProps.ts';
import { visualEditors } from '../editors.ts';
import { VersionsPanel } from '../versions/VersionsPanel.tsx';
import { HeaderActions, HeaderFacts } from './DefinitionHeader.tsx';
import { JsonView, VisualView } from './DefinitionViews.tsx';
import { ConflictAlert, ProblemsBar, StandardAlert } from './EditorAlerts.tsx';
import { useChecks, useRefusedTexts } from './useChecks.ts';
import { useEditing } from './useEditing.ts';

export type StudioView = 'visual' | 'json' | 'execucoes' | 'versoes';

interface DefinitionEditorProps {
  detail: DefinitionDetail;
  /** The kind's meta-schema: keys, their order, and what is allowed where. */
  meta: Meta;
  /** Called when the server returned a newer state. */
  onDetail: (detail: DefinitionDetail) => void;
  view: StudioView;
  onView: (view: StudioView) => void;
}

/** One definition: the visual editor, its JSON, and its versions. Changes are a draft until it is published. */
export function DefinitionEditor({ detail, meta, onDetail, view, onView }: DefinitionEditorProps) {
  const { tipo, chave, titulo, estado } = detail;
  const { can } = useCan();
  const navigate = useNavigate();
  const editing = useEditing(detail, meta);
  const { problems: checked, isCurrent } = useChecks(detail, editing.text);
  const refused = useRefusedTexts(editing.content);
  const problems = useMemo(() => [...refused.problems, ...checked], [refused.problems, checked]);
  const root = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Place>({ pointer: '', turn: 0 });
  const [line, setLine] = useState<{ number: number; turn: number }>();
  const [asksDrop, setAsksDrop] = useState(false);
  const isArchived = estado === 'ARQUIVADO';
  const hasVisual = visualEditors[tipo] !== undefined;
  const shown = view === 'visual' && (!hasVisual || !editing.isJson) ? 'json' : view;
  const isEdited = shown === 'visual' || shown === 'json';
  useUnsaved(
    editing.saving.state.kind === 'failed' || editing.saving.state.kind === 'conflict' || !editing.isJson,
  );
  useUndoKeys({ undo: editing.undo, redo: editing.redo, active: shown === 'visual' && !isArchived });
  useEffect(() => {
    if (place.turn === 0) return;
    const timer = setTimeout(() => focusEditorAt(root.current, place.pointer), 50);
    return () => clearTimeout(timer);
  }, [place]);

  const takeDetail = (next: DefinitionDetail) => {
    onDetail(next);
    editing.take(next);
  };
  const go = (problem: Problem) => {
    const turn = Date.now();
    if (shown === 'visual') setPlace({ pointer: problem.ponteiro, turn });
    else {
      if (!isEdited) onView('json');
      setLine({ number: problem.linha ?? 1, turn });
    }
  };
  const placeName = ({ ponteiro }: Problem) =>
    placeText(editing.content, ponteiro, kindLabels[tipo]) || 'A definição inteira';
  const choose = (next: StudioView) => {
    if (next === 'visual' && !editing.isJson) setAsksDrop(true);
    else onView(next);
  };
  return (
    <Page
      title={titulo || chave}
      crumbs={[{ label: definitionKinds[tipo].plural, to: `/configuracao/${tipo}` }]}
      aside={<HeaderFacts detail={detail} />}
      actions={
        <HeaderActions
          detail={detail}
          editing={editing}
          showsUndo={shown === 'visual'}
          onDone={takeDetail}
          onGone={() => navigate(`/configuracao/${tipo}`)}
          onProblem={go}
          refused={refused.problems[0]}
        />
      }
      fill
    >
      <div style={{ display: 'grid', gap: 8, flex: 'none', marginBottom: 8 }}>
        <ConflictAlert detail={detail} editing={editing} />
        <StandardAlert detail={detail} />
        {isArchived && (
          <Alert severity="info">Arquivada: só leitura. Desarquive em “Mais ações” para mudar.</Alert>
        )}
        <Tabs value={shown} onChange={(_event, next: StudioView) => choose(next)} aria-label="Modo">
          {hasVisual && <Tab value="visual" label="Visual" />}
          <Tab value="json" label="JSON" />
          {tipo === 'rules' && (shown === 'execucoes' || !isMacro(editing.content)) && (
            <Tab value="execucoes" label="Execuções" />
          )}
          <Tab value="versoes" label="Versões" />
        </Tabs>
        {isEdited && (
          <ProblemsBar
            problems={problems}
            isCurrent={isCurrent}
            placeOf={shown === 'visual' ? placeName : lineName}
            onGo={go}
          />
        )}
      </div>
      {shown === 'visual' && (
        <InvalidTextsContext.Provider value={refused.texts}>
          <VisualView
            tipo={tipo}
            meta={meta}
            content={editing.content}
            onChange={editing.change}
            problems={problems}
            readOnly={isArchived}
            published={detail.publicado}
            place={place}
            onPlace={(pointer, lead = false) => setPlace({ pointer, turn: lead ? Date.now() : 0 })}
            root={root}
          />
        </InvalidTextsContext.Provider>
      )}
      {shown === 'json' && (
        <JsonView
          detail={detail}
          meta={meta}
          text={editing.text}
          onType={editing.type}
          problems={problems}
          readOnly={isArchived}
          line={line}
        />
      )}
      {shown === 'execucoes' && (
        <Suspense fallback={<ListSkeleton rows={6} />}>
          <RuleRuns chave={chave} />
        </Suspense>
      )}
      {shown === 'versoes' && (
        <VersionsPanel
          key={detail.versao}
          detail={detail}
          onRolledBack={can('CONFIGURACAO_PUBLICAR') ? takeDetail : undefined}
        />
      )}
      <ConfirmDialog
        open={asksDrop}
        title="O texto ainda não é um JSON válido"
        text="O editor visual mostra a última forma que era válida. O que foi digitado depois dela se perde."
        confirmLabel="Voltar à última forma"
        cancelLabel="Continuar no JSON"
        onConfirm={() => {
          setAsksDrop(false);
          editing.dropText();
          onView('visual');
        }}
        onCancel={() => setAsksDrop(false)}
      />
    </Page>
  );
}

/** What a rule did; only rules have it. */
const RuleRuns = lazyScreen(() => import('../rules/RuleRuns.tsx'), 'RuleRuns');

/** Names a problem's place for people who read the file. */
const lineName = ({ ponteiro, linha }: Problem) =>
  [ponteiro || 'Arquivo inteiro', ...(linha === undefined ? [] : [`linha ${linha}`])].join(' · ');

const FOCUSABLE =
  'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), button:not(:disabled), select, [role=combobox], [tabindex="0"]';

/** Focuses the input that edits a place: the element whose `data-pointer` names it, or the closest one around it. */
function focusEditorAt(root: HTMLElement | null, pointer: string): void {
  const target = nearest(root, pointer);
  if (!target) return;
  target.scrollIntoView?.({ block: 'center' });
  const inner = target.matches(FOCUSABLE) ? target : target.querySelector<HTMLElement>(FOCUSABLE);
  inner?.focus({ preventScroll: true });
}

function nearest(root: HTMLElement | null, pointer: string): HTMLElement | null {
  const marked = [...(root?.querySelectorAll<HTMLElement>('[data-pointer]') ?? [])];
  const publishedMarks = marked.filter(({ dataset }) => {
    const place = dataset.pointer ?? '';
    return pointer === place || pointer.startsWith(`${place}/`);
  });
  const length = (element: HTMLElement) => element.dataset.pointer?.length ?? 0;
  return publishedMarks.reduce<HTMLElement | null>(
    (best, each) => (best && length(best) >= length(each) ? best : each),
    null,
  );
}

interface UndoKeys {
  undo: () => void;
  redo: () => void;
  /** False where a text editor has its own undo. */
  active: boolean;
}

/** Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y), applied to the whole definition. */
function useUndoKeys({ undo, redo, active }: UndoKeys) {
  useEffect(() => {
    if (!active) return;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      // A code editor inside the visual one has its own undo.
      if (event.target instanceof Element && event.target.closest('.cm-editor, [role=dialog]')) return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) redo();
      else undo();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [undo, redo, active]);
}

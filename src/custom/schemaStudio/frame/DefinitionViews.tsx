import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { Component, type ReactNode, type RefObject, Suspense, useMemo } from 'react';
import type { DefinitionDetail, Problem } from '#contract/config/definitions.ts';
import { type DefinitionKind, definitionKinds } from '#contract/rules/definitions/definition.ts';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { FormSkeleton, TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import type { Meta } from '../code/metaSchemaAt.ts';
import type { Content, EditorProps, Place } from '../editorProps.ts';
import { visualEditors } from '../editors.ts';
import { PanelContext } from '../parts/PanelField.tsx';
import { contentOf, jsonText } from './useEditing.ts';

interface VisualViewProps extends Pick<EditorProps, 'problems' | 'published' | 'onPlace'> {
  tipo: DefinitionKind;
  meta: Meta;
  content: Content;
  onChange: (content: Content) => void;
  readOnly: boolean;
  place: Place;
  /** The element within which a problem's place is searched for. */
  root: RefObject<HTMLDivElement | null>;
}

/** The picture, and beside it the properties of the selected part, initially those of the whole definition; or the other way round. */
export function VisualView({ tipo, meta, content, root, ...rest }: VisualViewProps) {
  const { onChange, problems, readOnly } = rest;
  const panel = useMemo(
    () => ({ meta, content, onChange, problems, readOnly }),
    [meta, content, onChange, problems, readOnly],
  );
  const visual = visualEditors[tipo];
  if (!visual) return null;
  const { Editor, Picture, pictureTitle = 'Prévia', isWide = false } = visual;
  const shared = { value: content, ...rest };
  const picture = (
    <section key="picture" className={isWide ? 'pane side' : 'pane picture'} aria-label={pictureTitle}>
      <h2 className="unseen">{pictureTitle}</h2>
      <EditorBoundary content={content}>
        <Suspense fallback={<FormSkeleton />}>
          <Picture {...shared} />
        </Suspense>
      </EditorBoundary>
    </section>
  );
  const editor = (
    <div key="editor" className={isWide ? 'pane' : 'pane side'} ref={root}>
      <EditorBoundary content={content}>
        <PanelContext value={panel}>
          <Suspense fallback={<FormSkeleton />}>
            <Editor {...shared} />
          </Suspense>
        </PanelContext>
      </EditorBoundary>
    </div>
  );
  return <Panes data-in-order>{isWide ? [editor, picture] : [picture, editor]}</Panes>;
}

interface EditorBoundaryProps {
  content: Content;
  children: ReactNode;
}

interface EditorBoundaryState {
  failed: boolean;
  content: Content;
}

/** Content with an unexpected shape breaks only its editor; the next content is tried again. */
class EditorBoundary extends Component<EditorBoundaryProps, EditorBoundaryState> {
  override state: EditorBoundaryState = { failed: false, content: this.props.content };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  static getDerivedStateFromProps({ content }: EditorBoundaryProps, state: EditorBoundaryState) {
    return content === state.content ? null : { failed: false, content };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Alert severity="warning">
        O conteúdo não tem a forma que esta parte sabe mostrar. Corrija-o no JSON; a lista de problemas diz
        onde.
      </Alert>
    );
  }
}

/**
 * The picture takes the available space, with the properties of the selected part beside it, or below it on a narrow window.
 */
const Panes = styled('div')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    minHeight: 0,
    flex: 1,
    display: 'grid',
    gap: 16,
    gridTemplateColumns: 'minmax(0, 1fr)',
    // Texts for screen readers are positioned within their pane; otherwise they would make the page longer.
    '& .pane': { position: 'relative', minWidth: 0, minHeight: 0 },
    '& .unseen': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
    // The actions for the selected part stay in reach however tall the picture is.
    '& .acts': {
      position: 'sticky',
      top: 0,
      zIndex: 5,
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: 4,
      padding: '2px 0 6px',
      backgroundColor: components.fundo,
    },
    '@media (max-width:1099.95px)': {
      '& .picture': { maxHeight: '58dvh', overflow: 'auto', borderBottom: `1px solid ${components.linha}` },
    },
    '@media (min-width:1100px)': {
      gridTemplateColumns: 'minmax(0, 1fr) 372px',
      '& .pane': { overflowY: 'auto', paddingBottom: 24, paddingRight: 2 },
      '& .side': { paddingLeft: 16, borderLeft: `1px solid ${components.linha}` },
    },
  };
});

interface JsonViewProps {
  detail: DefinitionDetail;
  meta: Meta;
  text: string;
  onType: (text: string) => void;
  problems: readonly Problem[];
  readOnly: boolean;
  line: { number: number; turn: number } | undefined;
}

/** The definition's file, for people who write JSON. */
export function JsonView({ detail, meta, text, onType, problems, readOnly, line }: JsonViewProps) {
  const { tipo } = detail;
  const placed = useMemo(
    () =>
      problems.map(({ linha, mensagem, gravidade }) => ({
        line: linha ?? 1,
        message: mensagem,
        severity: gravidade,
      })),
    [problems],
  );
  const content = contentOf(text);
  return (
    <div style={{ display: 'flex', flexDirection: 'column', gap: 8, minHeight: 0, flex: 1 }}>
      <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, fontSize: 13 }}>
        <span>Ctrl+Espaço mostra as chaves que cabem; Ctrl+F busca.</span>
        {!readOnly && (
          <Button
            size="small"
            variant="outlined"
            disabled={!content || jsonText(content) === text}
            onClick={() => content && onType(jsonText(content))}
            sx={{ ml: 'auto' }}
          >
            Formatar
          </Button>
        )}
      </div>
      <Suspense fallback={<TextSkeleton lines={12} />}>
        <CodeEditor
          label={`JSON: ${definitionKinds[tipo].singular}`}
          language="json"
          value={text}
          onChange={onType}
          problems={placed}
          meta={meta}
          readOnly={readOnly}
          line={line}
          height="max(320px, calc(100dvh - var(--shell-top) - 230px))"
        />
      </Suspense>
    </div>
  );
}

const CodeEditor = lazyScreen(() => import('../code/CodeEditor.tsx'), 'CodeEditor');

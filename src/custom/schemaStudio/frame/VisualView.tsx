import { type RefObject, Suspense } from 'react';
import type { DefinitionKind } from '../../../../contract/rules/definitions/definition.ts';
import { FormSkeleton } from '../../../ui/shell/states/skeletons.tsx';
import type { Content, EditorProps, Place } from '../editorProps.ts';
import { visualEditors } from '../editors.ts';
import { EditorBoundary } from './EditorBoundary.tsx';
import { Panes } from './Panes.ts';

interface VisualViewProps extends Pick<EditorProps, 'problems' | 'published' | 'onPlace'> {
  tipo: DefinitionKind;
  content: Content;
  onChange: (content: Content) => void;
  readOnly: boolean;
  place: Place;
  /** What is searched for the place of a problem. */
  root: RefObject<HTMLDivElement | null>;
}

/** The picture, and beside it the properties of what is chosen there; at first those of the whole. */
export function VisualView({ tipo, content, root, ...rest }: VisualViewProps) {
  const visual = visualEditors[tipo];
  if (!visual) return null;
  const { Editor, Picture, pictureTitle = 'Prévia' } = visual;
  const shared = { value: content, ...rest };
  return (
    <Panes>
      <section className="pane picture" aria-label={pictureTitle}>
        <h2 className="unseen">{pictureTitle}</h2>
        <EditorBoundary content={content}>
          <Suspense fallback={<FormSkeleton />}>
            <Picture {...shared} />
          </Suspense>
        </EditorBoundary>
      </section>
      <div className="pane side" ref={root}>
        <EditorBoundary content={content}>
          <Suspense fallback={<FormSkeleton />}>
            <Editor {...shared} />
          </Suspense>
        </EditorBoundary>
      </div>
    </Panes>
  );
}

import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type RefObject, Suspense, useState } from 'react';
import type { Problem } from '../../../../contract/config/definitions.ts';
import type { DefinitionKind } from '../../../../contract/rules/definitions/definition.ts';
import { FormSkeleton } from '../../layout/states/skeletons.tsx';
import type { Content, Place } from '../editorProps.ts';
import { visualEditors } from '../editors.ts';
import { EditorBoundary } from './EditorBoundary.tsx';
import { Panes } from './Panes.ts';

interface VisualViewProps {
  tipo: DefinitionKind;
  content: Content;
  onChange: (content: Content) => void;
  problems: Problem[];
  readOnly: boolean;
  place: Place;
  onPlace: (pointer: string) => void;
  /** What is searched for the place of a problem. */
  root: RefObject<HTMLDivElement | null>;
}

/** Editor and preview side by side from 1280 px, as tabs below. */
export function VisualView({
  tipo,
  content,
  onChange,
  problems,
  readOnly,
  place,
  onPlace,
  root,
}: VisualViewProps) {
  const isWide = useMediaQuery('(min-width:1280px)', { noSsr: true });
  const [tab, setTab] = useState<'editor' | 'preview'>('editor');
  const visual = visualEditors[tipo];
  if (!visual) return null;
  const { Editor, Preview, previewTitle = 'Prévia', wide } = visual;
  const shared = { value: content, problems, place, onPlace };
  const showEditor = isWide || tab === 'editor' || !Preview;
  return (
    <>
      {!isWide && Preview && (
        <Tabs value={tab} onChange={(_event, next) => setTab(next)} aria-label="Editor e prévia">
          <Tab value="editor" label="Partes e propriedades" />
          <Tab value="preview" label={previewTitle} />
        </Tabs>
      )}
      <Panes data-wide={Preview ? wide : 'alone'}>
        <div className="pane editor" ref={root} hidden={!showEditor}>
          <EditorBoundary content={content}>
            <Suspense fallback={<FormSkeleton />}>
              <Editor {...shared} onChange={onChange} readOnly={readOnly} />
            </Suspense>
          </EditorBoundary>
        </div>
        {Preview && (isWide || tab === 'preview') && (
          <section className="pane preview" aria-label={previewTitle}>
            <EditorBoundary content={content}>
              <Suspense fallback={<FormSkeleton />}>
                <Preview {...shared} />
              </Suspense>
            </EditorBoundary>
          </section>
        )}
      </Panes>
    </>
  );
}

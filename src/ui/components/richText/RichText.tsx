import { type ReactNode, type Ref, Suspense } from 'react';
import { lazyScreen } from '../../shell/loadLater.tsx';
import { EditorFrame } from './EditorFrame.ts';

/** What the surrounding page can do with the editor. */
export interface RichTextHandle {
  focus: () => void;
  /** Inserts HTML at the cursor, dropping what the editor does not support. */
  insert: (html: string) => void;
  /** Replaces the whole content with other HTML, without calling `onChange`. */
  replace: (html: string) => void;
}

export interface RichTextProps {
  /** Accessible name of the text field. */
  label: string;
  /** The initial HTML; later content is set with `replace`. */
  initial: string;
  /** Receives the HTML, '' if empty, and the number of characters that a reader sees. */
  onChange: (html: string, length: number) => void;
  placeholder?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  /** Minimum height of the text in pixels. */
  minHeight?: number;
  /** Id of the element that describes the problem, or who will read the text. */
  describedBy?: string | undefined;
  invalid?: boolean;
  /** Called for Ctrl+Enter. */
  onSubmit?: () => void;
  /** Called for Ctrl+Shift+Enter; without it that key is the same as Ctrl+Enter. */
  onSubmitNext?: () => void;
  /** Receives files from the clipboard. Dropped files are left to the surrounding component. */
  onFiles?: (files: readonly File[]) => void;
  /** Called for '/' on an empty line; the slash itself is not inserted. */
  onSlash?: () => void;
  /** Additional buttons, at the end of the toolbar. */
  tools?: ReactNode;
  ref?: Ref<RichTextHandle>;
}

/** The editor is larger than most screens, so it is loaded when first shown. */
const RichEditor = lazyScreen(() => import('./RichEditor.tsx'), 'RichEditor');

/**
 * A text with bold, lists, quotes and links, as HTML. It produces only what the server's allow-list keeps, so that nothing
 * visible is lost on sending.
 */
export const RichText = (props: RichTextProps) => (
  <Suspense
    fallback={
      <EditorFrame aria-busy style={{ minHeight: (props.minHeight ?? MIN_HEIGHT) + BAR_HEIGHT }}>
        <p className="opening">Abrindo o editor…</p>
      </EditorFrame>
    }
  >
    <RichEditor {...props} minHeight={props.minHeight ?? MIN_HEIGHT} />
  </Suspense>
);

const MIN_HEIGHT = 96;
/** Height of the toolbar, reserved so that nothing moves when the editor has loaded. */
const BAR_HEIGHT = 41;

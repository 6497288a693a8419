import { lazy, type ReactNode, type Ref, Suspense } from 'react';
import { EditorFrame } from './EditorFrame.ts';

/** What the page around the editor asks of it. */
export interface RichTextHandle {
  focus: () => void;
  /** Puts HTML where the cursor is; what the editor does not know of it is dropped. */
  insert: (html: string) => void;
  /** Takes another HTML as its whole content; `onChange` is not told. */
  replace: (html: string) => void;
}

export interface RichTextProps {
  /** Accessible name of the text field. */
  label: string;
  /** HTML that it opens with; later content comes by `replace`. */
  initial: string;
  /** HTML, '' when nothing is written, and how many characters a reader sees. */
  onChange: (html: string, length: number) => void;
  placeholder?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  /** Pixels of the text at least. */
  minHeight?: number;
  /** Names the element that says what is wrong, or who will read it. */
  describedBy?: string | undefined;
  invalid?: boolean;
  /** Ctrl+Enter. */
  onSubmit?: () => void;
  /** Files from the clipboard. Dropped ones are left to whatever surrounds the editor. */
  onFiles?: (files: readonly File[]) => void;
  /** '/' on an empty line; the sign itself is not written. */
  onSlash?: () => void;
  /** More buttons, at the end of the bar. */
  tools?: ReactNode;
  ref?: Ref<RichTextHandle>;
}

/** The editor weighs more than most screens, so it comes when it is first shown. */
const RichEditor = lazy(async () => ({ default: (await import('./RichEditor.tsx')).RichEditor }));

/**
 * A text with bold, lists, quotes and links, as HTML. It writes only what the server's allow-list keeps, so
 * nothing that a person sees is lost when it is sent.
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
/** Of the buttons, so that nothing moves when the editor has come. */
const BAR_HEIGHT = 41;

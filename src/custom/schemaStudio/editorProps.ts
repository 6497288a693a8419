import type { Problem } from '#contract/config/definitions.ts';

/** The content of a definition: the JSON of its file. */
export type Content = Record<string, unknown>;

/**
 * Props of the visual editor of every kind. An editor renders the content and reports a new one, and keeps no state of its
 * own that a reload would lose. Each input that edits one place carries `data-pointer` with its JSON pointer, so that the
 * problems bar can lead there.
 */
export interface EditorProps {
  value: Content;
  onChange: (value: Content) => void;
  problems: Problem[];
  readOnly?: boolean | undefined;
  /** The published content, whose keys must not change; null if never published. */
  published?: Content | null | undefined;
  /** The selected part, shared by editor, preview and problems bar. */
  place?: Place | undefined;
  /** `lead` moves the focus to the input that edits it. */
  onPlace?: ((pointer: string, lead?: boolean) => void) | undefined;
}

export interface Place {
  /** JSON pointer of the part or of something inside it. */
  pointer: string;
  /** Incremented each time the user is led there, so that the same place can be led to twice. */
  turn: number;
}

/**
 * Props of the preview, which shows the definition as its users will see it. A part that is clicked becomes selected, and can
 * be moved, connected and extended.
 */
export type PreviewProps = EditorProps;

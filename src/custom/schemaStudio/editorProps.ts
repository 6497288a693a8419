import type { Problem } from '../../../contract/config/definitions.ts';

/** What a definition holds: the JSON of its file. */
export type Content = Record<string, unknown>;

/**
 * What every visual editor of a kind takes: it draws the content and answers a new one, and keeps nothing of its own
 * that a reload would lose. Each input that edits one place carries `data-pointer` with its JSON pointer, so that the
 * problems bar can lead there.
 */
export interface EditorProps {
  value: Content;
  onChange: (value: Content) => void;
  problems: Problem[];
  readOnly?: boolean | undefined;
  /** What holds: its keys stay as they are; null for what was never published. */
  published?: Content | null | undefined;
  /** The part that is looked at, shared by editor, preview and problems bar. */
  place?: Place | undefined;
  /** `lead`: the focus goes to what edits it. */
  onPlace?: ((pointer: string, lead?: boolean) => void) | undefined;
}

export interface Place {
  /** JSON pointer, of the part or of something inside it. */
  pointer: string;
  /** Counts each time somebody is led there, so that the same place can be led to twice. */
  turn: number;
}

/** The definition as its users will meet it: what is touched there is chosen, and may be moved, joined and added to. */
export type PreviewProps = EditorProps;

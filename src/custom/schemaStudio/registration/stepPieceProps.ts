import type { Content, EditorProps } from '../editorProps.ts';

/** Props shared by the parts of the editor of steps. */
export interface StepPieceProps {
  content: Content;
  onChange: (content: Content) => void;
  problems: EditorProps['problems'];
  readOnly: boolean;
}

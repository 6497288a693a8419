import type { Flow } from '../../../../contract/rules/flows/flow.ts';
import type { EditorProps } from '../editorProps.ts';

/** What the pieces of the flow editor share. */
export interface FlowPieceProps {
  flow: Flow;
  /** Another flow; with a pointer the look goes there. */
  put: (flow: Flow, pointer?: string) => void;
  problems: EditorProps['problems'];
  readOnly: boolean;
}

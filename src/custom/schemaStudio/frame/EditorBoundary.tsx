import Alert from '@mui/material/Alert';
import { Component, type ReactNode } from 'react';
import type { Content } from '../editorProps.ts';

interface EditorBoundaryProps {
  content: Content;
  children: ReactNode;
}
interface EditorBoundaryState {
  failed: boolean;
  content: Content;
}

/** A content of another shape than an editor knows breaks that editor alone; the next content is tried again. */
export class EditorBoundary extends Component<EditorBoundaryProps, EditorBoundaryState> {
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

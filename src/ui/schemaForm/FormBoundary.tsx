import Button from '@mui/material/Button';
import { Component, type ReactNode } from 'react';
import { StateMessage } from '../shell/states/StateMessage.tsx';

interface FormBoundaryProps {
  children: ReactNode;
}

/** A form that cannot be drawn takes nothing else of the page with it. */
export class FormBoundary extends Component<FormBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <StateMessage
        role="alert"
        title="Este formulário não pôde ser mostrado"
        text="A definição dele tem um problema. Avise quem administra os esquemas; o que você já salvou continua guardado."
        actions={
          <Button variant="outlined" onClick={() => this.setState({ broken: false })}>
            Tentar novamente
          </Button>
        }
      />
    );
  }
}

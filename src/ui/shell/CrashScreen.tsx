import ReportProblemOutlined from '@mui/icons-material/ReportProblemOutlined';
import Button from '@mui/material/Button';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { requestIdOf, StateMessage } from './states/StateMessage.tsx';

interface CrashScreenProps {
  error?: unknown;
  resetErrorBoundary: (...args: unknown[]) => void;
}

/** Document 001 section 2. A part that could not be loaded is `MissingPart` instead. */
export function CrashScreen({ error, resetErrorBoundary }: CrashScreenProps) {
  const id = requestIdOf(error);
  return (
    <StateMessage
      page
      role="alert"
      icon={<ReportProblemOutlined />}
      title="Ooops! Ocorreu um erro em sua aplicação."
      text="Seus dados já salvos não foram afetados. Tente novamente; se o erro continuar, avise o suporte."
      note={id && `Protocolo ${id}`}
      actions={
        <>
          {/* A plain link, since the whole page must be reloaded after a crash. */}
          <Button variant="outlined" href="/home">
            Ir para Home
          </Button>
          <Button variant="contained" onClick={() => resetErrorBoundary()}>
            Tentar Novamente
          </Button>
        </>
      }
    />
  );
}

interface CrashBoundaryProps {
  children: ReactNode;
  /** A different value (another path) retries automatically. */
  resetKey?: string;
}

/** Catches an unexpected render error in its children and shows the crash screen instead. */
export class CrashBoundary extends Component<CrashBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override componentDidUpdate(before: CrashBoundaryProps) {
    if (before.resetKey !== this.props.resetKey && this.state.error) this.reset();
  }

  reset = () => this.setState({ error: null });

  override render() {
    const { error } = this.state;
    return error ? <CrashScreen error={error} resetErrorBoundary={this.reset} /> : this.props.children;
  }
}

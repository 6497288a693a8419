import { Component, type ErrorInfo, type ReactNode } from 'react';
import { CrashScreen } from './CrashScreen.tsx';

interface CrashBoundaryProps {
  children: ReactNode;
  /** Another value (another path) tries again by itself. */
  resetKey?: string;
}

/** Catches an unexpected rendering error below, and shows the crash screen in its place. */
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

/** What a refused or failed call may carry; the server's own sentence comes first. */
interface Failed {
  message?: unknown;
  requestId?: unknown;
  body?: unknown;
}
interface FailedBody {
  requestId?: unknown;
}

/** The sentence to show for whatever was thrown. */
export function errorText(error: unknown): string {
  const message = typeof error === 'string' ? error : (error as Failed | null)?.message;
  return typeof message === 'string' && message !== '' ? message : 'Ocorreu um erro desconhecido!';
}

/** The id under which the server's log holds the failure, when the server answered at all. */
export function requestIdOf(error: unknown): string | undefined {
  const failed = (error ?? {}) as Failed;
  const id = failed.requestId ?? (failed.body as FailedBody | null | undefined)?.requestId;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

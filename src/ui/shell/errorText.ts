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

/** The sentence beside a form: none where one of the fields that it shows says the same. */
export function textBesideFields(error: unknown, shown: readonly string[]): string | undefined {
  const text = errorText(error);
  const fields = (error as { fields?: Readonly<Record<string, string>> } | null)?.fields ?? {};
  return shown.some((name) => fields[name] === text) ? undefined : text;
}

/** The id under which the server's log holds the failure, when the server answered at all. */
export function requestIdOf(error: unknown): string | undefined {
  const failed = (error ?? {}) as Failed;
  const id = failed.requestId ?? (failed.body as FailedBody | null | undefined)?.requestId;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

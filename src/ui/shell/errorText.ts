/** The possible contents of a refused or failed call; the server's own message takes precedence. */
interface Failed {
  message?: unknown;
  requestId?: unknown;
  body?: unknown;
}
interface FailedBody {
  requestId?: unknown;
}

/** The message to show for any thrown value. */
export function errorText(error: unknown): string {
  if (isMissingPart(error)) return 'Esta parte do console não carregou. Carregue a página de novo.';
  const message = typeof error === 'string' ? error : (error as Failed | null)?.message;
  return typeof message === 'string' && message !== '' ? message : 'Ocorreu um erro desconhecido!';
}

/** A part of the console that the browser could not load: the network failed, or an update replaced it. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|unable to preload/i.test(error.message);

/** The message shown beside a form; undefined when one of its displayed fields already shows the same. */
export function textBesideFields(error: unknown, shown: readonly string[]): string | undefined {
  const text = errorText(error);
  const fields = (error as { fields?: Readonly<Record<string, string>> } | null)?.fields ?? {};
  return shown.some((name) => fields[name] === text) ? undefined : text;
}

/** The id of the failure in the server's log, if the server responded at all. */
export function requestIdOf(error: unknown): string | undefined {
  const failed = (error ?? {}) as Failed;
  const id = failed.requestId ?? (failed.body as FailedBody | null | undefined)?.requestId;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

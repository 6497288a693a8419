import type { Route } from '../../contract/route.ts';
import { type CallInput, call } from './call.ts';

/** Fetches a file route and saves it as a browser download named `name`. */
export async function downloadRoute<R extends Route>(
  route: R,
  input: CallInput<R>,
  name: string,
): Promise<void> {
  saveBlob((await call(route, input)) as Blob, name);
}

/** Saves the fetched data as a browser download. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

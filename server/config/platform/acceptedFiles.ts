import type { UploadPurpose } from '../../../contract/config/platform.ts';
import type { Route } from '../../../contract/route.ts';
import { DEFAULT_EXTENSIONS, type Extension } from '../../adapters/files/inspect.ts';

const ACCEPTED: Record<UploadPurpose, readonly Extension[]> = {
  NOTA_DEVOLUCAO: [...DEFAULT_EXTENSIONS, '.xml'],
};

/**
 * The file types that a request may send: pictures and PDF, and more only where the route asks what the file is for
 * and the purpose takes more. The query has not been judged yet: an unknown purpose takes the default.
 */
export function acceptedFiles(route: Route | undefined, query: unknown): readonly Extension[] {
  if (!route?.query || !('finalidade' in route.query.properties)) return DEFAULT_EXTENSIONS;
  const { finalidade } = query as { finalidade?: unknown };
  return Object.entries(ACCEPTED).find(([purpose]) => purpose === finalidade)?.[1] ?? DEFAULT_EXTENSIONS;
}

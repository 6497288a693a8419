import {
  IMPORT_PURPOSE,
  isLargePurpose,
  type LargePurpose,
  NFE_PURPOSE,
  type UploadPurpose,
} from '../../../contract/config/platform.ts';
import type { Route } from '../../../contract/route.ts';
import { DEFAULT_EXTENSIONS, type Extension } from '../../adapters/files/inspect.ts';

const ACCEPTED: Record<UploadPurpose | LargePurpose, readonly Extension[]> = {
  NOTA_DEVOLUCAO: [...DEFAULT_EXTENSIONS, '.xml'],
  CADASTRO: [...DEFAULT_EXTENSIONS, '.doc', '.docx', '.xls', '.xlsx'],
  PLANILHA: ['.xlsx', '.csv'],
  [IMPORT_PURPOSE]: ['.csv', '.txt', '.xlsx', '.json', '.ndjson'],
  [NFE_PURPOSE]: ['.xml', '.zip'],
};

const LARGE_BYTES = 200 * 1024 * 1024;

/** The purpose that the query names, where the route has one there: it is known before the first byte. */
export const purposeOfQuery = (route: Route | undefined, query: unknown): string =>
  route?.query && PURPOSE_FIELD in route.query.properties
    ? String((query as Record<string, unknown> | null)?.[PURPOSE_FIELD] ?? '')
    : '';

/** Bytes that the files of a request may have together: what the installation allows, and more of files to be imported. */
export const mostBytes = (purpose: string, usual: number): number =>
  isLargePurpose(purpose) ? Math.max(usual, LARGE_BYTES) : usual;

/** The field of a multipart body that says what the files behind it are for. */
export const PURPOSE_FIELD = 'finalidade';

/**
 * The file types that a request may send: pictures and PDF, and more only where the route asks what the file is for
 * and the purpose takes more. The body has not been judged yet: an unknown purpose takes the default.
 */
export function acceptedFiles(route: Route | undefined, given: string): readonly Extension[] {
  if (!route?.body || !(PURPOSE_FIELD in route.body.properties)) return DEFAULT_EXTENSIONS;
  return Object.entries(ACCEPTED).find(([purpose]) => purpose === given)?.[1] ?? DEFAULT_EXTENSIONS;
}

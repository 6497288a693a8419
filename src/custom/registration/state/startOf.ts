import { documentKind, normalizeDocument } from '../../../../contract/rules/documents.ts';
import type { RegistrationRequest } from '../registrationRequest.ts';
import { emptyDraft, type RegistrationDraft, textAt } from './registrationDraft.ts';

/** What a registration begins with: what the screen that asked for it knows. */
export function startOf({ known = {} }: RegistrationRequest): RegistrationDraft {
  const documento = normalizeDocument(textAt(known, 'documento'));
  const tipo = documentKind(documento) === 'CPF' ? 'PF' : 'PJ';
  return { ...emptyDraft, tipo, data: documento ? { ...known, documento } : known };
}

/** The draft's name: what is written for a ticket or a prospect is not offered elsewhere. */
export function draftName({ idCli, idTicket }: RegistrationRequest): string {
  if (idTicket) return `cadastro-cliente-ticket-${idTicket}`;
  return idCli ? `cadastro-cliente-${idCli}` : 'cadastro-cliente';
}

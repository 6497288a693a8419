import { FormatRegistry } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { TicketDraft } from './ticketDraft.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What was saved as a draft, `null` when it is none of this version's shape: then it is not offered again. */
export function savedDraft(content: unknown): TicketDraft | null {
  // TypeBox refuses every text of a format that it has not been told.
  if (!FormatRegistry.Has('uuid')) FormatRegistry.Set('uuid', (text) => UUID.test(text));
  return Value.Check(TicketDraft, content) ? content : null;
}

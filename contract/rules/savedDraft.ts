import { FormatRegistry, type TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { type DraftAnswer, isBlank, isRecord } from './draftReading.ts';
import { emptyDraft, TicketDraft } from './ticketDraft.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * What was saved as the draft of a new ticket, field by field and, in a list, entry by entry: what is none of this
 * version's shape falls out of the value, and the reading says that it is not whole.
 */
export function savedDraft(content: unknown): DraftAnswer<TicketDraft> {
  // TypeBox refuses every text of a format that it has not been told.
  if (!FormatRegistry.Has('uuid')) FormatRegistry.Set('uuid', (text) => UUID.test(text));
  if (!isRecord(content)) return isBlank(content) ? 'nothing' : null;
  const draft: Record<string, unknown> = emptyDraft();
  let read = 0;
  let whole = true;
  for (const [key, stored] of Object.entries(content)) {
    const schema = (TicketDraft.properties as Record<string, TSchema>)[key];
    const { value, lost } = schema ? fieldOf(schema, stored) : { value: undefined, lost: !isBlank(stored) };
    if (value !== undefined) {
      draft[key] = value;
      read += 1;
    }
    if (lost) whole = false;
  }
  if (read === 0) return whole ? 'nothing' : null;
  return { value: draft as TicketDraft, whole };
}

interface Field {
  /** `undefined` where nothing of it could be read. */
  value: unknown;
  lost: boolean;
}

/** Keys that a shape does not know are left out: what it needs is there all the same. */
function fieldOf(schema: TSchema, stored: unknown): Field {
  const clean = Value.Clean(schema, structuredClone(stored));
  if (Value.Check(schema, clean)) return { value: clean, lost: false };
  if (schema.type !== 'array' || !Array.isArray(stored)) return { value: undefined, lost: !isBlank(stored) };
  const entries = stored.map((entry) => fieldOf(schema.items, entry));
  return {
    value: entries.flatMap(({ value }) => (value === undefined ? [] : [value])),
    lost: entries.some(({ lost }) => lost),
  };
}

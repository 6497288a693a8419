/**
 * The idempotency key of each attempt: the same body keeps its key, so that a repeat after a lost answer changes
 * nothing (DOMAIN.md 4.5). What was changed is another ticket.
 */
export function attemptKeys(): (body: unknown) => string {
  let last: { body: string; key: string } | null = null;
  return (body) => {
    const text = JSON.stringify(body);
    if (last?.body !== text) last = { body: text, key: crypto.randomUUID() };
    return last.key;
  };
}

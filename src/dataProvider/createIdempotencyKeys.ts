interface AttemptKeys {
  /** The same body keeps its key until it succeeds; a changed body is a new command. */
  (body: unknown): string;
  /** Call after success: sending the same body again is then a new command. */
  done: () => void;
}

/** The idempotency key of each attempt, so that a retry after a lost response changes nothing (DOMAIN.md 4.5). */
export function createIdempotencyKeys(): AttemptKeys {
  let last: { body: string; key: string } | null = null;
  const keyOf = (body: unknown) => {
    const text = JSON.stringify(body);
    if (last?.body !== text) last = { body: text, key: crypto.randomUUID() };
    return last.key;
  };
  const done = () => {
    last = null;
  };
  return Object.assign(keyOf, { done });
}
